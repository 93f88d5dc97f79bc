import {
  BellOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  ExclamationCircleFilled,
  ExportOutlined,
  InfoCircleOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { FlowEvent, FlowEventKind } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useReducer } from 'react';
import { call } from '../../../platform/call.ts';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import styles from '../flows.module.css';
import type { FlowDetail } from './flow-view.tsx';

type Sign = { icon: ReactNode; tone?: 'done' | 'danger' | 'warn' };

const lost: Sign = { icon: <ExclamationCircleFilled />, tone: 'warn' };
const told: Sign = { icon: <BellOutlined /> };
const started: Sign = { icon: <ExportOutlined /> };

/** The signs of what the server did; people have their faces. */
const signs: Partial<Record<FlowEventKind, Sign>> = {
  opened: { icon: <UserOutlined /> },
  escalated: lost,
  passed: { icon: <CheckCircleFilled />, tone: 'done' },
  effective: { icon: <CheckCircleFilled />, tone: 'done' },
  rejected: { icon: <CloseCircleFilled />, tone: 'danger' },
  due: { icon: <ClockCircleOutlined />, tone: 'warn' },
  delayed: { icon: <ClockCircleOutlined /> },
  timerEnded: { icon: <ClockCircleOutlined /> },
  notified: told,
  subflowStarted: started,
  subflowEnded: started,
  subflowFailed: lost,
  givenUp: lost,
  looped: lost,
};

/** The history of a flow, as a line through time with who did what: the newest entries, and those before them on demand. */
export function FlowTrail({ flow: { id, trail, trailGoesOn = false } }: { flow: FlowDetail }): ReactNode {
  const t = useText('workflows');
  const [isAsked, ask] = useReducer(() => true, false);
  const first = trail[0]?.id ?? '';
  // from the first shown entry on: where newer ones push it out of these, what lies between is loaded too
  const older = useInfiniteQuery({
    queryKey: [flows.trail.path, 'pages', id, first],
    queryFn: ({ pageParam, signal }) => call(flows.trail, { id, before: pageParam }, { quiet: true, signal }),
    initialPageParam: first,
    getNextPageParam: ({ list, goesOn }) => (goesOn ? list[0]?.id : undefined),
    enabled: isAsked && trailGoesOn,
  });
  const before = older.data?.pages.toReversed().flatMap(({ list }) => list) ?? [];
  const goesOn = older.data === undefined ? trailGoesOn : older.hasNextPage;
  const more = (): void => (isAsked ? void (older.data ? older.fetchNextPage() : older.refetch()) : ask());
  return (
    <>
      {older.error && <ErrorBox small error={older.error} retry={more} />}
      {goesOn && !older.error && (
        <Row>
          <Button size="small" loading={older.isFetching} onClick={more}>
            {t('trailMore')}
          </Button>
        </Row>
      )}
      <Stack as="ol" className={styles.measure}>
        {[...before, ...trail].map((line) => (
          <Row as="li" key={line.id} gap={3} align="start" className={styles.stop}>
            <Face line={line} />
            <TrailText line={line} />
          </Row>
        ))}
      </Stack>
    </>
  );
}

function Face({ line: { kind, personName, avatarUrl } }: { line: FlowEvent }): ReactNode {
  if (personName !== '') return <Avatar name={personName} url={avatarUrl} size={28} />;
  const { icon, tone } = signs[kind] ?? { icon: <InfoCircleOutlined /> };
  return (
    <Text as="span" tone={tone ?? 'muted'} className={styles.stopSign} aria-hidden>
      {icon}
    </Text>
  );
}

function TrailText({ line }: { line: FlowEvent }): ReactNode {
  const t = useText('workflows');
  return (
    <Stack grow gap={1}>
      <Text as="div">
        {t(`event_${line.kind}`, { name: line.personName, step: line.stepName, names: joinedNames(line.names) || '–' })}
        {line.forName !== '' && <Text tone="muted"> {t('insteadOf', { name: line.forName })}</Text>}
      </Text>
      {line.opinion !== '' && <q className={styles.quote}>{line.opinion}</q>}
      <Text size="xs" tone="muted">
        <RelativeTime iso={line.time} />
      </Text>
    </Stack>
  );
}
