import type { ParsedOf } from '@dossier/contract/route';
import type { templates } from '@dossier/contract/templates';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { nameColumns } from '../library/name-rules.ts';
import { needTemplate, noteChange, refusingTaken } from './need-template.ts';
import { deleteTemplateRow, updateTemplateRow } from './queries.ts';

/** Renames or describes a template, switches it on or off. */
export async function updateTemplate(ctx: Ctx, input: ParsedOf<typeof templates.update>) {
  const template = await needTemplate(ctx, input.id);
  const was = { name: template.name, description: template.description, enabled: template.enabled === 1 };
  const names = nameColumns(input.name ?? template.name);
  const is = { name: names.name, description: input.description ?? was.description, enabled: input.enabled ?? was.enabled };
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0) return {};
  const row = { ...names, description: is.description, enabled: is.enabled ? 1 : 0 };
  await refusingTaken('templateNameExists', () => updateTemplateRow(ctx.db, template.id, row));
  await noteChange(ctx, { ...template, name: names.name }, changed);
  return {};
}

/** Deletes a template; what was made from it stays. */
export async function deleteTemplate(ctx: Ctx, { id }: ParsedOf<typeof templates.delete>) {
  const template = await needTemplate(ctx, id);
  await deleteTemplateRow(ctx.db, template.id);
  await ctx.say('template.deleted', { objId: template.id, objName: template.name });
  return {};
}
