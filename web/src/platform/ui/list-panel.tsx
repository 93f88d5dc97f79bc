import { type ReactNode, createContext, use, useId, useLayoutEffect } from 'react';
import { ErrorBox } from './error-box.tsx';
import { Hint } from './hint.tsx';
import { useDelayed } from './hooks.ts';
import { Card, Heading, Row, Stack, Text } from './layout.tsx';
import styles from './list-panel.module.css';

/** What a panel has to show; a failure is something too. */
export type PanelState = 'pending' | 'empty' | 'some';

/** What the page around a panel asks of it. */
interface PanelPlace {
  /** Called when its state is known and when it changes; `empty` says what would stand in it. An empty panel draws nothing. */
  report: (state: PanelState, empty: string) => void;
  /** It is one group in a list of several: without a frame, and under a smaller heading. */
  isGroup: boolean;
}

/** The place of a panel on a page that folds empty ones; without it they stay, and say so. */
export const PanelPlaceContext = createContext<PanelPlace | undefined>(undefined);

/** Tells the page around a panel what it has to show; before the frame, so that lists that are known already cause no other one. */
function usePanelState({ error, data, isPending }: PanelResult<unknown>, empty: string | undefined): PanelState {
  const place = use(PanelPlaceContext);
  const isFailed = Boolean(error) && data === undefined;
  const state = isFailed ? 'some' : isPending ? 'pending' : empty === undefined ? 'some' : 'empty';
  const report = place?.report;
  useLayoutEffect(() => report?.(state, empty ?? ''), [report, state, empty]);
  return state;
}

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
  /** What would stand in it, where there is nothing. */
  empty?: string | undefined;
  children: ReactNode;
}

/** A panel of the home page: its head, and its content or why that is missing. */
export function Panel({ icon, title, all, found, empty, children }: PanelProps): ReactNode {
  const id = useId();
  const place = use(PanelPlaceContext);
  const state = usePanelState(found, empty);
  if (place !== undefined && state === 'empty') return null;
  const isGroup = place?.isGroup === true;
  return (
    <Card as="section" pad={0} aria-labelledby={id} className={isGroup ? styles.group : undefined}>
      <Row as="header" gap={2} pad={[0, 4]} className={styles.head}>
        <Text tone="muted">{icon}</Text>
        <Heading level={isGroup ? 3 : 2} size={isGroup ? 's' : 'm'} grow id={id}>
          {title}
        </Heading>
        <Text size="s">{all}</Text>
      </Row>
      <div className={styles.body} aria-busy={found.isPending}>
        {Boolean(found.error) && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
        {state === 'empty' ? <PanelText>{empty}</PanelText> : children}
      </div>
    </Card>
  );
}

/** A sentence of a panel. */
export const PanelText = ({ children }: { children: ReactNode }): ReactNode => <Hint className={styles.text}>{children}</Hint>;

/** Stands for the first lines of a list that is late. */
export const GhostLines = (): ReactNode => Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />);

interface ListPanelProps<T> extends Omit<PanelProps, 'found' | 'empty' | 'children'> {
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
    <Panel {...props} found={found} all={some && all} empty={list?.length === 0 ? empty : undefined}>
      {late && <GhostLines />}
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
