import type { OutputOf } from '@dossier/contract/core/route';
import { attachments } from '@dossier/contract/documents/attachments';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import type { FlowGraph } from '@dossier/contract/workflows/flow-graph';
import type { Flow, FlowKind, FlowStep, ForeseenApprovers } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { joinedNames, useLanguage, useText } from '../../../platform/i18n.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { StatusText } from '../../../platform/ui/page-parts.tsx';

/** A flow with all details that the user may see. */
export type FlowDetail = OutputOf<typeof flows.show>;

/** The source of a form: a template, and the flow if it was saved already. */
export interface FormSource {
  templateId: string;
  flowKind: FlowKind;
  /** The flow has no number yet, and its requester types it. */
  typedNumber: boolean;
  /** The publishing cabinet that it writes to, where the user sees it. */
  cabinetId?: string | undefined;
  fields: readonly FlowField[];
  graph: FlowGraph;
  flow?: FlowDetail | undefined;
  templateName: string;
}

/** Text key of the approvers who manage the documents or the target. */
export const managerTextKey = (kind: FlowKind) => (kind === 'upload' ? 'approver_place' : 'approver_manager');

/** The calls invalidated by a change of a flow. */
export const flowRoutesChanged = [flows.show, flows.list, flows.counts, attachments.list];

const statusTones = {
  waiting: 'accent',
  passed: 'done',
  returned: 'warn',
  rejected: 'danger',
  draft: undefined,
  withdrawn: undefined,
} as const;

/** The state of a flow, as text with a coloured dot. */
export function StatusTag({ status }: Pick<Flow, 'status'>): ReactNode {
  const t = useText('workflows');
  return <StatusText tone={statusTones[status]}>{t(`status_${status}`)}</StatusText>;
}

/** The urgency of a flow, unless it is normal. */
export function UrgencyTag({ urgency }: Pick<Flow, 'urgency'>): ReactNode {
  const t = useText('workflows');
  if (urgency !== 1 && urgency !== 2) return null;
  return <Tag {...(urgency === 2 && { color: 'error' })}>{t(`urgency_${urgency}`)}</Tag>;
}

/** A due date; marked when it is past. */
export function DueTime({ iso, over }: { iso: string | undefined; over: boolean }): ReactNode {
  useLanguage();
  if (iso === undefined) return '–';
  return (
    <Text nowrap tone={over ? 'danger' : undefined}>
      <time dateTime={iso} title={formatExactTime(iso)}>
        {formatExactTime(iso).slice(0, -3)}
      </time>
    </Text>
  );
}

/** The rule that passes a step, its days, and whether it asks for a signature. */
export function RuleOf({ step }: { step: Pick<FlowStep, 'rule' | 'percent' | 'days' | 'signs'> }): ReactNode {
  const t = useText('workflows');
  const rule = step.rule === 'percent' ? t('rule_percent_n', { count: step.percent ?? 100 }) : t(`rule_${step.rule}`);
  return (
    <Text as="small" size="s" tone="muted">
      {[
        rule,
        ...(step.days === undefined ? [] : [t('withinDays', { count: step.days })]),
        ...(step.signs === true ? [t('bySignature')] : []),
      ].join(' · ')}
    </Text>
  );
}

/** The approvers of a step, as its template names them. */
export function Approvers({ step, flowKind }: { step: Pick<FlowStep, 'approvers'>; flowKind: FlowKind }): ReactNode {
  const t = useText('workflows');
  const names = step.approvers.map(({ kind, name, gone }) =>
    kind === 'person' || kind === 'role'
      ? gone
        ? t('goneOne')
        : name
      : t(kind === 'manager' ? managerTextKey(flowKind) : `approver_${kind}`),
  );
  return (
    <Text size="s" tone="muted">
      {joinedNames(names)}
    </Text>
  );
}

/** Whom a step will ask, as things are. */
export function ForeseenPeople({ people, more, alone }: ForeseenApprovers): ReactNode {
  const t = useText('workflows');
  return (
    <>
      {alone && <AloneNote />}
      <Row as="ul" gap={3} wrap>
        {people.map((name, at) => (
          <Row as="li" key={at} gap={1}>
            <Avatar name={name} size={20} />
            <Text size="s">{name}</Text>
          </Row>
        ))}
        {more > 0 && (
          <Text as="li" size="s" tone="muted">
            {t('morePeople', { count: more })}
          </Text>
        )}
      </Row>
    </>
  );
}

/** Tells why others are asked than those whom the template names. */
function AloneNote(): ReactNode {
  const t = useText('workflows');
  return (
    <Text size="s" tone="muted">
      {t('decidesAlone')}
    </Text>
  );
}

/** The rule of a step; where nobody whom it names can be asked, one of those asked instead decides. */
export const ruleWith = <Step extends Pick<FlowStep, 'rule' | 'percent'>>(step: Step, alone: boolean | undefined): Step =>
  alone === true ? { ...step, rule: 'any' } : step;

/** Who is asked in a step, and what each has said. */
export function Tasks({ tasks }: { tasks: FlowDetail['tasks'] }): ReactNode {
  const t = useText('workflows');
  const shown = tasks.flatMap((task) => (task.state === 'lapsed' ? [] : [{ ...task, state: task.state }]));
  return (
    <>
      {shown.some(({ alone }) => alone) && <AloneNote />}
      <Stack as="ul" gap={1}>
        {shown.map((task, at) => (
          <Row as="li" key={at} gap={2} wrap>
            <Avatar name={task.personName} url={task.avatarUrl} size={20} />
            {task.personName || t('goneOne')}
            <Text as="small" size="s" tone="muted">
              {t(`task_${task.state}`)}
              {task.substituteName !== undefined && ` · ${t('standInNow', { name: task.substituteName })}`}
            </Text>
          </Row>
        ))}
      </Stack>
    </>
  );
}
