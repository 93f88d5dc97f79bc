import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { valuesByField } from '@dossier/contract/workflows/flow-fields';
import type { FlowGraph } from '@dossier/contract/workflows/flow-graph';
import { type FlowKind, flowLimits, grantingKinds, publishingKinds } from '@dossier/contract/workflows/flow-shapes';
import type { FieldValues } from '@dossier/contract/workflows/flow-fields';
import type { flows } from '@dossier/contract/workflows/flows';
import { isSettled, possibleNodes } from '@dossier/contract/workflows/possible-ways';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { findVisibleItems, requireContainer, requireItem, requireItems } from '../../access/require-items.ts';
import { holdRevisions } from '../../documents/revisions.ts';
import { membershipsOf } from '../../identity/memberships.queries.ts';
import { usersOfPrincipal } from '../../identity/principals.ts';
import { flowSubmitted } from '../events.ts';
import { requireOwnFlow } from '../flow-access.ts';
import { type FlowPlan, nodeOf, planOf, type TemplateStep } from '../templates/flow-plan.ts';
import { type NamedPrincipal, requirePrincipals } from '../templates/named-principals.ts';
import { describeGraphNames } from '../templates/template-graphs.ts';
import { enabledTemplates, templateById, versionOf } from '../templates/templates.queries.ts';
import { type ChosenApprovers, newestSteps, visibleCabinets, mayStart, requireStartableTemplate } from '../templates/templates.ts';
import {
  type FlowTerms,
  requireImportTarget,
  requireValidTerms,
  type SubmittedDocument,
  submittedDocuments,
  termsOf,
} from './flow-effects.ts';
import { asksForSignatures, requireDocumentToSign, requireSealableDocuments } from './documents-to-sign.ts';
import { foreseeApprovers } from './foresee-approvers.ts';
import { nextFlowNumber, requireTypedNumber } from './flow-numbers.ts';
import { requireValues } from './flow-values.ts';
import { valuesOf } from './flow-facts.ts';
import { activeMembers, type ApprovalSubject, managersOfAll } from './flow-people.ts';
import { startFlow } from './move-flow.ts';
import { positionOfChild } from './positions.queries.ts';
import { requirePublishable } from './publications.ts';
import {
  documentsOf,
  type FlowRow,
  flowById,
  insertFlow,
  recordFlowEvent,
  setDocuments,
  setNotified,
  transitionFlow,
  updateFlow,
} from './flows.queries.ts';

/** The main department of the caller, which the application is made from. */
async function departmentOf({ db, user }: Context): Promise<{ id: number; name: string }> {
  const { departments } = await membershipsOf(db, [user.id], user.organisationId);
  return { id: departments[0]?.id ?? 0, name: departments[0]?.name ?? '' };
}

/** The templates that the caller may start a flow from. */
export async function listStartableTemplates(
  ctx: Context,
  { flowKind }: ParsedOf<typeof flows.choices>,
): Promise<OutputOf<typeof flows.choices>> {
  const all = (await enabledTemplates(ctx.db, ctx.user.organisationId)).filter(
    (one) => mayStart(ctx, one) && (flowKind === undefined || one.kind === flowKind),
  );
  const stepsOf = await newestSteps(ctx, all);
  const cabinetOf = await visibleCabinets(ctx, all);
  const list = all.map(({ id, kind, name, description }) => ({
    id: String(id),
    flowKind: kind as FlowKind,
    name,
    description,
    steps: stepsOf(id).names.length,
    stepNames: stepsOf(id).names,
    branches: stepsOf(id).branches,
    ...cabinetOf(id),
  }));
  return { list };
}

/** The approvers that each step would have if the flow was submitted now. */
export async function previewFlow(ctx: Context, input: ParsedOf<typeof flows.foresee>): Promise<OutputOf<typeof flows.foresee>> {
  const template = await requireStartableTemplate(ctx, input.templateId);
  const ids = [...new Set(input.docIds ?? [])].slice(0, 15);
  await requireItems(ctx, right.visible, ids);
  const target = input.targetId === undefined ? [] : [(await requireContainer(ctx, right.visible, input.targetId)).item.id];
  const managed = template.kind === 'upload' ? target : ids.map(Number);
  const { steps, fields, graph } = await planOf(ctx.db, { template_id: template.id, template_version: template.version });
  const department = await departmentOf(ctx);
  const organisationId = ctx.user.organisationId;
  const subject: ApprovalSubject = {
    organisation_id: organisationId,
    applicant_id: ctx.user.id,
    department_id: department.id,
    chosen: [],
    managers: () => managersOfAll(ctx, organisationId, managed),
  };
  const shown = [];
  for (const [at, { approvers, name, rule, percent, days, signs }] of steps.entries()) {
    const isChosen = approvers.some((one) => one.kind === 'chosen');
    const awaits = approvers.some((one) => one.kind === 'manager') && managed.length === 0;
    const foreseen = awaits ? { people: [], more: 0 } : await foreseeApprovers(ctx, subject, { step: { name, approvers, rule }, at });
    const terms = { ...(percent !== undefined && { percent }), ...(days !== undefined && { days }), ...(signs === true && { signs }) };
    shown.push({ name, rule, ...terms, isChosen, ...foreseen });
  }
  const { id, kind, name, description } = template;
  const { cabinet_id: cabinet } = await versionOf(ctx.db, template.id, template.version);
  const sees = cabinet !== 0 && (await findVisibleItems(ctx, [cabinet])).length > 0;
  return {
    id: String(id),
    flowKind: kind as FlowKind,
    name,
    description,
    departmentName: department.name,
    typedNumber: template.typed_number === 1,
    ...(sees && { cabinetId: String(cabinet) }),
    steps: shown,
    fields,
    graph,
    ...(await describeGraphNames(ctx, graph)),
  };
}

const maxNotified = 500;

interface Submission extends Pick<FlowPlan, 'steps' | 'graph'> {
  chosen: readonly ChosenApprovers[];
  documents: readonly SubmittedDocument[];
}

/** Submits a flow: its documents are fixed, and its first step opens. Answers its number. */
async function submitFlow(ctx: Context, flow: FlowRow, whole: Submission): Promise<string> {
  await requireComplete(ctx, flow, whole);
  const number = flow.number ?? (await givenOrTypedNumber(ctx, flow));
  const next = { ...flow, number, state: 'waiting', step: 0, round: flow.round + 1 };
  const row = {
    number,
    number_key: nameKey(number),
    state: 'waiting',
    step: 0,
    round: next.round,
    submitted_at: ctx.now,
    updated_at: ctx.now,
  };
  if (!(await withOwnNumber(() => transitionFlow(ctx.db, flow, row)))) throw new Refusal(codes.flowFinished);
  await holdRevisions(
    ctx.db,
    flow.id,
    whole.documents.map((one) => one.revision_id),
  );
  await setNotified(ctx.db, flow.id, await currentlyNotified(ctx, flow));
  await recordFlowEvent(ctx, flow, { kind: 'submitted', actor: ctx.user });
  await ctx.emit(flowSubmitted, { objId: flow.id, objName: flow.title, after: { template: flow.template_name } });
  const { services, db, now, emit } = ctx;
  const { lacksApprover } = await startFlow({ services, db, now, emit }, next);
  if (lacksApprover) throw new Refusal(codes.flowNoApprover);
  return number;
}

/** Refuses a number that another flow got at the same time. */
async function withOwnNumber<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(codes.flowNumberExists) : error;
  }
}

/** The number of a flow that is submitted for the first time. Once it was submitted, a flow keeps its number. */
async function givenOrTypedNumber(ctx: Context, flow: FlowRow): Promise<string> {
  const template = await templateById(ctx.db, flow.template_id, flow.organisation_id);
  if (template?.typed_number !== 1) return nextFlowNumber(ctx);
  return requireTypedNumber(ctx, (JSON.parse(flow.form) as FlowTerms).number);
}

/** Refuses an incomplete form. */
async function requireComplete(ctx: Context, flow: FlowRow, { steps, graph, chosen, documents }: Submission): Promise<void> {
  if (flow.title === '') throw new Refusal(codes.flowTitleRequired);
  if (flow.reason === '') throw new Refusal(codes.flowReasonRequired);
  if ((flow.kind !== 'normal' || asksForSignatures(steps)) && documents.length === 0) throw new Refusal(codes.flowDocumentRequired);
  requireValidTerms(ctx, flow.kind, JSON.parse(flow.form) as FlowTerms);
  if (grantingKinds.includes(flow.kind))
    await requireManagers(
      ctx,
      documents.map((one) => one.item_id),
    );
  if (flow.kind === 'upload') await requireManagers(ctx, [(await requireImportTarget(ctx, flow, right.visible)).id]);
  if (publishingKinds.includes(flow.kind)) await requirePublishable(ctx, flow, documents);
  if (asksForSignatures(steps)) for (const one of documents) await requireDocumentToSign(ctx, one);
  const asked = possibleSteps(flow, graph);
  for (const [at, step] of steps.entries()) {
    if (!asked.has(at) || !step.approvers.some((one) => one.kind === 'chosen')) continue;
    const people = chosen.find((one) => one.step === at)?.people ?? [];
    if ((await activeMembers(ctx, people, ctx.user.organisationId)).length === 0) throw new Refusal(codes.flowNoApprover);
  }
}

/** The steps that a flow may come to with its form as it is, also after a rejection. */
function possibleSteps(flow: FlowRow, graph: FlowGraph): Set<number> {
  const facts = {
    values: valuesByField(valuesOf(flow)),
    urgency: flow.urgency,
    applicant: String(flow.applicant_id),
    // not settled yet
    departments: [],
    documents: [],
  };
  const from = graph.nodes.flatMap(({ id, kind }) => (kind === 'start' ? [id] : []));
  const possible = possibleNodes(graph, { from, facts, isKnown: isSettled, withRejections: true });
  return new Set(graph.nodes.flatMap(({ id, step }) => (step !== undefined && possible.has(id) ? [step] : [])));
}

/** A manager of all documents, or of the target, decides last: refused where there is none but the applicant. */
async function requireManagers(ctx: Context, ids: readonly number[]): Promise<void> {
  const { organisationId, id } = ctx.user;
  const managers = (await managersOfAll(ctx, organisationId, ids)).filter((one) => one !== id);
  if ((await activeMembers(ctx, managers, organisationId)).length === 0) throw new Refusal(codes.flowNoApprover);
}

/** The current users behind the principals to notify. */
async function currentlyNotified(ctx: Context, flow: FlowRow): Promise<number[]> {
  const found = new Set<number>();
  for (const { type, id } of (JSON.parse(flow.notified) as NamedPrincipal[]).slice(0, flowLimits.notified)) {
    const limit = maxNotified - found.size;
    if (limit <= 0) break;
    for (const personId of await usersOfPrincipal(ctx, { type, id, limit })) found.add(personId);
  }
  found.delete(ctx.user.id);
  return [...found];
}

type FlowForm = ParsedOf<typeof flows.save>;

/** Saves a form, and submits it where requested. Where a step asks for signatures, the files are tried first, outside of the transaction. */
export async function saveFlow(ctx: Context, input: FlowForm): Promise<OutputOf<typeof flows.save>> {
  if (input.submit) {
    const { from, steps } = await templateFor(ctx, input);
    if (asksForSignatures(steps)) await requireSealableDocuments(ctx, await submittedDocuments(ctx, from.kind, input.documents));
  }
  return inTransaction(ctx, async (tx) => writeFlow(tx, input, await templateFor(tx, input)));
}

/** The flow that a form belongs to, where there is one already, and the template with its plan. */
interface FormTemplate extends Pick<FlowPlan, 'steps' | 'fields' | 'graph'> {
  known: FlowRow | undefined;
  from: { kind: string; template_id: number; template_version: number; template_name: string };
}

async function templateFor(ctx: Context, input: FlowForm): Promise<FormTemplate> {
  const known = input.id === undefined ? undefined : await requireEditableFlow(ctx, input.id);
  const from = await templateVersionFor(ctx, input, known);
  return { known, from, ...(await planOf(ctx.db, from)) };
}

/** Writes a form in a transaction; a sub-flow comes with its template, which its requester need not be allowed to start. */
export async function writeFlow(
  ctx: Context,
  input: FlowForm,
  { known, from, steps, fields, graph }: FormTemplate,
): Promise<OutputOf<typeof flows.save>> {
  const values = await requireValues(ctx, {
    fields,
    given: input.values,
    complete: input.submit,
    ...(known !== undefined && { flowId: known.id }),
  });
  if (input.targetId !== undefined) await requireItem(ctx, right.visible, input.targetId);
  const department = await departmentOf(ctx);
  const documents = await submittedDocuments(ctx, from.kind, input.documents);
  const chosen = await requireChosenPeople(ctx, steps, input.chosen);
  if (known?.state === 'returned') await requireGivenContent(ctx, known, { documents, values });
  const row = {
    ...from,
    applicant_name: ctx.user.fullName,
    department_id: department.id,
    department_name: department.name,
    title: input.title,
    title_key: nameKey(input.title),
    reason: input.reason,
    urgency: input.urgency,
    form: JSON.stringify({
      ...termsOf(from.kind, input),
      ...(input.number !== '' && { number: input.number }),
      ...(values.length > 0 && { values }),
    } satisfies FlowTerms),
    chosen: JSON.stringify(chosen),
    notified: JSON.stringify(await requirePrincipals(ctx, input.notify)),
    deadline: input.deadlineDate === undefined ? null : Date.parse(input.deadlineDate),
    updated_at: ctx.now,
  };
  const id = known?.id ?? newId();
  const { organisationId } = ctx.user;
  if (known !== undefined) await updateFlow(ctx.db, id, row);
  else
    await insertFlow(ctx.db, {
      id,
      organisation_id: organisationId,
      applicant_id: ctx.user.id,
      state: 'draft',
      created_at: ctx.now,
      ...row,
    });
  await setDocuments(
    ctx.db,
    id,
    documents.map((one) => ({ flow_id: id, ...one })),
  );
  const flow = (await flowById(ctx.db, id, organisationId)) as FlowRow;
  const number = input.submit ? await submitFlow(ctx, flow, { steps, graph, chosen, documents }) : (flow.number ?? '');
  return { id: String(id), number };
}

/** A sub-flow that was sent back keeps what its flow gave it, as that goes on with its own documents and values once these are approved. */
async function requireGivenContent(
  { db }: Context,
  known: FlowRow,
  { documents, values }: { documents: readonly SubmittedDocument[]; values: readonly FieldValues[] },
): Promise<void> {
  const position = await positionOfChild(db, known.id);
  const above = position && (await flowById(db, position.flow_id, known.organisation_id));
  if (position === undefined || above === undefined) return;
  const { mapping = [] } = nodeOf(await planOf(db, above), position.node) ?? {};
  const given = valuesOf(known);
  const mapped = new Set(mapping.map(({ to }) => to));
  const content = (rows: readonly Pick<SubmittedDocument, 'item_id' | 'revision_id'>[], all: readonly FieldValues[]): string => {
    const revisions = rows.map((row) => `${row.item_id} ${row.revision_id}`).toSorted();
    const kept = all.filter(({ field }) => mapped.has(field)).map((one) => [one.field, one.values]);
    return JSON.stringify([revisions, kept]);
  };
  if (content(await documentsOf(db, known.id), given) !== content(documents, values)) throw new Refusal(codes.flowContentGiven);
}

/** An editable flow of the caller: a draft, or a returned one. */
async function requireEditableFlow(ctx: Context, id: string): Promise<FlowRow> {
  const flow = await requireOwnFlow(ctx, id);
  if (flow.state !== 'draft' && flow.state !== 'returned') throw new Refusal(codes.flowFinished);
  return flow;
}

/** The template and version of a flow: a returned one keeps its own. */
async function templateVersionFor(ctx: Context, input: FlowForm, known: FlowRow | undefined) {
  if (known?.state === 'returned') {
    const { kind, template_id, template_version, template_name } = known;
    return { kind, template_id, template_version, template_name };
  }
  const { id, kind, version, name } = await requireStartableTemplate(ctx, input.templateId);
  return { kind, template_id: id, template_version: version, template_name: name };
}

/** The approvers that the applicant chose, for the steps that allow it; users of the organisation only. */
async function requireChosenPeople(ctx: Context, steps: readonly TemplateStep[], given: FlowForm['chosen']): Promise<ChosenApprovers[]> {
  const kept = given.filter(({ step }) => steps[step]?.approvers.some((one) => one.kind === 'chosen'));
  await requirePrincipals(
    ctx,
    kept.flatMap(({ userIds }) => userIds.map((id) => ({ type: 'user' as const, id }))),
  );
  return kept.map(({ step, userIds }) => ({ step, people: [...new Set(userIds.map(Number))].filter((id) => id !== ctx.user.id) }));
}
