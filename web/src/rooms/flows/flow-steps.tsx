import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import type { FlowKind, FlowStep } from '@dossier/contract/flow-shapes';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import detail from './flow-detail.module.css';
import { managerWord, type Shown } from './shown.ts';

type StepState = 'done' | 'now' | 'refused' | 'later';

const signs: Record<StepState, ReactNode> = {
  done: <CheckCircleFilled />,
  now: <ClockCircleFilled />,
  refused: <CloseCircleFilled />,
  later: <MinusCircleOutlined />,
};

function stateOf({ status, step }: Shown, at: number): StepState {
  if (status === 'passed') return 'done';
  if (status === 'draft' || status === 'returned' || status === 'withdrawn') return at < step ? 'done' : 'later';
  if (at < step) return 'done';
  if (at > step) return 'later';
  return status === 'rejected' ? 'refused' : 'now';
}

/** The steps of a flow one below the other, and whom it waits for. */
export function Steps({ flow }: { flow: Shown }): ReactNode {
  const t = useText('flows');
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

/** Whose word passes a step, and within how many days. */
export function RuleOf({ step }: { step: Pick<FlowStep, 'rule' | 'percent' | 'days'> }): ReactNode {
  const t = useText('flows');
  const rule = step.rule === 'percent' ? t('rule_percent_n', { n: step.percent ?? 100 }) : t(`rule_${step.rule}`);
  return <small className={detail.rule}>{step.days === undefined ? rule : `${rule} · ${t('withinDays', { n: step.days })}`}</small>;
}

/** Who is asked in a step, as its template says it. */
export function Approvers({ step, flowKind }: { step: Pick<FlowStep, 'approvers'>; flowKind: FlowKind }): ReactNode {
  const t = useText('flows');
  const names = step.approvers.map(({ kind, name, gone }) =>
    kind === 'person' || kind === 'role'
      ? gone
        ? t('goneOne')
        : name
      : t(kind === 'manager' ? managerWord(flowKind) : `approver_${kind}`),
  );
  return <span className={detail.people}>{names.join(', ')}</span>;
}

function Tasks({ tasks }: { tasks: Shown['tasks'] }): ReactNode {
  const t = useText('flows');
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
