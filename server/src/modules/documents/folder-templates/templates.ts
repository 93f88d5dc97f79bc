import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, reaches } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type TemplateRight, mostOfTemplates, type templates } from '@dossier/contract/documents/folder-templates';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { principalNames } from '../../identity/principals.ts';
import { personNames } from '../../identity/users.ts';
import { templateCreated, templateDeleted, templateUpdated } from '../events.ts';
import { nameColumns } from '../item-names.ts';
import {
  type FolderRow,
  type RightRow,
  type TemplateRow,
  countTemplates,
  deleteTemplateRow,
  folderById,
  foldersOf,
  insertFolders,
  insertTemplate,
  pageOfTemplates,
  rightsOf,
  templateById,
  updateTemplateRow,
} from './templates.queries.ts';

/** The folder tree of a template; its top becomes the folder that is created. */
interface FolderTree {
  /** Parents before children, by name. */
  all: FolderRow[];
  find(id: number): FolderRow | undefined;
  /** A folder and all its descendants. */
  branch(id: number): FolderRow[];
  /** The depth of a folder; the top is 0. */
  level(id: number): number;
  /** The names from the top, which has none, down to a folder. */
  path(id: number): string;
}

/** Builds the tree of a template, without removed folders. */
export function folderTreeOf(rows: readonly FolderRow[]): FolderTree {
  const live = rows.filter((row) => row.removed === 0);
  const byParent = Map.groupBy(live, (row) => row.parent_id);
  const byId = new Map(live.map((row) => [row.id, row]));
  const below = (row: FolderRow): FolderRow[] => [row, ...(byParent.get(row.id) ?? []).flatMap(below)];
  const wayTo = (id: number): FolderRow[] => {
    const row = byId.get(id);
    return row === undefined || row.parent_id === 0 ? [] : [...wayTo(row.parent_id), row];
  };
  return {
    all: (byParent.get(0) ?? []).flatMap(below),
    find: (id) => byId.get(id),
    branch: (id) => [byId.get(id) ?? []].flat().flatMap(below),
    level: (id) => wayTo(id).length,
    path: (id) =>
      wayTo(id)
        .map((row) => row.name)
        .join('/'),
  };
}

/** Refuses a template that would exceed the limit of folders or levels. */
export function requireSize({ folders, levels }: { folders: number; levels: number }): void {
  if (folders > mostOfTemplates.folders || levels > mostOfTemplates.levels) throw new Refusal(codes.templateTooBig);
}

/** A template of the caller's organisation, or 5501. */
export async function requireTemplate(ctx: Context, id: string | number): Promise<TemplateRow> {
  const template = await templateById(ctx.db, Number(id), ctx.user.organisationId);
  if (template === undefined) throw new Refusal(codes.templateMissing);
  return template;
}

/** A folder of a template, with its template and tree. */
interface TemplateFolderInTree {
  folder: FolderRow;
  template: TemplateRow;
  rows: FolderRow[];
  tree: FolderTree;
}

/** A folder of a template of the caller's organisation; 4501 where it is missing or removed. */
export async function requireTemplateFolder(ctx: Context, id: string | number): Promise<TemplateFolderInTree> {
  const row = await folderById(ctx.db, Number(id));
  const template = row === undefined ? undefined : await templateById(ctx.db, row.template_id, ctx.user.organisationId);
  if (row === undefined || template === undefined) throw new Refusal(codes.folderMissing);
  const rows = await foldersOf(ctx.db, template.id);
  const tree = folderTreeOf(rows);
  const folder = tree.find(row.id);
  if (folder === undefined) throw new Refusal(codes.folderMissing);
  return { folder, template, rows, tree };
}

/** A folder of a template other than the top: the top gets its name and parent when the template is used. */
export async function requireInnerFolder(ctx: Context, id: string | number): Promise<TemplateFolderInTree> {
  const inTree = await requireTemplateFolder(ctx, id);
  if (inTree.folder.parent_id === 0) throw new Refusal(codes.illegalOperation);
  return inTree;
}

/** Records a change of a template for the log. */
export async function noteTemplateChange(
  ctx: Context,
  template: TemplateRow,
  { before, after }: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await updateTemplateRow(ctx.db, template.id, { updater_id: ctx.user.id, updated_at: ctx.now });
  await ctx.emit(templateUpdated, { objId: template.id, objName: template.name, ...(before && { before }), ...(after && { after }) });
}

/** Runs a write, and refuses with `code` where the name is taken. */
export async function refuseTakenFolderName<T>(code: 'folderNameExists' | 'templateNameExists', write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes[code]);
    throw error;
  }
}

export async function listTemplates(
  ctx: Context,
  { pageNo, pageSize, keyword }: ParsedOf<typeof templates.list>,
): Promise<OutputOf<typeof templates.list>> {
  const asked = { organisationId: ctx.user.organisationId, keyword };
  const { rows, total } = await pageOfTemplates(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.updater_id),
  );
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    enabled: row.enabled === 1,
    folders: row.folders,
    rights: row.rights,
    updateTime: isoTime(row.updated_at),
    updaterName: nameOf(row.updater_id),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

export async function showTemplate(ctx: Context, { id }: ParsedOf<typeof templates.tree>): Promise<OutputOf<typeof templates.tree>> {
  const template = await requireTemplate(ctx, id);
  const { all } = folderTreeOf(await foldersOf(ctx.db, template.id));
  const rights = await rightsOf(ctx.db, template.id);
  const show = await showRights(ctx, rights);
  const byFolder = Map.groupBy(rights, (row) => row.folder_id);
  return {
    id: String(template.id),
    name: template.name,
    description: template.description,
    enabled: template.enabled === 1,
    list: all.map((row) => ({
      id: String(row.id),
      ...(row.parent_id !== 0 && { parentId: String(row.parent_id) }),
      name: row.name,
      inherit: row.inherits === 1,
      rights: (byFolder.get(row.id) ?? []).map(show),
    })),
  };
}

async function showRights(ctx: Context, rows: readonly RightRow[]): Promise<(row: RightRow) => TemplateRight> {
  const named = new Map(rows.map((row) => [`${row.principal_type} ${row.principal_id}`, row]));
  const nameOf = await principalNames(
    ctx,
    [...named.values()].map((row) => ({ type: row.principal_type as GranteeType, id: row.principal_id })),
  );
  return (row) => {
    const granteeType = row.principal_type as GranteeType;
    const name = nameOf(granteeType, row.principal_id);
    return {
      granteeType,
      granteeId: String(row.principal_id),
      granteeName: name || row.principal_name,
      gone: name === '',
      level: row.level,
      ...(row.grantable_permissions !== null && { handOn: row.grantable_permissions }),
      reach: reaches[row.inheritance_scope] ?? 'all',
      ...(row.days !== null && { days: row.days }),
    };
  };
}

/** Creates a template with its top folder alone, which has the template's own id. */
export async function writeTemplate(
  ctx: Context,
  { name, description, enabled, inherits }: { name: string; description: string; enabled: boolean; inherits: boolean },
): Promise<{ id: number; name: string }> {
  const { organisationId } = ctx.user;
  const names = nameColumns(name);
  if ((await countTemplates(ctx.db, organisationId)) >= mostOfTemplates.templates) throw new Refusal(codes.templatesFull);
  const id = newId();
  const row = { id, organisation_id: organisationId, ...names, description, enabled: enabled ? 1 : 0 };
  const marks = { updater_id: ctx.user.id, created_at: ctx.now, updated_at: ctx.now };
  await refuseTakenFolderName('templateNameExists', () => insertTemplate(ctx.db, { ...row, ...marks }));
  await insertFolders(ctx.db, [{ id, template_id: id, parent_id: 0, ...names, inherits: inherits ? 1 : 0, removed: 0, removed_at: 0 }]);
  return { id, name: names.name };
}

export async function createTemplate(
  ctx: Context,
  { name, description = '', enabled }: ParsedOf<typeof templates.create>,
): Promise<OutputOf<typeof templates.create>> {
  const made = await writeTemplate(ctx, { name, description, enabled, inherits: true });
  await ctx.emit(templateCreated, { objId: made.id, objName: made.name, after: { enabled } });
  return { id: String(made.id) };
}

/** Renames, describes, enables or disables a template. */
export async function updateTemplate(ctx: Context, input: ParsedOf<typeof templates.update>) {
  const template = await requireTemplate(ctx, input.id);
  const was = { name: template.name, description: template.description, enabled: template.enabled === 1 };
  const names = nameColumns(input.name ?? template.name);
  const is = { name: names.name, description: input.description ?? was.description, enabled: input.enabled ?? was.enabled };
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0) return {};
  const row = { ...names, description: is.description, enabled: is.enabled ? 1 : 0 };
  await refuseTakenFolderName('templateNameExists', () => updateTemplateRow(ctx.db, template.id, row));
  await noteTemplateChange(ctx, { ...template, name: names.name }, changed);
  return {};
}

/** Deletes a template; folders created from it stay. */
export async function deleteTemplate(ctx: Context, { id }: ParsedOf<typeof templates.delete>) {
  const template = await requireTemplate(ctx, id);
  await deleteTemplateRow(ctx.db, template.id);
  await ctx.emit(templateDeleted, { objId: template.id, objName: template.name });
  return {};
}
