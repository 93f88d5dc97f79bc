import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { templates } from '@dossier/contract/templates';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../library/name-rules.ts';
import { insertFolders, updateFolder } from './folder-queries.ts';
import { needSize } from './folder-tree.ts';
import { needFolder, needInnerFolder, noteChange, refusingTaken } from './need-template.ts';

const pathIn = (above: string, name: string): string => (above === '' ? name : `${above}/${name}`);

/** Puts a folder into a folder of a template. */
export async function createTemplateFolder(ctx: Ctx, { parentId, name }: ParsedOf<typeof templates.createFolder>) {
  const { folder: parent, template, tree } = await needFolder(ctx, parentId);
  // the top, which is counted among all of them, makes room for the new one
  needSize({ folders: tree.all.length, levels: tree.level(parent.id) + 1 });
  const id = newId();
  const names = nameColumns(name);
  const row = { id, template_id: template.id, parent_id: parent.id, ...names, inherits: 1, removed: 0, removed_at: 0 };
  await refusingTaken('folderNameExists', () => insertFolders(ctx.db, [row]));
  await noteChange(ctx, template, { before: { folder: null }, after: { folder: pathIn(tree.path(parent.id), names.name) } });
  return { id: String(id) };
}

export async function renameTemplateFolder(ctx: Ctx, { id, name }: ParsedOf<typeof templates.renameFolder>) {
  const { folder, template, tree } = await needInnerFolder(ctx, id);
  const names = nameColumns(name);
  if (names.name === folder.name) return {};
  await refusingTaken('folderNameExists', () => updateFolder(ctx.db, [folder.id], names));
  const after = { folder: pathIn(tree.path(folder.parent_id), names.name) };
  await noteChange(ctx, template, { before: { folder: tree.path(folder.id) }, after });
  return {};
}

/** Hangs a folder of a template into another one of the same template. */
export async function moveTemplateFolder(ctx: Ctx, { id, parentId }: ParsedOf<typeof templates.moveFolder>) {
  const { folder, template, tree } = await needInnerFolder(ctx, id);
  const parent = tree.find(Number(parentId));
  if (parent === undefined) throw new Refusal(codes.folderMissing);
  const branch = tree.branch(folder.id);
  if (parent.id === folder.id) throw new Refusal(codes.pasteIntoSelf);
  if (branch.some((row) => row.id === parent.id)) throw new Refusal(codes.pasteIntoChild);
  if (parent.id === folder.parent_id) return {};
  const deepest = Math.max(...branch.map((row) => tree.level(row.id)));
  needSize({ folders: tree.all.length - 1, levels: tree.level(parent.id) + 1 + deepest - tree.level(folder.id) });
  await refusingTaken('folderNameExists', () => updateFolder(ctx.db, [folder.id], { parent_id: parent.id }));
  const after = { folder: pathIn(tree.path(parent.id), folder.name) };
  await noteChange(ctx, template, { before: { folder: tree.path(folder.id) }, after });
  return {};
}
