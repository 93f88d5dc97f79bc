import { type ReactNode, useId } from 'react';
import { ErrorBox } from './error-box.tsx';
import { Hint } from './hint.tsx';
import { useDelayed } from './hooks.ts';
import { Card, Heading, Row, Stack, Text } from './layout.tsx';
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
    <Card as="section" pad={0} aria-labelledby={id}>
      <Row as="header" gap={2} pad={[0, 4]} className={styles.head}>
        <Text tone="muted">{icon}</Text>
        <Heading level={2} size="m" grow id={id}>
          {title}
        </Heading>
        <Text size="s">{all}</Text>
      </Row>
      <div className={styles.body} aria-busy={found.isPending}>
        {Boolean(found.error) && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
        {children}
      </div>
    </Card>
  );
}

/** A sentence of a panel. */
export const PanelText = ({ children }: { children: ReactNode }): ReactNode => <Hint className={styles.text}>{children}</Hint>;

/** Stands for the first lines of a list that is late. */
export const GhostLines = (): ReactNode => Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />);

interface ListPanelProps<T> extends Omit<PanelProps, 'found' | 'children'> {
  found: PanelResult<{ list: readonly T[] }>;
  /** Text for an empty list, which has no link to all. */
  empty: string;
  /** The link of an entry, of `entryClass`, with a `PanelLine` in it. */
  children: (entry: T) => ReactNode;
}

/** A panel that lists links. */
export function ListPanel<T extends { id: string }>({ found, empty, all, children, ...props }: ListPanelProps<T>): ReactNode {
  const late = useDelayed(found.isPending);
  const list = found.data?.list;
  const some = list !== undefined && list.length > 0;
  return (
    <Panel {...props} found={found} all={some && all}>
      {late && <GhostLines />}
      {list?.length === 0 && <PanelText>{empty}</PanelText>}
      {some && (
        <Stack as="ul">
          {list.map((entry) => (
            <li key={entry.id}>{children(entry)}</li>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

/** The line of an entry: its name, which is cut where it is too long, and a fact at the end. */
export function PanelLine({ icon, name, fact }: { icon?: ReactNode; name: string; fact: ReactNode }): ReactNode {
  return (
    <>
      {icon}
      <Text size="s" truncate grow>
        {name}
      </Text>
      <Text size="xs" tone="muted" nowrap numeric>
        {fact}
      </Text>
    </>
  );
}
