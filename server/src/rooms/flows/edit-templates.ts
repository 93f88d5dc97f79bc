import { codes } from '@dossier/contract/codes';
import { managedKinds, mostOfFlows, publishingKinds } from '@dossier/contract/flow-shapes';
import type { flowTemplates } from '@dossier/contract/flow-templates';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns as columnsOf } from '../../ground/text/name-columns.ts';
import { isPublishing } from '../library/flow-items.ts';
import { needItem } from '../library/need-items.ts';
import { needGrantees, needSteps } from './named.ts';
import type { Step } from './steps.ts';
import { needTemplate } from './need-template.ts';
import { countTemplates, deleteTemplateRow, insertTemplate, insertVersion, updateTemplateRow, versionOf } from './template-queries.ts';

const nameColumns = (given: string) => {
  const { name, name_key, name_sort } = columnsOf(given);
  return { name, name_key, name_sort };
};

/** Makes a template with its first version. */
export async function createTemplate(
  ctx: Ctx,
  input: ParsedOf<typeof flowTemplates.create>,
): Promise<OutputOf<typeof flowTemplates.create>> {
  const { organisationId } = ctx.user;
  const steps = needLast(input.flowKind, await needSteps(ctx, input.steps));
  const cabinet = await needCabinet(ctx, input.flowKind, input.cabinetId);
  const starters = JSON.stringify(await needGrantees(ctx, input.starters));
  if ((await countTemplates(ctx.db, organisationId)) >= mostOfFlows.templates) throw new Refusal(codes.templatesFull);
  const id = newId();
  const names = nameColumns(input.name);
  const facts = { kind: input.flowKind, description: input.description ?? '', enabled: input.enabled ? 1 : 0, version: 1, starters };
  const marks = { updater_id: ctx.user.id, created_at: ctx.now, updated_at: ctx.now };
  await refusingTaken(() => insertTemplate(ctx.db, { id, organisation_id: organisationId, ...names, ...facts, ...marks }));
  await insertVersion(ctx.db, {
    template_id: id,
    version: 1,
    steps: JSON.stringify(steps),
    cabinet_id: cabinet,
    creator_id: ctx.user.id,
    created_at: ctx.now,
  });
  await ctx.say('flow.templateCreated', { objId: id, objName: names.name, after: { enabled: input.enabled } });
  return { id: String(id) };
}

/** Changes a template; with other steps it has a new version from now on, and what runs goes on as it began. */
export async function updateTemplate(
  ctx: Ctx,
  input: ParsedOf<typeof flowTemplates.update>,
): Promise<OutputOf<typeof flowTemplates.update>> {
  const template = await needTemplate(ctx, input.id);
  const newest = await versionOf(ctx.db, template.id, template.version);
  const before = newest.steps;
  const isSameCabinet = input.cabinetId === undefined || Number(input.cabinetId) === newest.cabinet_id;
  const cabinet = isSameCabinet ? newest.cabinet_id : await needCabinet(ctx, template.kind, input.cabinetId);
  const steps = input.steps === undefined ? before : JSON.stringify(needLast(template.kind, await needSteps(ctx, input.steps)));
  const version = template.version + (steps === before && isSameCabinet ? 0 : 1);
  const starters = input.starters === undefined ? template.starters : JSON.stringify(await needGrantees(ctx, input.starters));
  const names = nameColumns(input.name ?? template.name);
  const was = { name: template.name, description: template.description, enabled: template.enabled === 1, number: template.version };
  const is = {
    name: names.name,
    description: input.description ?? was.description,
    enabled: input.enabled ?? was.enabled,
    number: version,
  };
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0 && starters === template.starters) return { version };
  if (version !== template.version)
    await insertVersion(ctx.db, {
      template_id: template.id,
      version,
      steps,
      cabinet_id: cabinet,
      creator_id: ctx.user.id,
      created_at: ctx.now,
    });
  const row = { ...names, description: is.description, enabled: is.enabled ? 1 : 0, version, starters };
  await refusingTaken(() => updateTemplateRow(ctx.db, template.id, { ...row, updater_id: ctx.user.id, updated_at: ctx.now }));
  await ctx.say('flow.templateUpdated', { objId: template.id, objName: names.name, ...changed });
  return { version };
}

/** Deletes a template; flows that run go on with the version that they have. */
export async function deleteTemplate(ctx: Ctx, { id }: ParsedOf<typeof flowTemplates.delete>) {
  const template = await needTemplate(ctx, id);
  await deleteTemplateRow(ctx.db, template.id);
  await ctx.say('flow.templateDeleted', { objId: template.id, objName: template.name });
  return {};
}

/** The publishing cabinet that a template feeds: whoever opens it to one manages it. From then on the approvers of the template decide what comes into it. */
async function needCabinet(ctx: Ctx, kind: string, id: string | undefined): Promise<number> {
  if (!publishingKinds.includes(kind)) return 0;
  if (id === undefined) throw new Refusal(codes.flowPathRequired);
  const { item } = await needItem(ctx, right.visible | right.manage, id, objType.cabinet);
  if (!isPublishing(item)) throw new Refusal(codes.flowPathRequired);
  return item.id;
}

/** Rights are given by whoever manages the documents, and a place takes in what whoever manages it lets in: they, and nobody else, say the last word. */
function needLast(kind: string, steps: Step[]): Step[] {
  const isManaged = steps.at(-1)?.approvers.every((one) => one.kind === 'manager') === true;
  if (managedKinds.includes(kind) && !isManaged) throw new Refusal(codes.flowNoApprover);
  return steps;
}

async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.templateNameExists);
    throw error;
  }
}
