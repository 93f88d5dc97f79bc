import type { ReactNode } from 'react';
import { Heading, Stack } from '../../../platform/ui/layout.tsx';
import styles from './security.module.css';

/** A part of the settings on security and devices, with its heading. */
export function SecuritySection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Stack as="section" gap={2} pad={[4, 0]} className={styles.section}>
      <Heading level={3} size="m">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}
