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
import type { ReactNode } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import styles from '../flows.module.css';

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

/** The history of a flow, as a line through time with who did what. */
export function FlowTrail({ list }: { list: readonly FlowEvent[] }): ReactNode {
  return (
    <Stack as="ol" className={styles.measure}>
      {list.map((line) => (
        <Row as="li" key={line.id} gap={3} align="start" className={styles.stop}>
          <Face line={line} />
          <TrailText line={line} />
        </Row>
      ))}
    </Stack>
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
