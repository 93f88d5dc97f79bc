import { MinusCircleOutlined } from '@ant-design/icons';
import type { FlowNode } from '@dossier/contract/workflows/flow-graph';
import type { FlowPosition } from '@dossier/contract/workflows/flow-shapes';
import { Skeleton } from 'antd';
import { type ReactNode, Suspense, useMemo } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import type { DesignWords } from '../designer/design-words.ts';
import designer from '../designer/designer.module.css';
import { FlowCanvas } from '../designer/flow-tab.tsx';
import { layOut } from '../designer/graph-layout.ts';
import { type NodeMark, type NodeState, stateSigns } from '../designer/node-marks.tsx';
import styles from '../flows.module.css';
import { minePath } from '../paths.ts';
import { type FlowCourse, courseOf } from './flow-course.ts';
import { Approvers, type FlowDetail, ForeseenPeople, RuleOf, Tasks, ruleWith } from './flow-view.tsx';

const stateOf = ({ state, problem }: FlowPosition): NodeState =>
  problem === undefined ? ({ waiting: 'waiting', passed: 'done', rejected: 'rejected', cancelled: 'cancelled' } as const)[state] : 'stuck';
const stepWords = {
  waiting: 'step_now',
  stuck: 'step_stuck',
  done: 'step_done',
  rejected: 'step_refused',
  cancelled: 'step_cancelled',
  missed: 'step_skipped',
} as const;

const stepOf = ({ graph, stepList }: FlowDetail, id: string): FlowDetail['stepList'][number] | undefined =>
  stepList[graph.nodes.find((node) => node.id === id)?.step ?? -1];

/** How far the flow is with each node, and who has it. */
function useMarks(flow: FlowDetail, { visits: all, missed }: FlowCourse): Map<string, NodeMark> {
  const t = useText('workflows');
  const d = useText('designer');
  const marks = new Map<string, NodeMark>();
  for (const node of missed.nodes) marks.set(node, { state: 'missed', word: t(stepWords.missed) });
  for (const [node, visits] of all) {
    const last = visits.at(-1);
    if (last === undefined) continue;
    const state = stateOf(last);
    const word = t(stepWords[state]);
    const people = flow.tasks.flatMap((task) =>
      task.position === last.id && task.state === 'waiting' ? [task.personName || t('goneOne')] : [],
    );
    const due = last.dueTime === undefined ? '' : ` · ${d('dueAt', { time: formatExactTime(last.dueTime).slice(0, -3) })}`;
    const decided = state === 'done' ? decisionsIn(flow, stepOf(flow, node)?.name).map(({ name }) => name) : [];
    const text =
      last.problem !== undefined
        ? t(`stuck_${last.problem}`)
        : state !== 'waiting'
          ? decided.length > 0
            ? d('approvedBy', { names: joinedNames(decided) })
            : undefined
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

interface ProgressProps {
  flow: FlowDetail;
  words: DesignWords;
}

/** The picture of a flow: which ways it took, where it is, and who has it. */
export function FlowPicture({ flow, words }: ProgressProps): ReactNode {
  const t = useText('designer');
  const course = useMemo(() => courseOf(flow), [flow]);
  const marks = useMarks(flow, course);
  return (
    <div className={designer.picture}>
      <Suspense fallback={<Skeleton active />}>
        <FlowCanvas label={t('picture')} graph={flow.graph} words={words} marks={marks} taken={course.taken} missed={course.missed} />
      </Suspense>
    </div>
  );
}

/** Nodes that only lead on, and need no line of their own; a branch has one once it has taken its way. */
const silentKinds = new Set<FlowNode['kind']>(['start', 'branch', 'join']);

/** The steps of a flow in reading order, with those who are asked. */
export function Steps({ flow, words }: ProgressProps): ReactNode {
  const course = useMemo(() => courseOf(flow), [flow]);
  const { visits } = course;
  const { graph } = flow;
  const nodes = layOut(graph).order.flatMap((id) => graph.nodes.find((node) => node.id === id) ?? []);
  const told = nodes.filter(({ kind, id }) =>
    kind === 'branch' ? visits.has(id) : !silentKinds.has(kind) && (kind !== 'end' || visits.has(id)),
  );
  return (
    <Stack as="ol" gap={4}>
      {told.map((node) => (
        <StepLine key={node.id} flow={flow} words={words} course={course} node={node} />
      ))}
    </Stack>
  );
}

function StepLine({ flow, words, course, node }: ProgressProps & { course: FlowCourse; node: FlowNode }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const visits = course.visits.get(node.id) ?? [];
  const last = visits.at(-1);
  const state = last === undefined ? (course.missed.nodes.has(node.id) ? 'missed' : undefined) : stateOf(last);
  const word = t(state === undefined ? 'step_later' : stepWords[state]);
  const sign = state === undefined ? { icon: <MinusCircleOutlined />, tone: 'muted' as const } : stateSigns[state];
  const step = node.kind === 'approval' ? flow.stepList[node.step ?? -1] : undefined;
  const tasks = flow.tasks.filter(({ position }) => position === last?.id);
  const foreseen = step?.foreseen;
  const isNow = state === 'waiting' || state === 'stuck';
  const decided = isNow || state === undefined ? [] : decisionsIn(flow, step?.name);
  return (
    <Row as="li" gap={2} align="start" className={state === 'missed' ? styles.missed : undefined} aria-current={isNow ? 'step' : undefined}>
      <Text tone={sign.tone} role="img" aria-label={word} title={word}>
        {sign.icon}
      </Text>
      <Stack grow gap={1}>
        <Row gap={2} align="baseline" wrap justify="between">
          <Text strong>
            <strong>{words.title(node)}</strong>{' '}
            {visits.length > 1 && <Text tone="muted">{d('visited', { word: '', count: visits.length })}</Text>}
          </Text>
          {(isNow || state === 'missed') && (
            <Text size="xs" tone={sign.tone} aria-hidden>
              {word}
            </Text>
          )}
        </Row>
        {step === undefined ? (
          <Text size="s" tone="muted">
            {node.kind === 'branch' ? wayText({ flow, words, last }) : words.text(node)}
          </Text>
        ) : (
          <>
            <RuleOf step={ruleWith(step, tasks.length > 0 ? tasks.some(({ alone }) => alone) : foreseen?.alone)} />
            {decided.length > 0 ? (
              <Decisions list={decided} />
            ) : tasks.length > 0 ? (
              <Tasks tasks={tasks} />
            ) : foreseen !== undefined && foreseen.people.length > 0 ? (
              <ForeseenPeople {...foreseen} />
            ) : (
              <Approvers step={step} flowKind={flow.flowKind} />
            )}
          </>
        )}
        {last?.problem !== undefined && (
          <Text size="s" tone="warn">
            {t(`stuck_${last.problem}`)}
          </Text>
        )}
        {last?.flowId !== undefined && <AppLink to={`${minePath}?flowId=${last.flowId}`}>{d('toSubflow')}</AppLink>}
      </Stack>
    </Row>
  );
}

const verdicts = { ratified: 'task_ratified', signed: 'task_ratified', vetoed: 'task_vetoed', returned: 'task_returned' } as const;

interface Decision {
  id: string;
  name: string;
  avatarUrl: string | undefined;
  verdict: (typeof verdicts)[keyof typeof verdicts];
}

/** What was decided in a step when the flow was there last. */
function decisionsIn({ trail }: FlowDetail, stepName: string | undefined): Decision[] {
  const opened = trail.findLastIndex(({ kind, stepName: name }) => kind === 'opened' && name === stepName);
  return trail.slice(Math.max(0, opened)).flatMap(({ id, kind, stepName: name, personName, avatarUrl }) => {
    const verdict = verdicts[kind as keyof typeof verdicts];
    return name !== stepName || stepName === undefined || verdict === undefined ? [] : [{ id, name: personName, avatarUrl, verdict }];
  });
}

function Decisions({ list }: { list: readonly Decision[] }): ReactNode {
  const t = useText('workflows');
  return (
    <Stack as="ul" gap={1}>
      {list.map(({ id, name, avatarUrl, verdict }) => (
        <Row as="li" key={id} gap={2} wrap>
          <Avatar name={name} url={avatarUrl} size={20} />
          {name}
          <Text as="small" size="s" tone="muted">
            {t(verdict)}
          </Text>
        </Row>
      ))}
    </Stack>
  );
}

/** Which way a branch took. */
function wayText({ flow, words, last }: ProgressProps & { last: FlowPosition | undefined }): string {
  const way = flow.graph.edges.find(({ id }) => id === last?.way);
  return way === undefined ? '' : words.way(way);
}
