import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { mostOfTemplates, type templates } from '@dossier/contract/documents/folder-templates';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { aclRootsOf, rootsWithoutInheritance } from '../../access/acl-roots.ts';
import { accessOf } from '../../access/effective-rights.ts';
import { grantRecords } from '../../access/grants.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireContainer } from '../../access/require-items.ts';
import type { GrantFact } from '../../access/rights-rules.ts';
import { principalNames } from '../../identity/principals.ts';
import { templateCreated } from '../events.ts';
import { nameColumns } from '../item-names.ts';
import { foldersBelow } from '../tree/subtrees.queries.ts';
import { insertFolders, insertRights } from './templates.queries.ts';
import { requireSize, writeTemplate } from './templates.ts';

/** An existing folder; `rights` are its own, where the caller may know them. */
interface ExistingFolder {
  id: number;
  /** 0 for the top folder. */
  parentId: number;
  name: string;
  inherits: boolean;
  rights: GrantFact[];
  /** It has rights of its own that the caller does not manage. */
  closed: boolean;
}

const batchSize = 1000;

/** A container that the caller manages, and its folders that the caller sees, parents first; up to `most`, and one more. */
async function readStructure(ctx: Context, id: string, most: number): Promise<ExistingFolder[]> {
  const { item } = await requireContainer(ctx, right.visible | right.manage, id);
  const rows = [item, ...(await visibleFoldersBelow(ctx, item, most))];
  const access = await accessOf(ctx);
  const own = new Set(
    await aclRootsOf(
      ctx.db,
      rows.map((row) => row.acl_id),
    ),
  );
  const roots = rows.filter((row) => own.has(row.id));
  const managed = roots.filter((row) => (access.bits(row.acl_id) & right.manage) !== 0).map((row) => row.id);
  const alone = await rootsWithoutInheritance(ctx.db, managed);
  const given = Map.groupBy(await grantRecords(ctx, managed), ({ grant }) => grant.rootId);
  const stands = ({ deadline }: GrantFact): boolean => deadline === null || deadline > ctx.now;
  return rows.map((row) => ({
    id: row.id,
    parentId: row.id === item.id ? 0 : row.parent_id,
    name: row.name,
    inherits: !alone.has(row.id),
    rights: (given.get(row.id) ?? []).map(({ grant }) => grant).filter(stands),
    closed: own.has(row.id) && !managed.includes(row.id),
  }));
}

/** The contents of a hidden folder are not read either. */
async function visibleFoldersBelow(ctx: Context, top: ItemRow, most: number): Promise<ItemRow[]> {
  const access = await accessOf(ctx);
  const byParent = new Map<number, ItemRow[]>();
  for (let after = 0, last: ItemRow | undefined = top; last !== undefined; ) {
    const rows: ItemRow[] = await foldersBelow(ctx.db, top.id, { after, limit: batchSize });
    for (const row of rows) if (access.isVisible(row.acl_id)) byParent.set(row.parent_id, [...(byParent.get(row.parent_id) ?? []), row]);
    last = rows.at(-1);
    after = last?.id ?? 0;
  }
  const found: ItemRow[] = [];
  for (const waiting = [top]; waiting.length > 0 && found.length <= most; ) {
    const inside = byParent.get(waiting.shift()?.id ?? 0) ?? [];
    found.push(...inside);
    waiting.push(...inside);
  }
  return found.slice(0, most + 1);
}

const dayMs = 86_400_000;
const maximumDays = 36_500;

/** Creates a template from a folder: its visible folders and their rights, with the remaining days of each. */
export async function templateFromFolder(
  ctx: Context,
  { objId, name, description = '', withRights }: ParsedOf<typeof templates.createFrom>,
): Promise<OutputOf<typeof templates.createFrom>> {
  const found = await readStructure(ctx, objId, mostOfTemplates.folders);
  const folders = withRights ? found : found.map((folder) => ({ ...folder, inherits: true, rights: [], closed: false }));
  requireSize({ folders: folders.length - 1, levels: levelsOf(folders) });
  const made = await writeTemplate(ctx, { name, description, enabled: false, inherits: folders[0]?.inherits ?? true });
  // the top folder exists with the template already, under its id
  const ids = new Map(folders.map((folder, at) => [folder.id, at === 0 ? made.id : newId()]));
  const idOf = (id: number): number => ids.get(id) ?? made.id;
  await insertFolders(
    ctx.db,
    folders.slice(1).map((folder) => ({
      id: idOf(folder.id),
      template_id: made.id,
      parent_id: idOf(folder.parentId),
      ...nameColumns(folder.name),
      inherits: folder.inherits ? 1 : 0,
      removed: 0,
      removed_at: 0,
    })),
  );
  const rights = await rowsOf(ctx, folders);
  await insertRights(
    ctx.db,
    rights.map(({ rootId, row }) => ({ ...row, id: newId(), template_id: made.id, folder_id: idOf(rootId) })),
  );
  await ctx.emit(templateCreated, { objId: made.id, objName: made.name, after: { folder: found[0]?.name ?? '' } });
  const withoutRights = folders.filter((folder) => folder.closed).length;
  return { id: String(made.id), folders: folders.length - 1, rights: rights.length, withoutRights };
}

/** How many levels of folders are below the top folder. */
function levelsOf(folders: readonly ExistingFolder[]): number {
  const levels = new Map<number, number>();
  for (const { id, parentId } of folders) levels.set(id, (levels.get(parentId) ?? -1) + 1);
  return Math.max(...levels.values());
}

async function rowsOf(ctx: Context, folders: readonly ExistingFolder[]) {
  const all = folders.flatMap((folder) => folder.rights);
  const nameOf = await principalNames(
    ctx,
    all.map((grant) => ({ type: grant.granteeType as GranteeType, id: grant.granteeId })),
  );
  const rows = all.flatMap((grant) => {
    const granteeName = nameOf(grant.granteeType as GranteeType, grant.granteeId);
    return granteeName === '' ? [] : [{ rootId: grant.rootId, row: rowOf(ctx, grant, granteeName) }];
  });
  const onOne = Map.groupBy(rows, ({ rootId }) => rootId);
  const tooMany = rows.length > mostOfTemplates.allRights || [...onOne.values()].some((some) => some.length > mostOfTemplates.rights);
  if (tooMany) throw new Refusal(codes.templateTooBig);
  return rows;
}

const rowOf = (ctx: Context, grant: GrantFact, granteeName: string) => ({
  principal_type: grant.granteeType,
  principal_id: grant.granteeId,
  principal_name: granteeName,
  level: grant.level,
  grantable_permissions: grant.handOn,
  inheritance_scope: grant.reach,
  days: grant.deadline === null ? null : Math.min(maximumDays, Math.ceil((grant.deadline - ctx.now) / dayMs)),
});
