import type { ReactNode } from 'react';
import { Text } from '../../../platform/ui/layout.tsx';
import styles from '../access.module.css';

/** The heading of a part of a dialog, in small letters. */
export function SmallHeading({ children }: { children: ReactNode }): ReactNode {
  return (
    <h2 className={styles.smallHeading}>
      <Text size="xs" tone="muted" strong>
        {children}
      </Text>
    </h2>
  );
}
