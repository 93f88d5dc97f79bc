import { MinusCircleOutlined } from '@ant-design/icons';
import type { FlowNode } from '@dossier/contract/workflows/flow-graph';
import type { FlowPosition } from '@dossier/contract/workflows/flow-shapes';
import { Skeleton } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { useDesignWords } from '../designer/design-words.ts';
import designer from '../designer/designer.module.css';
import { FlowCanvas } from '../designer/flow-tab.tsx';
import { layOut } from '../designer/graph-layout.ts';
import { type NodeMark, type NodeState, stateSigns } from '../designer/node-marks.tsx';
import { minePath } from '../paths.ts';
import { Approvers, type FlowDetail, RuleOf, Tasks } from './flow-view.tsx';

const stateOf = { waiting: 'waiting', passed: 'done', rejected: 'rejected', cancelled: 'cancelled' } as const;
const stepWords = { waiting: 'step_now', done: 'step_done', rejected: 'step_refused', cancelled: 'step_cancelled' } as const;

/** The visits of each node, in order. */
const visitsOf = ({ positions }: FlowDetail): Map<string, FlowPosition[]> => Map.groupBy(positions, ({ node }) => node);

/** How far the flow is with each node, and who has it. */
function useMarks(flow: FlowDetail): Map<string, NodeMark> {
  const t = useText('workflows');
  const d = useText('designer');
  const marks = new Map<string, NodeMark>();
  for (const [node, visits] of visitsOf(flow)) {
    const last = visits.at(-1);
    if (last === undefined) continue;
    const state: NodeState = stateOf[last.state];
    const word = t(stepWords[state]);
    const people = flow.tasks.flatMap((task) =>
      task.position === last.id && task.state === 'waiting' ? [task.personName || t('goneOne')] : [],
    );
    const due = last.dueTime === undefined ? '' : ` · ${d('dueAt', { time: formatExactTime(last.dueTime).slice(0, -3) })}`;
    const text =
      state !== 'waiting'
        ? undefined
        : people.length > 0
          ? `${d('waitsFor', { names: joinedNames(people) })}${due}`
          : due === ''
            ? undefined
            : due.slice(3);
    marks.set(node, {
      state,
      word: visits.length > 1 ? d('visited', { word, count: visits.length }) : word,
      ...(text !== undefined && { text }),
    });
  }
  const start = flow.graph.nodes.find(({ kind }) => kind === 'start');
  if (start !== undefined && marks.size > 0 && !marks.has(start.id)) marks.set(start.id, { state: 'done', word: t('step_done') });
  return marks;
}

/** The picture of a flow: where it is, and who has it. */
export function FlowPicture({ flow }: { flow: FlowDetail }): ReactNode {
  const t = useText('designer');
  const marks = useMarks(flow);
  const words = useDesignWords({ flowKind: flow.flowKind, graph: flow.graph, steps: flow.stepList, fields: flow.fields });
  return (
    <div className={designer.picture}>
      <Suspense fallback={<Skeleton active />}>
        <FlowCanvas label={t('picture')} graph={flow.graph} words={words} marks={marks} />
      </Suspense>
    </div>
  );
}

/** Nodes that only lead on, and need no line of their own. */
const silentKinds = new Set<FlowNode['kind']>(['start', 'branch', 'parallel', 'join']);

/** The steps of a flow in reading order, with those who are asked. */
export function Steps({ flow }: { flow: FlowDetail }): ReactNode {
  const visits = visitsOf(flow);
  const { graph } = flow;
  const nodes = layOut(graph).order.flatMap((id) => graph.nodes.find((node) => node.id === id) ?? []);
  const told = nodes.filter(({ kind, id }) => !silentKinds.has(kind) && (kind !== 'end' || visits.has(id)));
  return (
    <Stack as="ol" gap={3}>
      {told.map((node) => (
        <StepLine key={node.id} flow={flow} node={node} visits={visits.get(node.id) ?? []} />
      ))}
    </Stack>
  );
}

function StepLine({ flow, node, visits }: { flow: FlowDetail; node: FlowNode; visits: readonly FlowPosition[] }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const words = useDesignWords({ flowKind: flow.flowKind, graph: flow.graph, steps: flow.stepList, fields: flow.fields });
  const last = visits.at(-1);
  const state = last && stateOf[last.state];
  const isOver = ['passed', 'rejected', 'withdrawn'].includes(flow.status);
  const word = t(state === undefined ? (isOver ? 'step_skipped' : 'step_later') : stepWords[state]);
  const sign = state === undefined ? { icon: <MinusCircleOutlined />, tone: 'muted' as const } : stateSigns[state];
  const step = node.kind === 'approval' ? flow.stepList[node.step ?? -1] : undefined;
  const tasks = flow.tasks.filter(({ position }) => position === last?.id);
  return (
    <Row as="li" gap={2} align="start" aria-current={state === 'waiting' ? 'step' : undefined}>
      <Text tone={sign.tone} role="img" aria-label={word} title={word}>
        {sign.icon}
      </Text>
      <Stack grow>
        <Text>
          <strong>{words.title(node)}</strong>{' '}
          {visits.length > 1 && <Text tone="muted">{d('visited', { word: '', count: visits.length })}</Text>}
        </Text>
        {step === undefined ? (
          <Text size="s" tone="muted">
            {words.text(node)}
          </Text>
        ) : (
          <>
            <RuleOf step={step} />
            {tasks.length > 0 && state !== 'done' ? <Tasks tasks={tasks} /> : <Approvers step={step} flowKind={flow.flowKind} />}
          </>
        )}
        {last?.flowId !== undefined && <AppLink to={`${minePath}?flowId=${last.flowId}`}>{d('toSubflow')}</AppLink>}
      </Stack>
    </Row>
  );
}
