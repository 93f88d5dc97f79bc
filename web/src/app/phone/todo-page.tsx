import {
  AuditOutlined,
  CheckSquareOutlined,
  FileDoneOutlined,
  KeyOutlined,
  RightOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { reviews } from '@dossier/contract/access/reviews';
import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import { type ReactNode, use, useId, useState } from 'react';
import { dayOf } from '../../modules/access/grant-fields.tsx';
import { waitingPath } from '../../modules/workflows/paths.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCallMutation } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed, usePageTitle } from '../../platform/ui/hooks.ts';
import { DividedList, Heading, PlainButton, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { GhostLines } from '../../platform/ui/list-panel.tsx';
import { Page } from '../../platform/ui/page-layout.tsx';
import { showTabOf } from '../../platform/wanted-tab.ts';
import styles from './phone-pages.module.css';
import { dueReviews, mostWaiting, useWaiting } from './waiting.ts';

/** /todo: what waits for the user, approvals first. */
export function TodoPage(): ReactNode {
  const t = useText('app.phone');
  usePageTitle(t('todo'));
  const [sizes, setSizes] = useState<{ requests?: number; reads?: number }>({});
  const waiting = useWaiting(sizes);
  const { approvals, requests, reads, hasFlows } = waiting;
  const due = dueReviews(waiting);
  const asked = [...(hasFlows ? [approvals] : []), requests, reads, waiting.reviews];
  const failed = asked.find(({ error, data }) => error !== null && data === undefined);
  const isPending = asked.some((one) => one.isPending);
  const late = useDelayed(isPending);
  const total = (approvals.data?.totalNumber ?? 0) + (requests.data?.totalNumber ?? 0) + (reads.data?.totalNumber ?? 0) + due.length;
  const retry = (): void => {
    for (const one of asked) if (one.error !== null) void one.refetch();
  };
  return (
    <Page narrow gap={4}>
      {failed && <ErrorBox error={failed.error} retry={retry} />}
      {approvals.data !== undefined && approvals.data.list.length > 0 && (
        <Section icon={<AuditOutlined />} title={t('approvals')} total={approvals.data.totalNumber}>
          {approvals.data.list.map((flow) => (
            <li key={flow.id}>
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
          ))}
          <More shown={approvals.data.list.length} total={approvals.data.totalNumber} to={waitingPath} />
        </Section>
      )}
      {requests.data !== undefined && requests.data.list.length > 0 && (
        <Section icon={<KeyOutlined />} title={t('requests')} total={requests.data.totalNumber}>
          {requests.data.list.map((one) => (
            <li key={one.id}>
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
          ))}
          <More
            shown={requests.data.list.length}
            total={requests.data.totalNumber}
            show={sizes.requests === undefined ? () => setSizes({ ...sizes, requests: mostWaiting }) : undefined}
          />
        </Section>
      )}
      {reads.data !== undefined && reads.data.list.length > 0 && (
        <Section icon={<FileDoneOutlined />} title={t('reads')} total={reads.data.totalNumber}>
          {reads.data.list.map((one) => (
            <ReadLine key={one.id} one={one} />
          ))}
          <More
            shown={reads.data.list.length}
            total={reads.data.totalNumber}
            show={sizes.reads === undefined ? () => setSizes({ ...sizes, reads: mostWaiting }) : undefined}
          />
        </Section>
      )}
      {due.length > 0 && (
        <Section icon={<SafetyCertificateOutlined />} title={t('reviews')} total={due.length}>
          {due.map((one) => (
            <ReviewLine key={one.objId} one={one} />
          ))}
        </Section>
      )}
      {total === 0 && isPending && late && <GhostLines />}
      {total === 0 && !isPending && failed === undefined && (
        <Empty icon={<CheckSquareOutlined />} title={t('nothingTodo')} hint={t('nothingTodoHint')} />
      )}
    </Page>
  );
}

interface SectionProps {
  icon: ReactNode;
  title: string;
  total: number;
  children: ReactNode;
}

function Section({ icon, title, total, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <Stack as="section" gap={1} aria-labelledby={id}>
      <Row gap={2}>
        <Text tone="muted">{icon}</Text>
        <Heading level={2} id={id}>
          {title}
        </Heading>
        <Text tone="muted" numeric>
          {total}
        </Text>
      </Row>
      <DividedList>{children}</DividedList>
    </Stack>
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

interface MoreProps {
  shown: number;
  total: number;
  /** The list of all, or what shows more here. */
  to?: string;
  show?: (() => void) | undefined;
}

function More({ shown, total, to, show }: MoreProps): ReactNode {
  const t = useText('app.phone');
  if (shown >= total || (to === undefined && show === undefined)) return null;
  const label = t('showAll', { count: total });
  return (
    <li>
      {to === undefined ? (
        <Button type="link" className={styles.more ?? ''} onClick={show}>
          {label}
        </Button>
      ) : (
        <AppLink to={to} className={styles.line}>
          {label}
        </AppLink>
      )}
    </li>
  );
}

type Read = NonNullable<ReturnType<typeof useWaiting>['reads']['data']>['list'][number];

/** A document to acknowledge: it opens with the request beside it. */
function ReadLine({ one }: { one: Read }): ReactNode {
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
