import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import { mostOfTemplates, type templates } from '@dossier/contract/templates';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { deleteFolders, deleteRightsOn, folderById, type FolderRow, foldersOf, rightsOf, updateFolder } from './folder-queries.ts';
import { needSize, treeOf } from './folder-tree.ts';
import { needInnerFolder, noteChange } from './need-template.ts';
import { templateById } from './queries.ts';

/** So long what was taken out can be brought back; it is cleared away with the next one that is taken out. */
const keptMs = 3600_000;

/** Takes a folder out of a template, with what is in it. */
export async function removeTemplateFolder(ctx: Ctx, { id }: ParsedOf<typeof templates.deleteFolder>) {
  const { folder, template, rows, tree } = await needInnerFolder(ctx, id);
  await clearAway(ctx, rows);
  const branch = tree.branch(folder.id).map((row) => row.id);
  await updateFolder(ctx.db, branch, { removed: folder.id, removed_at: ctx.now });
  await noteChange(ctx, template, { before: { folder: tree.path(folder.id) }, after: { folder: null } });
  return {};
}

/** Removes for good what was taken out before; of a branch all at once, as it was taken out at one time. */
async function clearAway(ctx: Ctx, rows: readonly FolderRow[]): Promise<void> {
  const old = rows.filter((row) => row.removed !== 0 && row.removed_at <= ctx.now - keptMs).map((row) => row.id);
  if (old.length === 0) return;
  await deleteRightsOn(ctx.db, old);
  await deleteFolders(ctx.db, old);
}

/** Brings back what was taken out, into the folder in which it was. */
export async function restoreTemplateFolder(ctx: Ctx, { id }: ParsedOf<typeof templates.restoreFolder>) {
  const row = await folderById(ctx.db, Number(id));
  const template = row === undefined ? undefined : await templateById(ctx.db, row.template_id, ctx.user.organisationId);
  if (row === undefined || template === undefined || row.removed !== row.id) throw new Refusal(codes.folderMissing);
  const rows = await foldersOf(ctx.db, template.id);
  const ids = rows.filter((one) => one.removed === row.id).map((one) => one.id);
  const tree = treeOf(rows.map((one) => (one.removed === row.id ? { ...one, removed: 0 } : one)));
  if (tree.find(row.parent_id) === undefined) throw new Refusal(codes.folderMissing);
  if (rows.some((one) => one.removed === 0 && one.parent_id === row.parent_id && one.name_key === row.name_key))
    throw new Refusal(codes.folderNameExists);
  needSize({ folders: tree.all.length - 1, levels: Math.max(...ids.map((one) => tree.level(one))) });
  const live = new Set(tree.all.map((one) => one.id));
  const rights = (await rightsOf(ctx.db, template.id)).filter((one) => live.has(one.folder_id));
  if (rights.length > mostOfTemplates.allRights) throw new Refusal(codes.templateTooBig);
  await updateFolder(ctx.db, ids, { removed: 0, removed_at: 0 });
  await noteChange(ctx, template, { before: { folder: null }, after: { folder: tree.path(row.id) } });
  return {};
}
