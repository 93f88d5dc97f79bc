import { type ReactNode, useId } from 'react';
import { ErrorBox } from './error-box.tsx';
import { useDelayed } from './hooks.ts';
import styles from './list-panel.module.css';

/** The query result that a panel shows. */
interface PanelResult<T> {
  data?: T | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

interface PanelProps {
  icon: ReactNode;
  title: string;
  /** A link at the end of the head. */
  all?: ReactNode;
  found: PanelResult<unknown>;
  children: ReactNode;
}

/** A panel of the home page: its head, and its content or why that is missing. */
export function Panel({ icon, title, all, found, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        {icon}
        <h2 id={id}>{title}</h2>
        {all}
      </header>
      <div className={styles.body} aria-busy={found.isPending}>
        {Boolean(found.error) && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
        {children}
      </div>
    </section>
  );
}

/** A sentence of a panel. */
export const PanelText = ({ children }: { children: ReactNode }): ReactNode => <p className={styles.text}>{children}</p>;

interface ListPanelProps<T> extends Omit<PanelProps, 'found' | 'children'> {
  found: PanelResult<{ list: readonly T[] }>;
  /** Text for an empty list, which has no link to all. */
  empty: string;
  /** The link of an entry, with a `PanelLine` in it. */
  children: (entry: T) => ReactNode;
}

/** A panel that lists links. */
export function ListPanel<T extends { id: string }>({ found, empty, all, children, ...props }: ListPanelProps<T>): ReactNode {
  const late = useDelayed(found.isPending);
  const list = found.data?.list;
  const some = list !== undefined && list.length > 0;
  return (
    <Panel {...props} found={found} all={some && all}>
      {late && Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />)}
      {list?.length === 0 && <PanelText>{empty}</PanelText>}
      {some && (
        <ul className={styles.list}>
          {list.map((entry) => (
            <li key={entry.id}>{children(entry)}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The line of an entry: its name, which is cut where it is too long, and a fact at the end. */
export function PanelLine({ icon, name, fact }: { icon?: ReactNode; name: string; fact: ReactNode }): ReactNode {
  return (
    <>
      {icon}
      <span className={styles.name}>{name}</span>
      <span className={styles.fact}>{fact}</span>
    </>
  );
}
