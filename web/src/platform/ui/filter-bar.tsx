import type { ReactNode } from 'react';
import styles from './filter-bar.module.css';
import { Row } from './layout.tsx';

/** The fields that narrow a list: side by side in similar widths, and one below the other on a phone. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <Row gap={2} wrap className={styles.bar} role="group" aria-label={label}>
      {children}
    </Row>
  );
}
