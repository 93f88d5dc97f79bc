import {
  AuditOutlined,
  BarChartOutlined,
  CheckSquareOutlined,
  CloudUploadOutlined,
  FileDoneOutlined,
  KeyOutlined,
  RightOutlined,
  SafetyCertificateOutlined,
  StarOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { reviews } from '@dossier/contract/access/reviews';
import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type ReactNode, use, useEffect, useId, useState } from 'react';
import { dayOf } from '../../modules/access/grant-fields.tsx';
import { meetingsPath, scorePath, votePath } from '../../modules/meetings/paths.ts';
import { WaitingFact } from '../../modules/meetings/waiting-fact.tsx';
import { waitingPath } from '../../modules/workflows/paths.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCallMutation } from '../../platform/query.ts';
import { receivedFiles } from '../../platform/received-files.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Heading, PlainButton, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { GhostLines } from '../../platform/ui/list-panel.tsx';
import { Page } from '../../platform/ui/page-layout.tsx';
import { showTabOf } from '../../platform/wanted-tab.ts';
import { receivePath } from './paths.ts';
import styles from './phone-pages.module.css';
import { type WaitingSizes, countWaiting, dueReviews, mostWaiting, runningMeetings, useWaiting } from './waiting.ts';

/** /todo: what waits for the user: what runs now, then approvals. */
export function TodoPage(): ReactNode {
  const t = useText('app.phone');
  const [sizes, setSizes] = useState<WaitingSizes>({});
  const waiting = useWaiting(sizes);
  const { approvals, requests, reads, hasFlows } = waiting;
  const asked = [...(hasFlows ? [approvals] : []), requests, reads, waiting.reviews, waiting.votes, waiting.scores, waiting.meetings];
  const failed = asked.find(({ error, data }) => error !== null && data === undefined);
  const isPending = asked.some((one) => one.isPending);
  const late = useDelayed(isPending);
  const received = useReceivedCount();
  const isEmpty = countWaiting(waiting) === 0 && received === 0;
  const retry = (): void => {
    for (const one of asked) if (one.error !== null) void one.refetch();
  };
  const showAll = (kind: keyof WaitingSizes) => (sizes[kind] === undefined ? () => setSizes({ ...sizes, [kind]: mostWaiting }) : undefined);
  return (
    <Page narrow gap={4}>
      {failed && <ErrorBox error={failed.error} retry={retry} />}
      {received > 0 && (
        <AppLink to={receivePath} className={styles.line}>
          <Line
            icon={
              <Text size="xl" tone="accent">
                <CloudUploadOutlined />
              </Text>
            }
            name={t('received', { count: received })}
            fact={t('receivedHint')}
          />
        </AppLink>
      )}
      <Section icon={<TeamOutlined />} title={t('running')} found={whole(runningMeetings(waiting))}>
        {(meeting) => <MeetingLine key={meeting.id} meeting={meeting} />}
      </Section>
      <Section icon={<AuditOutlined />} title={t('approvals')} found={approvals.data} to={waitingPath}>
        {(flow) => <FlowLine key={flow.id} flow={flow} />}
      </Section>
      <Section icon={<BarChartOutlined />} title={t('votes')} found={waiting.votes.data} show={showAll('votes')}>
        {(vote) => <VoteLine key={vote.id} vote={vote} />}
      </Section>
      <Section icon={<StarOutlined />} title={t('scores')} found={waiting.scores.data} show={showAll('scores')}>
        {(sheet) => <ScoreLine key={sheet.id} sheet={sheet} />}
      </Section>
      <Section icon={<KeyOutlined />} title={t('requests')} found={requests.data} show={showAll('requests')}>
        {(one) => <RequestLine key={one.id} one={one} />}
      </Section>
      <Section icon={<FileDoneOutlined />} title={t('reads')} found={reads.data} show={showAll('reads')}>
        {(one) => <ReadLine key={one.id} one={one} />}
      </Section>
      <Section icon={<SafetyCertificateOutlined />} title={t('reviews')} found={whole(dueReviews(waiting))}>
        {(one) => <ReviewLine key={one.objId} one={one} />}
      </Section>
      {isEmpty && isPending && late && <GhostLines />}
      {isEmpty && !isPending && failed === undefined && (
        <Empty icon={<CheckSquareOutlined />} title={t('nothingTodo')} hint={t('nothingTodoHint')} />
      )}
    </Page>
  );
}

interface PartOfList<T> {
  list: readonly T[];
  totalNumber: number;
}

/** How many files wait that other apps shared, as where the window was closed before they were uploaded. */
function useReceivedCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    receivedFiles().then(
      ({ length }) => setCount(length),
      () => undefined,
    );
  }, []);
  return count;
}

const whole = <T,>(list: readonly T[]): PartOfList<T> => ({ list, totalNumber: list.length });

interface SectionProps<T> {
  icon: ReactNode;
  title: string;
  found: PartOfList<T> | undefined;
  /** The list of all, or what shows more here. */
  to?: string;
  show?: (() => void) | undefined;
  children: (entry: T) => ReactNode;
}

/** What waits of one kind; nothing where nothing does. */
function Section<T>({ icon, title, found, to, show, children }: SectionProps<T>): ReactNode {
  const t = useText('app.phone');
  const id = useId();
  if (found === undefined || found.list.length === 0) return null;
  const label = t('showAll', { count: found.totalNumber });
  const hasMore = found.list.length < found.totalNumber;
  return (
    <Stack as="section" gap={1} aria-labelledby={id}>
      <Row gap={2}>
        <Text tone="muted">{icon}</Text>
        <Heading level={2} id={id}>
          {title}
        </Heading>
        <Text tone="muted" numeric>
          {found.totalNumber}
        </Text>
      </Row>
      <DividedList>
        {found.list.map(children)}
        {hasMore && to !== undefined && (
          <li>
            <AppLink to={to} className={styles.line}>
              <Text tone="accent">{label}</Text>
            </AppLink>
          </li>
        )}
        {hasMore && show !== undefined && (
          <li>
            <PlainButton className={styles.line} onClick={show}>
              <Text tone="accent">{label}</Text>
            </PlainButton>
          </li>
        )}
      </DividedList>
    </Stack>
  );
}

type Waiting = ReturnType<typeof useWaiting>;
type EntryOf<K extends 'approvals' | 'requests' | 'reads' | 'votes' | 'scores'> = NonNullable<Waiting[K]['data']>['list'][number];

function FlowLine({ flow }: { flow: EntryOf<'approvals'> }): ReactNode {
  return (
    <li>
      <AppLink to={`${waitingPath}?flowId=${flow.id}`} className={styles.line}>
        <Line
          name={flow.title}
          fact={
            <>
              {flow.applicantName} · <RelativeTime iso={flow.submitTime ?? flow.createTime} />
            </>
          }
        />
      </AppLink>
    </li>
  );
}

function MeetingLine({ meeting }: { meeting: ReturnType<typeof runningMeetings>[number] }): ReactNode {
  return (
    <li>
      <AppLink to={meetingsPath} query={{ id: meeting.id }} className={styles.line}>
        <Line
          name={meeting.title}
          fact={
            <>
              {meeting.hostName} · <RelativeTime iso={meeting.startTime} />
            </>
          }
        />
      </AppLink>
    </li>
  );
}

function VoteLine({ vote }: { vote: EntryOf<'votes'> }): ReactNode {
  return (
    <li>
      <AppLink to={votePath} query={{ id: vote.id }} className={styles.line}>
        <Line name={vote.question} fact={<WaitingFact asked={vote} />} />
      </AppLink>
    </li>
  );
}

function ScoreLine({ sheet }: { sheet: EntryOf<'scores'> }): ReactNode {
  return (
    <li>
      <AppLink to={scorePath} query={{ id: sheet.id }} className={styles.line}>
        <Line name={sheet.title} fact={<WaitingFact asked={sheet} />} />
      </AppLink>
    </li>
  );
}

function RequestLine({ one }: { one: EntryOf<'requests'> }): ReactNode {
  const t = useText('app.phone');
  return (
    <li>
      <AppLink to={`/rights/requests?id=${one.objId}`} className={styles.line}>
        <Line
          icon={<FileIcon objType={one.objType} />}
          name={one.objName}
          fact={
            <>
              {t('asksFor', { name: one.personName })} · <RelativeTime iso={one.askedAt} />
            </>
          }
        />
      </AppLink>
    </li>
  );
}

/** An entry: what it is about, and below that who asks and when. */
function Line({ icon, name, fact }: { icon?: ReactNode; name: string; fact: ReactNode }): ReactNode {
  return (
    <>
      {icon}
      <Stack as="span" grow>
        <Text truncate>{name}</Text>
        <Text size="s" tone="muted" truncate>
          {fact}
        </Text>
      </Stack>
      <Text tone="faint" size="xs">
        <RightOutlined />
      </Text>
    </>
  );
}

/** A document to acknowledge: it opens with the request beside it. */
function ReadLine({ one }: { one: EntryOf<'reads'> }): ReactNode {
  const words = useText('acknowledgements');
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  const show = async (): Promise<void> => {
    showTabOf(one.objId, 'acknowledgements');
    await open(await call(library.documentDetail, { id: one.objId }), { place: 'home', go });
  };
  return (
    <li>
      <AppLink
        to={`/docpreview?id=${one.objId}`}
        className={styles.line}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void show().catch(() => undefined);
        }}
      >
        <Line
          icon={<FileIcon objType={objType.document} {...(one.ext !== undefined && { ext: one.ext })} />}
          name={one.name}
          fact={
            <>
              {one.creatorName} ·{' '}
              {one.dueTime === undefined ? <RelativeTime iso={one.createTime} /> : words('dueBy', { time: dayOf(one.dueTime) })}
            </>
          }
        />
      </AppLink>
    </li>
  );
}

type Due = ReturnType<typeof dueReviews>[number];

/** A review that is due: pressing it begins it, or goes on. */
function ReviewLine({ one }: { one: Due }): ReactNode {
  const t = useText('app.phone');
  const go = useNavigate();
  const begin = useCallMutation(reviews.open, { refresh: [reviews.history, reviews.states] });
  const start = async (): Promise<void> => go('/rights/review', { id: (await begin.mutateAsync({ objId: one.objId })).id });
  return (
    <li>
      <PlainButton className={styles.line} disabled={begin.isPending} onClick={() => void start().catch(() => undefined)}>
        <Line
          icon={<FileIcon objType={one.objType} />}
          name={one.objName}
          fact={one.nextAt !== undefined && t('overdueSince', { time: dayOf(one.nextAt) })}
        />
      </PlainButton>
    </li>
  );
}
