import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Flow, FlowKind, FlowStep } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import type { ReactNode } from 'react';
import { formatExactTime } from '../../../platform/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import styles from '../flows.module.css';
import detail from './flow-detail.module.css';

/** A flow with all details that the user may see. */
export type FlowDetail = OutputOf<typeof flows.show>;

/** The source of a form: a template, and the flow if it was saved already. */
export interface FormSource {
  templateId: string;
  flowKind: FlowKind;
  /** The publishing cabinet that it writes to, where the user sees it. */
  cabinetId?: string | undefined;
  flow?: FlowDetail | undefined;
}

/** Text key of the approvers who manage the documents or the target. */
export const managerTextKey = (kind: FlowKind) => (kind === 'upload' ? 'approver_place' : 'approver_manager');

/** The calls invalidated by a change of a flow. */
export const flowRoutesChanged = [flows.show, flows.list, flows.counts];

/** The state of a flow, as text with a coloured dot. */
export function StatusTag({ status }: Pick<Flow, 'status'>): ReactNode {
  const t = useText('workflows');
  return (
    <span className={styles.state} data-state={status}>
      {t(`status_${status}`)}
    </span>
  );
}

/** The urgency of a flow, unless it is normal. */
export function UrgencyTag({ urgency }: Pick<Flow, 'urgency'>): ReactNode {
  const t = useText('workflows');
  if (urgency !== 1 && urgency !== 2) return null;
  return (
    <span className={styles.urgency} data-urgency={urgency}>
      {t(`urgency_${urgency}`)}
    </span>
  );
}

/** A due date; marked when it is past. */
export function DueTime({ iso, over }: { iso: string | undefined; over: boolean }): ReactNode {
  useLanguage();
  if (iso === undefined) return '–';
  return (
    <time className={styles.due} data-over={over || undefined} dateTime={iso} title={formatExactTime(iso)}>
      {formatExactTime(iso).slice(0, -3)}
    </time>
  );
}

type StepState = 'done' | 'now' | 'refused' | 'later';

const signs: Record<StepState, ReactNode> = {
  done: <CheckCircleFilled />,
  now: <ClockCircleFilled />,
  refused: <CloseCircleFilled />,
  later: <MinusCircleOutlined />,
};

function stateOf({ status, step }: FlowDetail, at: number): StepState {
  if (status === 'passed') return 'done';
  if (status === 'draft' || status === 'returned' || status === 'withdrawn') return at < step ? 'done' : 'later';
  if (at < step) return 'done';
  if (at > step) return 'later';
  return status === 'rejected' ? 'refused' : 'now';
}

/** The steps of a flow, and its current approvers. */
export function Steps({ flow }: { flow: FlowDetail }): ReactNode {
  const t = useText('workflows');
  return (
    <ol className={detail.steps}>
      {flow.stepList.map((step, at) => {
        const state = stateOf(flow, at);
        return (
          <li key={at} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={detail.sign} role="img" aria-label={t(`step_${state}`)} title={t(`step_${state}`)}>
              {signs[state]}
            </span>
            <div>
              <strong>{step.name}</strong>
              <RuleOf step={step} />
              {state === 'now' && flow.tasks.length > 0 ? <Tasks tasks={flow.tasks} /> : <Approvers step={step} flowKind={flow.flowKind} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The rule that passes a step, and its days. */
export function RuleOf({ step }: { step: Pick<FlowStep, 'rule' | 'percent' | 'days'> }): ReactNode {
  const t = useText('workflows');
  const rule = step.rule === 'percent' ? t('rule_percent_n', { count: step.percent ?? 100 }) : t(`rule_${step.rule}`);
  return <small className={detail.rule}>{step.days === undefined ? rule : `${rule} · ${t('withinDays', { count: step.days })}`}</small>;
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
  return <span className={detail.people}>{names.join(', ')}</span>;
}

function Tasks({ tasks }: { tasks: FlowDetail['tasks'] }): ReactNode {
  const t = useText('workflows');
  return (
    <ul className={detail.tasks}>
      {tasks
        .flatMap((task) => (task.state === 'lapsed' ? [] : [{ ...task, state: task.state }]))
        .map((task, at) => (
          <li key={at} data-state={task.state}>
            {task.personName || t('goneOne')}
            <small>
              {t(`task_${task.state}`)}
              {task.substituteName !== undefined && ` · ${t('standInNow', { name: task.substituteName })}`}
            </small>
          </li>
        ))}
    </ul>
  );
}
