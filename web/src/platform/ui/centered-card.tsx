import type { ReactNode } from 'react';
import styles from './centered-card.module.css';
import { Card, Heading, Stack } from './layout.tsx';

interface CenteredCardProps {
  /** In place of the product's logo. */
  sign?: ReactNode;
  title: string;
  children: ReactNode;
}

const logo = <img src="/mark.svg" alt="" width={40} height={40} />;

/** A page that is one card with one thing to decide, where no frame stands around it. */
export function CenteredCard({ sign = logo, title, children }: CenteredCardProps): ReactNode {
  return (
    <main className={styles.page}>
      <Card as="section" gap={3} pad={6}>
        {sign}
        <Heading level={1}>{title}</Heading>
        {children}
      </Card>
    </main>
  );
}

/** A page that only waits. */
export function WaitingPage({ children }: { children: ReactNode }): ReactNode {
  return (
    <main className={styles.page} aria-busy="true">
      <Stack gap={4} align="center">
        {logo}
        {children}
      </Stack>
    </main>
  );
}
