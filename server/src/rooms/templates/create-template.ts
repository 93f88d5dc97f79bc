import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { mostOfTemplates, type templates } from '@dossier/contract/templates';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../library/name-rules.ts';
import { insertFolders } from './folder-queries.ts';
import { refusingTaken } from './need-template.ts';
import { countTemplates, insertTemplate } from './queries.ts';

/** Writes a template with nothing in it but the folder that is made when it is used, which has the template's own id. */
export async function writeTemplate(
  ctx: Ctx,
  { name, description, enabled, inherits }: { name: string; description: string; enabled: boolean; inherits: boolean },
): Promise<{ id: number; name: string }> {
  const { organisationId } = ctx.user;
  const names = nameColumns(name);
  if ((await countTemplates(ctx.db, organisationId)) >= mostOfTemplates.templates) throw new Refusal(codes.templatesFull);
  const id = newId();
  const row = { id, organisation_id: organisationId, ...names, description, enabled: enabled ? 1 : 0 };
  const marks = { updater_id: ctx.user.id, created_at: ctx.now, updated_at: ctx.now };
  await refusingTaken('templateNameExists', () => insertTemplate(ctx.db, { ...row, ...marks }));
  await insertFolders(ctx.db, [{ id, template_id: id, parent_id: 0, ...names, inherits: inherits ? 1 : 0, removed: 0, removed_at: 0 }]);
  return { id, name: names.name };
}

export async function createTemplate(
  ctx: Ctx,
  { name, description = '', enabled }: ParsedOf<typeof templates.create>,
): Promise<OutputOf<typeof templates.create>> {
  const made = await writeTemplate(ctx, { name, description, enabled, inherits: true });
  await ctx.say('template.created', { objId: made.id, objName: made.name, after: { enabled } });
  return { id: String(made.id) };
}
