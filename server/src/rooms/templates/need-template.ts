import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { folderById, type FolderRow, foldersOf } from './folder-queries.ts';
import { type FolderTree, treeOf } from './folder-tree.ts';
import { templateById, type TemplateRow, updateTemplateRow } from './queries.ts';

/** A template of the caller's organisation, or 5501. */
export async function needTemplate(ctx: Ctx, id: string | number): Promise<TemplateRow> {
  const template = await templateById(ctx.db, Number(id), ctx.user.organisationId);
  if (template === undefined) throw new Refusal(codes.templateMissing);
  return template;
}

/** A folder of a template, with all that is around it. */
export interface HeldFolder {
  folder: FolderRow;
  template: TemplateRow;
  rows: FolderRow[];
  tree: FolderTree;
}

/** A folder of a template of the caller's organisation; 4501 where there is none, or it was taken out. */
export async function needFolder(ctx: Ctx, id: string | number): Promise<HeldFolder> {
  const row = await folderById(ctx.db, Number(id));
  const template = row === undefined ? undefined : await templateById(ctx.db, row.template_id, ctx.user.organisationId);
  if (row === undefined || template === undefined) throw new Refusal(codes.folderMissing);
  const rows = await foldersOf(ctx.db, template.id);
  const tree = treeOf(rows);
  const folder = tree.find(row.id);
  if (folder === undefined) throw new Refusal(codes.folderMissing);
  return { folder, template, rows, tree };
}

/** A folder of a template that is not the one which is made when the template is used: that one has its name and its place from then. */
export async function needInnerFolder(ctx: Ctx, id: string | number): Promise<HeldFolder> {
  const held = await needFolder(ctx, id);
  if (held.folder.parent_id === 0) throw new Refusal(codes.illegalOperation);
  return held;
}

/** Notes that a template was changed, and what of it. */
export async function noteChange(
  ctx: Ctx,
  template: TemplateRow,
  { before, after }: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await updateTemplateRow(ctx.db, template.id, { updater_id: ctx.user.id, updated_at: ctx.now });
  await ctx.say('template.updated', { objId: template.id, objName: template.name, ...(before && { before }), ...(after && { after }) });
}

/** Runs a write, and refuses with a word for it where a name is taken. */
export async function refusingTaken<T>(code: 'folderNameExists' | 'templateNameExists', write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes[code]);
    throw error;
  }
}
