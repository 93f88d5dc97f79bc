import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import {
  type EmailDecisions,
  type FlowKind,
  flowLimits,
  managerDecidedKinds,
  publishingKinds,
  signingKinds,
} from '@dossier/contract/workflows/flow-shapes';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import type { FlowGraph } from '@dossier/contract/workflows/flow-graph';
import type { flowTemplates } from '@dossier/contract/workflows/flows';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameColumns as columnsOf } from '../../../platform/text/names.ts';
import { isPublishingCabinet } from '../../access/inheritance.ts';
import { findVisibleItems, requireItem } from '../../access/require-items.ts';
import { principalNames } from '../../identity/principals.ts';
import { personNames } from '../../identity/users.ts';
import { flowTemplateCreated, flowTemplateDeleted, flowTemplateUpdated } from '../events.ts';
import { planOf, readPlan, type TemplateStep } from './flow-plan.ts';
import { describePrincipals, type NamedPrincipal, type PrincipalContext, requirePrincipals } from './named-principals.ts';
import { describeGraphNames, normaliseFields, requireGraph } from './template-graphs.ts';
import {
  countTemplates,
  deleteTemplateRow,
  findVersion,
  historyOf,
  insertTemplate,
  insertVersion,
  newestGraphs,
  pageOfTemplates,
  templateById,
  type TemplateRow,
  updateTemplateRow,
  versionOf,
  newestVersions,
  versionsOf,
} from './templates.queries.ts';

/** A template of the caller's organisation, or 5309. */
async function requireTemplate(ctx: Context, id: string | number): Promise<TemplateRow> {
  const template = await templateById(ctx.db, Number(id), ctx.user.organisationId);
  if (template === undefined) throw new Refusal(codes.flowTemplateMissing);
  return template;
}

/**
 * Whether a user may start a flow from a template: every member where no starter is named, else the named ones, by account or membership.
 */
export function mayStart({ user }: Context, template: Pick<TemplateRow, 'starters' | 'enabled'>): boolean {
  if (template.enabled !== 1) return false;
  const starters = JSON.parse(template.starters) as NamedPrincipal[];
  const { principals } = user;
  const memberships: Record<NamedPrincipal['type'], readonly number[]> = {
    user: [user.id],
    group: principals.groups,
    department: principals.departments,
    organisation: [principals.organisationId],
    role: principals.roles,
  };
  // guests start only templates that name them
  if (starters.length === 0) return principals.organisationId === user.organisationId;
  return starters.some(({ type, id }) => memberships[type].includes(id));
}

/** A template that the caller may start a flow from; otherwise it counts as missing. */
export async function requireStartableTemplate(ctx: Context, id: string): Promise<TemplateRow> {
  const template = await requireTemplate(ctx, id);
  if (!mayStart(ctx, template)) throw new Refusal(codes.flowTemplateMissing);
  return template;
}

/** What the steps of the newest versions of some templates are called, and whether these have branches. */
export async function newestSteps(
  ctx: Context,
  templates: readonly { id: number }[],
): Promise<(id: number) => { names: string[]; branches: boolean }> {
  const rows = await newestVersions(ctx.db, { organisationId: ctx.user.organisationId, ids: templates.map((one) => one.id) });
  const found = new Map(
    rows.map((row) => {
      const { steps, graph } = readPlan(row);
      return [row.id, { names: steps.map(({ name }) => name), branches: graph.nodes.some(({ kind }) => kind === 'branch') }];
    }),
  );
  return (id) => found.get(id) ?? { names: [], branches: false };
}

/** The flow templates of the organisation. */
export async function listTemplates(
  ctx: Context,
  { pageNo, pageSize, keyword }: ParsedOf<typeof flowTemplates.list>,
): Promise<OutputOf<typeof flowTemplates.list>> {
  const asked = { organisationId: ctx.user.organisationId, keyword };
  const { rows, total } = await pageOfTemplates(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.updater_id),
  );
  const stepsOf = await newestSteps(ctx, rows);
  const list = rows.map((row) => ({
    id: String(row.id),
    flowKind: row.kind as FlowKind,
    name: row.name,
    description: row.description,
    enabled: row.enabled === 1,
    version: row.version,
    steps: stepsOf(row.id).names.length,
    running: row.running,
    updateTime: isoTime(row.updated_at),
    updaterName: nameOf(row.updater_id),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The publishing cabinets of templates, as far as the caller sees them. */
export async function visibleCabinets(
  ctx: Context,
  templates: readonly { id: number; version: number }[],
): Promise<(id: number) => { cabinetId?: string }> {
  const versions = await versionsOf(
    ctx.db,
    templates.map((one) => one.id),
  );
  const current = new Map(templates.map((one) => [one.id, one.version]));
  const named = versions.filter((row) => row.cabinet_id !== 0 && row.version === current.get(row.template_id));
  const seen = new Set((await findVisibleItems(ctx, [...new Set(named.map((row) => row.cabinet_id))])).map(({ item }) => item.id));
  const cabinets = new Map(named.filter((row) => seen.has(row.cabinet_id)).map((row) => [row.template_id, String(row.cabinet_id)]));
  return (id) => {
    const cabinetId = cabinets.get(id);
    return cabinetId === undefined ? {} : { cabinetId };
  };
}

/** The publishing cabinet of a template; its name where the caller sees it. */
async function describeCabinet(ctx: Context, template: { id: number; version: number }) {
  const { cabinet_id: id } = await versionOf(ctx.db, template.id, template.version);
  if (id === 0) return {};
  const [memberships] = await findVisibleItems(ctx, [id]);
  return { cabinet: { id: String(id), name: memberships?.item.name ?? '' } };
}

export async function showTemplate(
  ctx: Context,
  { id }: ParsedOf<typeof flowTemplates.show>,
): Promise<OutputOf<typeof flowTemplates.show>> {
  const template = await requireTemplate(ctx, id);
  const { steps, graph, fields } = await planOf(ctx.db, { template_id: template.id, template_version: template.version });
  const versions = await historyOf(ctx.db, template.id);
  const nameOf = await personNames(
    ctx,
    versions.map((row) => row.creator_id),
  );
  return {
    id: String(template.id),
    flowKind: template.kind as FlowKind,
    name: template.name,
    description: template.description,
    enabled: template.enabled === 1,
    emailDecisions: template.email_decisions as EmailDecisions,
    typedNumber: template.typed_number === 1,
    version: template.version,
    steps: await describeSteps(ctx, steps),
    graph,
    fields,
    ...(await describeGraphNames(ctx, graph)),
    ...(await describeCabinet(ctx, template)),
    starters: await describePrincipals(ctx, JSON.parse(template.starters) as NamedPrincipal[]),
    versions: versions.map((row) => ({
      version: row.version,
      time: isoTime(row.created_at),
      creatorName: nameOf(row.creator_id),
      running: row.running,
    })),
  };
}

/** An earlier version of a template, or its newest. */
export async function showTemplateVersion(
  ctx: Context,
  { id, version }: ParsedOf<typeof flowTemplates.version>,
): Promise<OutputOf<typeof flowTemplates.version>> {
  const template = await requireTemplate(ctx, id);
  const row = await findVersion(ctx.db, template.id, version);
  if (row === undefined) throw new Refusal(codes.flowTemplateMissing);
  const { steps, graph, fields } = readPlan(row);
  const nameOf = await personNames(ctx, [row.creator_id]);
  return {
    version: row.version,
    time: isoTime(row.created_at),
    creatorName: nameOf(row.creator_id),
    steps: await describeSteps(ctx, steps),
    graph,
    fields,
    ...(await describeGraphNames(ctx, graph)),
  };
}

const nameColumns = (given: string) => {
  const { name, name_key, name_sort } = columnsOf(given);
  return { name, name_key, name_sort };
};

/** Creates a template with its first version. */
export async function createTemplate(
  ctx: Context,
  input: ParsedOf<typeof flowTemplates.create>,
): Promise<OutputOf<typeof flowTemplates.create>> {
  const { organisationId } = ctx.user;
  const steps = await requireSteps(ctx, input.flowKind, input.steps);
  const plan = await requirePlan(ctx, { kind: input.flowKind, steps, graph: input.graph, fields: normaliseFields(input.fields) });
  const cabinet = await requirePublishingCabinet(ctx, input.flowKind, input.cabinetId);
  const starters = JSON.stringify(await requirePrincipals(ctx, input.starters));
  if ((await countTemplates(ctx.db, organisationId)) >= flowLimits.templates) throw new Refusal(codes.templatesFull);
  const id = newId();
  const names = nameColumns(input.name);
  const facts = {
    kind: input.flowKind,
    description: input.description ?? '',
    enabled: input.enabled ? 1 : 0,
    email_decisions: input.emailDecisions,
    typed_number: input.typedNumber ? 1 : 0,
    version: 1,
    starters,
  };
  const marks = { updater_id: ctx.user.id, created_at: ctx.now, updated_at: ctx.now };
  await refuseDuplicateName(() => insertTemplate(ctx.db, { id, organisation_id: organisationId, ...names, ...facts, ...marks }));
  await insertVersion(ctx.db, {
    template_id: id,
    version: 1,
    ...plan,
    cabinet_id: cabinet,
    creator_id: ctx.user.id,
    created_at: ctx.now,
  });
  await ctx.emit(flowTemplateCreated, {
    objId: id,
    objName: names.name,
    after: { enabled: input.enabled, emailDecisions: input.emailDecisions, typedNumber: input.typedNumber },
  });
  return { id: String(id) };
}

/** The columns of a version: with a graph, or with steps that follow one another. */
async function requirePlan(
  ctx: Context,
  given: { kind: FlowKind; templateId?: number; steps: TemplateStep[]; graph: FlowGraph | undefined; fields: FlowField[] },
): Promise<{ steps: string; graph: string; fields: string }> {
  const { graph, ...rest } = given;
  const checked = graph === undefined ? undefined : await requireGraph(ctx, { ...rest, graph });
  if (checked === undefined) requireManagerDecides(given.kind, given.steps);
  return {
    steps: JSON.stringify(given.steps),
    graph: checked === undefined ? '' : JSON.stringify(checked),
    fields: JSON.stringify(given.fields),
  };
}

/** What an update makes of the newest version. Steps without a graph follow one another; a graph stays with the steps that it was made for. */
async function changedPlan(
  ctx: Context,
  template: TemplateRow,
  { newest, input }: { newest: { steps: string; graph: string; fields: string }; input: ParsedOf<typeof flowTemplates.update> },
): Promise<{ steps: string; graph: string; fields: string }> {
  const before = { steps: newest.steps, graph: newest.graph, fields: newest.fields };
  if (input.steps === undefined && input.graph === undefined && input.fields === undefined) return before;
  const kind = template.kind as FlowKind;
  const known = readPlan(before);
  const steps = input.steps === undefined ? known.steps : await requireSteps(ctx, kind, input.steps);
  const graph = input.graph ?? (input.steps === undefined && !known.isLinear ? known.graph : undefined);
  const fields = input.fields === undefined ? known.fields : normaliseFields(input.fields);
  return requirePlan(ctx, { kind, templateId: template.id, steps, graph, fields });
}

/** Changes a template; changed steps make a new version, and running flows keep theirs. */
export async function updateTemplate(
  ctx: Context,
  input: ParsedOf<typeof flowTemplates.update>,
): Promise<OutputOf<typeof flowTemplates.update>> {
  const template = await requireTemplate(ctx, input.id);
  const newest = await versionOf(ctx.db, template.id, template.version);
  const isSameCabinet = input.cabinetId === undefined || Number(input.cabinetId) === newest.cabinet_id;
  const cabinet = isSameCabinet ? newest.cabinet_id : await requirePublishingCabinet(ctx, template.kind, input.cabinetId);
  const plan = await changedPlan(ctx, template, { newest, input });
  const parts = (['steps', 'graph', 'fields'] as const).filter((part) => plan[part] !== newest[part]);
  const decidesOtherwise = parts.length > 0 || (input.emailDecisions ?? template.email_decisions) !== template.email_decisions;
  if (isSameCabinet && cabinet !== 0 && decidesOtherwise) await requirePublishingCabinet(ctx, template.kind, String(cabinet));
  const version = template.version + (parts.length === 0 && isSameCabinet ? 0 : 1);
  const starters = input.starters === undefined ? template.starters : JSON.stringify(await requirePrincipals(ctx, input.starters));
  const names = nameColumns(input.name ?? template.name);
  const was = {
    name: template.name,
    description: template.description,
    enabled: template.enabled === 1,
    emailDecisions: template.email_decisions,
    typedNumber: template.typed_number === 1,
    number: template.version,
  };
  const is = {
    name: names.name,
    description: input.description ?? was.description,
    enabled: input.enabled ?? was.enabled,
    emailDecisions: input.emailDecisions ?? was.emailDecisions,
    typedNumber: input.typedNumber ?? was.typedNumber,
    number: version,
  };
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0 && starters === template.starters) return { version };
  if (version !== template.version)
    await insertVersion(ctx.db, {
      template_id: template.id,
      version,
      ...plan,
      cabinet_id: cabinet,
      creator_id: ctx.user.id,
      created_at: ctx.now,
    });
  const row = {
    ...names,
    description: is.description,
    enabled: is.enabled ? 1 : 0,
    email_decisions: is.emailDecisions,
    typed_number: is.typedNumber ? 1 : 0,
    version,
    starters,
  };
  await refuseDuplicateName(() => updateTemplateRow(ctx.db, template.id, { ...row, updater_id: ctx.user.id, updated_at: ctx.now }));
  await ctx.emit(flowTemplateUpdated, { objId: template.id, objName: names.name, ...changed, ...(parts.length > 0 && { changed: parts }) });
  return { version };
}

/** Deletes a template; running flows keep their version. 5503 where another template starts it as a sub-flow. */
export async function deleteTemplate(ctx: Context, { id }: ParsedOf<typeof flowTemplates.delete>) {
  const template = await requireTemplate(ctx, id);
  const others = (await newestGraphs(ctx.db, ctx.user.organisationId)).filter((row) => row.id !== template.id);
  if (others.some(({ graph }) => (JSON.parse(graph) as FlowGraph).nodes.some(({ templateId }) => Number(templateId) === template.id)))
    throw new Refusal(codes.templateInUse);
  await deleteTemplateRow(ctx.db, template.id);
  await ctx.emit(flowTemplateDeleted, { objId: template.id, objName: template.name });
  return {};
}

/**
 * The publishing cabinet of a template: assigning it needs the right to manage. From then on the template's approvers decide what is
 * published in it, so changing who these are, or how they decide, needs it as well.
 */
async function requirePublishingCabinet(ctx: Context, kind: string, id: string | undefined): Promise<number> {
  if (!publishingKinds.includes(kind)) return 0;
  if (id === undefined) throw new Refusal(codes.flowPathRequired);
  const { item } = await requireItem(ctx, right.visible | right.manage, id, objType.cabinet);
  if (!isPublishingCabinet(item)) throw new Refusal(codes.flowPathRequired);
  return item.id;
}

/**
 * Rights are granted by managers of the documents, and imports are accepted by managers of the target: they alone make the final decision.
 */
function requireManagerDecides(kind: string, steps: readonly TemplateStep[]): void {
  const isManaged = steps.at(-1)?.approvers.every((one) => one.kind === 'manager') === true;
  if (managerDecidedKinds.includes(kind) && !isManaged) throw new Refusal(codes.flowNoApprover);
}

async function refuseDuplicateName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.templateNameExists);
    throw error;
  }
}

/** The approvers that an applicant chose for a step. */
export interface ChosenApprovers {
  step: number;
  people: number[];
}

/** The principals that steps name as approvers. */
const principalsInSteps = (steps: readonly TemplateStep[]): NamedPrincipal[] =>
  steps.flatMap((step) =>
    step.approvers.flatMap(({ kind, id }): NamedPrincipal[] =>
      id === undefined || (kind !== 'person' && kind !== 'role') ? [] : [{ type: kind === 'person' ? 'user' : 'role', id }],
    ),
  );

/** Steps with the names of their approvers. */
export async function describeSteps(ctx: PrincipalContext, steps: readonly TemplateStep[]) {
  const nameOf = await principalNames(ctx, principalsInSteps(steps));
  return steps.map(({ name, rule, percent, days, signs, approvers }) => ({
    name,
    rule,
    ...(percent !== undefined && { percent }),
    ...(days !== undefined && { days }),
    ...(signs === true && { signs }),
    approvers: approvers.map(({ kind, id }) => {
      const named = id === undefined ? '' : nameOf(kind === 'role' ? 'role' : 'user', id);
      return { kind, ...(id !== undefined && { id: String(id) }), name: named, gone: id !== undefined && named === '' };
    }),
  }));
}

/** Refuses steps that name unknown principals, or ask for signatures in a flow of a kind that has none. */
async function requireSteps(ctx: Context, kind: string, given: readonly StepInput[]): Promise<TemplateStep[]> {
  const steps = given.map(normaliseStep);
  if (!signingKinds.includes(kind) && steps.some((step) => step.signs === true)) throw new Refusal(codes.invalidParams);
  const nameOf = await principalNames(ctx, principalsInSteps(steps));
  if (principalsInSteps(steps).some(({ type, id }) => nameOf(type, id) === '')) throw new Refusal(codes.granteeMissing);
  return steps;
}

interface StepInput {
  name: string;
  approvers: { kind: TemplateStep['approvers'][number]['kind']; id?: string | undefined }[];
  rule: TemplateStep['rule'];
  percent?: number | undefined;
  days?: number | undefined;
  signs?: boolean | undefined;
}

/** A step as stored: only the fields that its kinds need, and all of them. */
function normaliseStep({ name, approvers, rule, percent, days, signs }: StepInput): TemplateStep {
  if (rule === 'percent' && percent === undefined) throw new Refusal(codes.invalidParams);
  const found = approvers.map(({ kind, id }) => {
    const isNamed = kind === 'person' || kind === 'role';
    if (isNamed && id === undefined) throw new Refusal(codes.flowNoApprover);
    return isNamed ? { kind, id: Number(id) } : { kind };
  });
  const unique = new Map(found.map((one) => [`${one.kind} ${'id' in one ? one.id : ''}`, one]));
  return {
    name,
    approvers: [...unique.values()],
    rule,
    ...(rule === 'percent' && percent !== undefined && { percent }),
    ...(days !== undefined && { days }),
    ...(signs === true && { signs }),
  };
}
