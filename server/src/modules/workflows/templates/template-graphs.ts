import { codes } from '@dossier/contract/core/codes';
import { checkFlowGraph, type GraphProblem } from '@dossier/contract/workflows/check-flow-graph';
import { type FlowField, idFieldKinds, multipleFieldKinds } from '@dossier/contract/workflows/flow-fields';
import { type FlowEdge, type FlowGraph, flowGraphLimits, type FlowNode, type FlowNodeKind } from '@dossier/contract/workflows/flow-graph';
import type { FlowKind } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type FlowPlan, readPlan, type TemplateStep } from './flow-plan.ts';
import { describePrincipals, type NamedPrincipal, requirePrincipals } from './named-principals.ts';
import { newestVersions } from './templates.queries.ts';

/** Fields as stored: only the settings that their kinds have. Refuses two with one id, a choice without options, and bounds that no number keeps. */
export function normaliseFields(given: readonly FlowField[]): FlowField[] {
  if (new Set(given.map(({ id }) => id)).size < given.length) throw new Refusal(codes.invalidParams);
  return given.map((field) => {
    const { id, kind, name, hint, required, minimum, maximum, decimals } = field;
    const options = kind === 'choice' ? [...new Set(field.options)] : [];
    if (kind === 'choice' && options.length === 0) throw new Refusal(codes.invalidParams);
    if (kind === 'number' && minimum !== undefined && maximum !== undefined && minimum > maximum) throw new Refusal(codes.invalidParams);
    return {
      id,
      kind,
      name,
      hint,
      required,
      multiple: field.multiple && multipleFieldKinds.includes(kind),
      long: field.long && kind === 'text',
      options,
      ...(kind === 'number' && minimum !== undefined && { minimum }),
      ...(kind === 'number' && maximum !== undefined && { maximum }),
      decimals: kind === 'number' ? decimals : 0,
    };
  });
}

const settingsOf: Record<FlowNodeKind, (node: FlowNode) => Partial<FlowNode>> = {
  start: () => ({}),
  approval: ({ step }) => ({ ...(step !== undefined && { step }) }),
  branch: () => ({}),
  parallel: () => ({}),
  join: ({ first = false }) => ({ first }),
  timer: ({ hours, field }) => ({ ...(hours !== undefined && { hours }), ...(field !== undefined && { field }) }),
  notify: ({ recipients = [], message = '' }) => ({
    recipients: recipients.map(({ kind, id, field }) => ({
      kind,
      ...((kind === 'person' || kind === 'role') && id !== undefined && { id }),
      ...(kind === 'field' && field !== undefined && { field }),
    })),
    message,
  }),
  subflow: ({ templateId, mapping = [] }) => ({ ...(templateId !== undefined && { templateId }), mapping }),
  end: ({ passed = false }) => ({ passed }),
};

/** A graph as stored: of each node only the settings of its kind. */
function normaliseGraph({ nodes, edges }: FlowGraph): FlowGraph {
  return {
    nodes: nodes.map((node) => {
      const { id, kind, name, x, y } = node;
      return { id, kind, name, x, y, ...settingsOf[kind](node) };
    }),
    edges: edges.map(
      ({ id, from, to, port, name, condition }): FlowEdge => ({
        id,
        from,
        to,
        port,
        name,
        ...(condition !== undefined && { condition }),
      }),
    ),
  };
}

interface GivenGraph {
  kind: FlowKind;
  /** The template that is changed; absent for a new one. */
  templateId?: number;
  steps: readonly TemplateStep[];
  graph: FlowGraph;
  fields: readonly FlowField[];
}

/** A graph as stored; 5318 with all that is wrong with it, 4902 where it names unknown users or roles. */
export async function requireGraph(ctx: Context, { kind, templateId, steps, graph: given, fields }: GivenGraph): Promise<FlowGraph> {
  const graph = normaliseGraph(given);
  const managed = steps.map(({ approvers }) => ({ managersOnly: approvers.every((one) => one.kind === 'manager') }));
  const problems = checkFlowGraph({ kind, graph, fields, steps: managed });
  if (problems.length === 0) problems.push(...(await problemsOfSubflows(ctx, { templateId, graph, fields })));
  if (problems.length > 0) throw new Refusal(codes.flowGraphInvalid, { problems });
  await requirePrincipals(
    ctx,
    principalsInGraph(graph).map(({ type, id }) => ({ type, id: String(id) })),
  );
  return graph;
}

/** The users and roles that nodes tell. */
const principalsInGraph = ({ nodes }: FlowGraph): NamedPrincipal[] =>
  nodes.flatMap(({ recipients = [] }) =>
    recipients.flatMap(({ kind, id }): NamedPrincipal[] =>
      id === undefined || (kind !== 'person' && kind !== 'role') ? [] : [{ type: kind === 'person' ? 'user' : 'role', id: Number(id) }],
    ),
  );

const subflowsIn = ({ nodes }: FlowGraph): number[] =>
  nodes.flatMap(({ kind, templateId }) => (kind === 'subflow' && templateId !== undefined ? [Number(templateId)] : []));

/** The newest versions of some templates of the organisation, by template. */
async function plansOf(db: Db, organisationId: number, ids: readonly number[]) {
  const rows = await newestVersions(db, { organisationId, ids });
  return new Map(rows.map((row) => [row.id, { ...row, plan: readPlan(row) }]));
}

/** Why a template cannot be that of a sub-flow, whose requester types and chooses nothing, and whose files are not those of its flow. */
export function fitsAsSubflow(
  template: { kind: string; typed_number: number; plan: FlowPlan },
  { mapping = [], fields }: { mapping: FlowNode['mapping']; fields: readonly FlowField[] },
): boolean {
  const { steps, fields: targets } = template.plan;
  if (template.kind !== 'normal' || template.typed_number === 1) return false;
  if (steps.some(({ approvers }) => approvers.some((one) => one.kind === 'chosen'))) return false;
  const kindOf = new Map(fields.map((field) => [field.id, field.kind]));
  const isMapped = mapping.every(({ from, to }) => {
    const target = targets.find(({ id }) => id === to);
    const kind = kindOf.get(from) ?? 'file';
    if (target === undefined || target.kind === 'file') return false;
    return target.kind === kind || (target.kind === 'text' && !idFieldKinds.includes(kind));
  });
  return isMapped && targets.every((target) => !target.required || mapping.some(({ to }) => to === target.id));
}

/** Sub-flows of templates that are gone, or do not fit, lead back to this one, go too deep, or are too many. */
async function problemsOfSubflows(
  ctx: Context,
  { templateId, graph, fields }: { templateId: number | undefined; graph: FlowGraph; fields: readonly FlowField[] },
): Promise<GraphProblem[]> {
  const { organisationId } = ctx.user;
  const problems: GraphProblem[] = [];
  const known = await plansOf(ctx.db, organisationId, subflowsIn(graph));
  let started = 0;
  for (const node of graph.nodes) {
    if (node.kind !== 'subflow') continue;
    const template = known.get(Number(node.templateId));
    const fits = template !== undefined && fitsAsSubflow(template, { mapping: node.mapping, fields });
    const below = fits ? await countBelow(ctx.db, { organisationId, from: template.id, avoid: templateId }) : undefined;
    started += 1 + (below ?? 0);
    if (below === undefined || started > flowGraphLimits.subflows) problems.push({ kind: 'subflowWrong', node: node.id });
  }
  return problems;
}

/** How many sub-flows a flow of a template starts, at all depths; undefined where they go deeper than flows may, lead to a template to avoid, or are too many. */
async function countBelow(
  db: Db,
  { organisationId, from, avoid }: { organisationId: number; from: number; avoid: number | undefined },
): Promise<number | undefined> {
  // how often each template is started at a depth: two that both start a third start it twice
  let level = new Map([[from, 1]]);
  let count = 0;
  for (let depth = 1; level.size > 0; depth++) {
    if (depth > flowGraphLimits.depth || count > flowGraphLimits.subflows || (avoid !== undefined && level.has(avoid))) return undefined;
    const plans = await plansOf(db, organisationId, [...level.keys()]);
    const next = new Map<number, number>();
    for (const [id, times] of level)
      for (const started of subflowsIn(plans.get(id)?.plan.graph ?? { nodes: [], edges: [] })) {
        next.set(started, (next.get(started) ?? 0) + times);
        count += times;
      }
    level = next;
  }
  return count > flowGraphLimits.subflows ? undefined : count;
}

/** What a graph names: users, roles and departments, and the templates of sub-flows; those that are gone have no name. */
export async function describeGraphNames(ctx: Context, graph: FlowGraph) {
  const ids = [...new Set(subflowsIn(graph))];
  const templates = await newestVersions(ctx.db, { organisationId: ctx.user.organisationId, ids });
  const unique = new Map([...principalsInGraph(graph), ...principalsInConditions(graph)].map((one) => [`${one.type} ${one.id}`, one]));
  return {
    graphNames: await describePrincipals(ctx, [...unique.values()]),
    templateNames: templates.map(({ id, name }) => ({ id: String(id), name })),
  };
}

const comparedTypes = new Map([
  ['applicant', 'user'],
  ['department', 'department'],
] as const);

/** The users and departments that conditions compare the requester with. */
const principalsInConditions = ({ edges }: FlowGraph): NamedPrincipal[] =>
  edges
    .flatMap(({ condition }) => condition?.tests ?? [])
    .flatMap(({ subject, values }): NamedPrincipal[] => {
      const type = comparedTypes.get(subject as 'applicant');
      return type === undefined ? [] : values.filter((value) => /^\d{1,16}$/.test(value)).map((id) => ({ type, id: Number(id) }));
    });
