import type { CodeName } from '@dossier/contract/core/codes';
import type { FlowPosition, PositionProblem } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { visibleFlowIds } from '../flow-access.ts';
import type { FlowPlan } from '../templates/flow-plan.ts';
import { activeMembers } from './flow-people.ts';
import { type FlowRow, tasksAt } from './flows.queries.ts';
import type { PositionRow } from './positions.queries.ts';
import { partOf } from './scopes.ts';

/** The visits of a flow to its nodes. A join is one visit, however many ways have arrived. */
export async function describePositions(
  ctx: Context,
  positions: readonly PositionRow[],
  { plan, problems }: { plan: FlowPlan; problems: ReadonlyMap<number, PositionProblem> },
): Promise<FlowPosition[]> {
  const children = positions.map((row) => row.child_flow_id).filter((id) => id !== 0);
  const seen = await visibleFlowIds(ctx, children);
  const joins = new Set<string>();
  return positions.flatMap((row) => {
    const isArrived = row.state === 'arrived';
    const join = `${row.node} ${partOf(row.scope)}`;
    if (isArrived && joins.has(join)) return [];
    if (isArrived) joins.add(join);
    const way = row.way || wayWithout(plan, positions, row);
    const problem = problems.get(row.id);
    const state = isArrived ? 'waiting' : (row.state as FlowPosition['state']);
    return [
      {
        id: String(row.id),
        node: row.node,
        state,
        enterTime: isoTime(row.entered_at),
        ...(row.left_at > 0 && { leaveTime: isoTime(row.left_at) }),
        ...(row.due_at !== null && { dueTime: isoTime(row.due_at) }),
        ...(seen.has(row.child_flow_id) && { flowId: String(row.child_flow_id) }),
        ...(way !== undefined && { way }),
        ...(problem !== undefined && { problem }),
      },
    ];
  });
}

/** The way that a visit of a branch took before that was kept: the one to a node that was entered from there. */
function wayWithout({ graph }: FlowPlan, positions: readonly PositionRow[], { id, node }: PositionRow): string | undefined {
  if (graph.nodes.find((one) => one.id === node)?.kind !== 'branch') return undefined;
  const next = new Set(positions.filter((row) => row.from_id === id).map((row) => row.node));
  return graph.edges.find((edge) => edge.from === node && next.has(edge.to))?.id;
}

const subflowProblems: Partial<Record<CodeName, PositionProblem>> = {
  flowTemplateMissing: 'subflowTemplate',
  flowNoApprover: 'subflowApprover',
  flowFieldInvalid: 'subflowForm',
  flowDocumentRequired: 'subflowForm',
  flowSignaturePdfOnly: 'subflowForm',
  flowSignatureRight: 'subflowDocuments',
  flowDocumentChanged: 'subflowDocuments',
  itemMissing: 'subflowDocuments',
  documentMissing: 'subflowDocuments',
  revisionMissing: 'subflowDocuments',
  noRightToOperate: 'subflowDocuments',
  notSignedIn: 'subflowRequester',
  spaceNotYours: 'subflowRequester',
};

/** Why a flow does not go on from where it waits, for its requester and those who may replace approvers. */
export async function positionProblems(
  ctx: Context,
  flow: FlowRow,
  { positions, actions: { isOwn, canReplace } }: { positions: readonly PositionRow[]; actions: { isOwn: boolean; canReplace: boolean } },
): Promise<Map<number, PositionProblem>> {
  const found = new Map<number, PositionProblem>();
  if (flow.state !== 'waiting' || !(isOwn || canReplace)) return found;
  const waiting = positions.filter((row) => row.state === 'waiting');
  for (const { id, problem } of waiting) if (problem !== '') found.set(id, subflowProblems[problem as CodeName] ?? 'subflowOther');
  const steps = waiting.filter((row) => row.step >= 0);
  const tasks = (
    await tasksAt(
      ctx.db,
      steps.map((row) => row.id),
    )
  ).filter((task) => task.state === 'waiting');
  const present = new Set(
    await activeMembers(
      ctx,
      tasks.map((task) => task.person_id),
      flow.organisation_id,
    ),
  );
  for (const { id } of steps)
    if (!tasks.some((task) => task.position_id === id && present.has(task.person_id))) found.set(id, 'noApprover');
  return found;
}
