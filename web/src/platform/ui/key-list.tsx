import type { ReactNode } from 'react';
import styles from './key-list.module.css';

/** Shortcuts and what they do. */
export function KeyList({ keys }: { keys: readonly (readonly [keys: readonly string[], does: string])[] }): ReactNode {
  return (
    <dl className={styles.keys}>
      {keys.map(([pressed, does]) => (
        <div key={does}>
          <dt>
            {pressed.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
