import { codes } from '@dossier/contract/codes';
import type { flows } from '@dossier/contract/flows';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { needItem } from '../library/need-items.ts';
import { departmentOf } from './department-of.ts';
import { flowById, type FlowRow, insertFlow, setDocuments, updateFlow } from './flow-queries.ts';
import { handedIn } from './handed-in.ts';
import { needGrantees } from './named.ts';
import { needOwnFlow } from './need-flow.ts';
import { needStartable, stepsOf } from './need-template.ts';
import type { Choice, Step } from './steps.ts';
import { submitFlow } from './submit-flow.ts';
import { termsOf } from './terms.ts';

type Form = ParsedOf<typeof flows.save>;

/** Keeps what was written into a form, and hands it in where that is asked. */
export async function saveFlow(ctx: Ctx, input: Form): Promise<OutputOf<typeof flows.save>> {
  const known = input.id === undefined ? undefined : await needEditable(ctx, input.id);
  const from = await versionFor(ctx, input, known);
  const steps = await stepsOf(ctx.db, from);
  if (input.targetId !== undefined) await needItem(ctx, right.visible, input.targetId);
  const department = await departmentOf(ctx);
  const documents = await handedIn(ctx, from.kind, input.documents);
  const chosen = await needChosen(ctx, steps, input.chosen);
  const row = {
    ...from,
    applicant_name: ctx.user.fullName,
    department_id: department.id,
    department_name: department.name,
    title: input.title,
    title_key: nameKey(input.title),
    reason: input.reason,
    urgency: input.urgency,
    form: JSON.stringify(termsOf(from.kind, input)),
    chosen: JSON.stringify(chosen),
    notified: JSON.stringify(await needGrantees(ctx, input.notify)),
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
  const number = input.submit ? await submitFlow(ctx, flow, { steps, chosen, documents }) : (flow.number ?? '');
  return { id: String(id), number };
}

/** A flow of the caller that they can write in: a draft, or one that came back. */
async function needEditable(ctx: Ctx, id: string): Promise<FlowRow> {
  const flow = await needOwnFlow(ctx, id);
  if (flow.state !== 'draft' && flow.state !== 'returned') throw new Refusal(codes.flowFinished);
  return flow;
}

/** Which template and version it is about: what came back keeps its own. */
async function versionFor(ctx: Ctx, input: Form, known: FlowRow | undefined) {
  if (known?.state === 'returned') {
    const { kind, template_id, template_version, template_name } = known;
    return { kind, template_id, template_version, template_name };
  }
  const { id, kind, version, name } = await needStartable(ctx, input.templateId);
  return { kind, template_id: id, template_version: version, template_name: name };
}

/** Whom the applicant chose, for the steps that leave it to them; people of the organisation alone. */
async function needChosen(ctx: Ctx, steps: readonly Step[], given: Form['chosen']): Promise<Choice[]> {
  const kept = given.filter(({ step }) => steps[step]?.approvers.some((one) => one.kind === 'chosen'));
  await needGrantees(
    ctx,
    kept.flatMap(({ userIds }) => userIds.map((id) => ({ type: 'user' as const, id }))),
  );
  return kept.map(({ step, userIds }) => ({ step, people: [...new Set(userIds.map(Number))].filter((id) => id !== ctx.user.id) }));
}
