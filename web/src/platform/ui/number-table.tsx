import type { ReactNode } from 'react';
import { classNames } from './layout.tsx';
import styles from './number-table.module.css';

interface NumberTableProps {
  label: string;
  /** What the rows are, and the names of the columns. */
  head: readonly [string, ...string[]];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[];
  /** Limits the height, for instance. */
  className?: string | undefined;
}

/** A few numbers in rows with a name; scrolls what does not fit below its head. */
export function NumberTable({ label, head, rows, className }: NumberTableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by the keyboard
    <section className={classNames(styles.region, className)} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
