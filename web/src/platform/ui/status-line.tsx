import type { ReactNode } from 'react';
import { Row } from './layout.tsx';
import styles from './status-line.module.css';

/** A line across the window about the state of the server. */
export function StatusLine({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Row gap={2} justify="center" className={styles.line}>
      {icon}
      <span>{children}</span>
    </Row>
  );
}
