import type { ReactNode } from 'react';
import styles from './key-list.module.css';
import { Row } from './layout.tsx';
import { Facts } from './page-layout.tsx';

/** Shortcuts and what they do. */
export function KeyList({ keys }: { keys: readonly (readonly [keys: readonly string[], does: string])[] }): ReactNode {
  const facts = keys.map(
    ([pressed, does]) =>
      [
        <Row key={does} gap={1}>
          {pressed.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Row>,
        does,
      ] as const,
  );
  return <Facts vertical className={styles.keys} facts={facts} />;
}
