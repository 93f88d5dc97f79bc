import { codes } from '@dossier/contract/core/codes';
import { reaches } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import { mostOfTemplates, type templates } from '@dossier/contract/documents/folder-templates';
import type { Context } from '../../../platform/context.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { completeLevel, storedGrantable } from '../../access/rights-rules.ts';
import { principalNames } from '../../identity/principals.ts';
import { nameColumns } from '../item-names.ts';
import {
  type FolderRow,
  type RightRow,
  deleteFolders,
  deleteRightsOn,
  folderById,
  foldersOf,
  insertFolders,
  insertRights,
  rightsOf,
  templateById,
  updateFolder,
} from './templates.queries.ts';
import {
  folderTreeOf,
  noteTemplateChange,
  refuseTakenFolderName,
  requireInnerFolder,
  requireSize,
  requireTemplateFolder,
} from './templates.ts';

const pathIn = (above: string, name: string): string => (above === '' ? name : `${above}/${name}`);

/** Creates a folder in a folder of a template. */
export async function createTemplateFolder(ctx: Context, { parentId, name }: ParsedOf<typeof templates.createFolder>) {
  const { folder: parent, template, tree } = await requireTemplateFolder(ctx, parentId);
  // the top folder counts in `all`, which accounts for the new one
  requireSize({ folders: tree.all.length, levels: tree.level(parent.id) + 1 });
  const id = newId();
  const names = nameColumns(name);
  const row = { id, template_id: template.id, parent_id: parent.id, ...names, inherits: 1, removed: 0, removed_at: 0 };
  await refuseTakenFolderName('folderNameExists', () => insertFolders(ctx.db, [row]));
  await noteTemplateChange(ctx, template, { before: { folder: null }, after: { folder: pathIn(tree.path(parent.id), names.name) } });
  return { id: String(id) };
}

export async function renameTemplateFolder(ctx: Context, { id, name }: ParsedOf<typeof templates.renameFolder>) {
  const { folder, template, tree } = await requireInnerFolder(ctx, id);
  const names = nameColumns(name);
  if (names.name === folder.name) return {};
  await refuseTakenFolderName('folderNameExists', () => updateFolder(ctx.db, [folder.id], names));
  const after = { folder: pathIn(tree.path(folder.parent_id), names.name) };
  await noteTemplateChange(ctx, template, { before: { folder: tree.path(folder.id) }, after });
  return {};
}

/** Moves a folder of a template into another folder of the same template. */
export async function moveTemplateFolder(ctx: Context, { id, parentId }: ParsedOf<typeof templates.moveFolder>) {
  const { folder, template, tree } = await requireInnerFolder(ctx, id);
  const parent = tree.find(Number(parentId));
  if (parent === undefined) throw new Refusal(codes.folderMissing);
  const subtree = tree.branch(folder.id);
  if (subtree.some((row) => row.id === parent.id)) throw new Refusal(codes.folderLoop);
  if (parent.id === folder.parent_id) return {};
  const deepest = Math.max(...subtree.map((row) => tree.level(row.id)));
  requireSize({ folders: tree.all.length - 1, levels: tree.level(parent.id) + 1 + deepest - tree.level(folder.id) });
  await refuseTakenFolderName('folderNameExists', () => updateFolder(ctx.db, [folder.id], { parent_id: parent.id }));
  const after = { folder: pathIn(tree.path(parent.id), folder.name) };
  await noteTemplateChange(ctx, template, { before: { folder: tree.path(folder.id) }, after });
  return {};
}

/** How long a removed folder can be restored; older ones are purged with the next removal. */
const keptMs = 3600_000;

/** Removes a folder from a template, with its contents. */
export async function removeTemplateFolder(ctx: Context, { id }: ParsedOf<typeof templates.deleteFolder>) {
  const { folder, template, rows, tree } = await requireInnerFolder(ctx, id);
  await clearAway(ctx, rows);
  const subtree = tree.branch(folder.id).map((row) => row.id);
  await updateFolder(ctx.db, subtree, { removed: folder.id, removed_at: ctx.now });
  await noteTemplateChange(ctx, template, { before: { folder: tree.path(folder.id) }, after: { folder: null } });
  return {};
}

/** Purges what was removed before; a subtree at once, since it was removed at one time. */
async function clearAway(ctx: Context, rows: readonly FolderRow[]): Promise<void> {
  const old = rows.filter((row) => row.removed !== 0 && row.removed_at <= ctx.now - keptMs).map((row) => row.id);
  if (old.length === 0) return;
  await deleteRightsOn(ctx.db, old);
  await deleteFolders(ctx.db, old);
}

/** Restores a removed folder into its former parent. */
export async function restoreTemplateFolder(ctx: Context, { id }: ParsedOf<typeof templates.restoreFolder>) {
  const row = await folderById(ctx.db, Number(id));
  const template = row === undefined ? undefined : await templateById(ctx.db, row.template_id, ctx.user.organisationId);
  if (row === undefined || template === undefined || row.removed !== row.id) throw new Refusal(codes.folderMissing);
  const rows = await foldersOf(ctx.db, template.id);
  const ids = rows.filter((one) => one.removed === row.id).map((one) => one.id);
  const tree = folderTreeOf(rows.map((one) => (one.removed === row.id ? { ...one, removed: 0 } : one)));
  if (tree.find(row.parent_id) === undefined) throw new Refusal(codes.folderMissing);
  if (rows.some((one) => one.removed === 0 && one.parent_id === row.parent_id && one.name_key === row.name_key))
    throw new Refusal(codes.folderNameExists);
  requireSize({ folders: tree.all.length - 1, levels: Math.max(...ids.map((one) => tree.level(one))) });
  const live = new Set(tree.all.map((one) => one.id));
  const rights = (await rightsOf(ctx.db, template.id)).filter((one) => live.has(one.folder_id));
  if (rights.length > mostOfTemplates.allRights) throw new Refusal(codes.templateTooBig);
  await updateFolder(ctx.db, ids, { removed: 0, removed_at: 0 });
  await noteTemplateChange(ctx, template, { before: { folder: null }, after: { folder: tree.path(row.id) } });
  return {};
}

type RightsInput = ParsedOf<typeof templates.setRights>;
type NewRight = Omit<RightRow, 'id' | 'template_id' | 'folder_id'>;

const keyOf = (row: Pick<RightRow, 'principal_type' | 'principal_id' | 'inheritance_scope'>): string =>
  `${row.principal_type} ${row.principal_id} ${row.inheritance_scope}`;

/** Replaces the rights that a folder of a template will have. */
export async function setRights(ctx: Context, input: RightsInput) {
  const { folder, template, tree } = await requireTemplateFolder(ctx, input.id);
  const live = new Set(tree.all.map((row) => row.id));
  const all = (await rightsOf(ctx.db, template.id)).filter((row) => live.has(row.folder_id));
  const were = all.filter((row) => row.folder_id === folder.id);
  const are = await rowsOf(ctx, input.grants, were);
  if (all.length - were.length + are.length > mostOfTemplates.allRights) throw new Refusal(codes.templateTooBig);
  await deleteRightsOn(ctx.db, [folder.id]);
  await insertRights(
    ctx.db,
    are.map((row) => ({ ...row, id: newId(), template_id: template.id, folder_id: folder.id })),
  );
  await updateFolder(ctx.db, [folder.id], { inherits: input.inherit ? 1 : 0 });
  const where = tree.path(folder.id);
  if ((folder.inherits === 1) !== input.inherit) {
    const { before, after } = changedFields({ inherit: folder.inherits === 1 }, { inherit: input.inherit });
    await noteTemplateChange(ctx, template, { before, after: { folder: where, ...after } });
  }
  for (const change of changesOf(were, are))
    await noteTemplateChange(ctx, template, { ...change, after: { folder: where, ...change.after } });
  return {};
}

/**
 * The rights as rows; each principal and inheritance scope occurs once. A deleted principal may stay where it was named before, and nowhere
 * else.
 */
async function rowsOf(ctx: Context, grants: RightsInput['grants'], were: readonly RightRow[]): Promise<NewRight[]> {
  const nameOf = await principalNames(
    ctx,
    grants.map((one) => ({ type: one.granteeType, id: Number(one.granteeId) })),
  );
  const known = new Map(were.map((row) => [`${row.principal_type} ${row.principal_id}`, row.principal_name]));
  const rows = grants.map((one) => {
    const id = Number(one.granteeId);
    const name = nameOf(one.granteeType, id) || known.get(`${one.granteeType} ${id}`);
    if (name === undefined) throw new Refusal(codes.granteeMissing);
    const level = completeLevel(one.level);
    return {
      principal_type: one.granteeType,
      principal_id: id,
      principal_name: name,
      level,
      grantable_permissions: storedGrantable(level, one.handOn),
      inheritance_scope: reaches.indexOf(one.reach),
      days: one.days ?? null,
    };
  });
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

const termsOf = (row: NewRight): Record<string, unknown> => ({
  level: row.level,
  ...(row.grantable_permissions !== null && { handOn: row.grantable_permissions }),
  ...(row.days !== null && { days: row.days }),
});

/** Each right that was added, removed or changed, for the log. */
function changesOf(were: readonly RightRow[], are: readonly NewRight[]) {
  const [old, now] = [new Map(were.map((row) => [keyOf(row), row])), new Map(are.map((row) => [keyOf(row), row]))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const row = is ?? was;
    if (row === undefined) return [];
    const { before, after } = changedFields(was === undefined ? {} : termsOf(was), is === undefined ? {} : termsOf(is));
    if (Object.keys(after).length === 0) return [];
    const facts = { to: row.principal_name, reach: reaches[row.inheritance_scope], ...after };
    return [was === undefined ? { after: facts } : { before, after: facts }];
  });
}
