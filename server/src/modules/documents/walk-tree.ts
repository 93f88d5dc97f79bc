import { areas, moduleType, objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { checkName, nameKey } from '../../platform/text/names.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { type AuthorisedItem, bitsOn, findVisibleItems, reachableInShare } from '../access/require-items.ts';
import { childrenInOrder, childrenNamed, entryItems } from './lists/lists.queries.ts';
import { cabinetByKey, childByKey } from './tree/items.queries.ts';
import { liveBelow } from './tree/subtrees.queries.ts';

/** The item of a name in a container, as far as the caller may see it. */
export async function childNamed(ctx: Context, place: ItemRow, name: string): Promise<AuthorisedItem | undefined> {
  if (!checkName(name).ok) return undefined;
  const [row] = await childByKey(ctx.db, { parent: place.id, key: nameKey(name) });
  return row === undefined ? undefined : (await findVisibleItems(ctx, [row.id]))[0];
}

/** The visible children of a container, folders first, up to a limit. */
export async function childrenOf(ctx: Context, place: ItemRow, limit: number): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const list = childrenInOrder('name', 'asc', true);
  const found: AuthorisedItem[] = [];
  for (const kind of [objType.folder, objType.document]) {
    if (found.length >= limit) break;
    const rows = await list(ctx.db, { parent: place.id, kind, limit: limit - found.length, offset: 0, acls: access.visible });
    found.push(...rows.map((item) => ({ item, bits: access.bits(item.acl_id) })));
  }
  return found;
}

/** The entries of an area: cabinets, and visible items whose folder is hidden; all, or those of some names, the oldest first. */
export async function entriesOfArea(ctx: Context, area: number, keys?: readonly string[]): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const asked = { organisationId: ctx.user.organisationId, area, acls: access.visible, entrances: access.entrances, keys };
  const rows = await entryItems(ctx.db, asked);
  return rows.toSorted((a, b) => a.id - b.id).map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

/** All visible descendants of a folder, in batches; `bits` as in lists. Runs on the long reader. */
export async function* walkBelow(ctx: Context, folder: ItemRow): AsyncGenerator<AuthorisedItem> {
  const access = await accessOf(ctx);
  for (let after = 0; ; ) {
    const rows = await liveBelow(ctx.services.database.long, folder.id, { after, limit: 1000 });
    const reaches = await reachableInShare(
      ctx,
      rows.map((row) => row.id),
    );
    for (const item of rows) {
      const bits = reaches(item.id) ? access.bits(item.acl_id) : 0;
      if ((bits & right.visible) !== 0) yield { item, bits };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** A page of the visible documents of a folder in a list's order: for the previous and next image. */
export async function documentsInOrder(
  ctx: Context,
  folderId: number,
  asked: {
    sortField: 'name' | 'size' | 'updateTime' | 'createTime' | 'sortNumber';
    sortDirection: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const query = childrenInOrder(asked.sortField, asked.sortDirection, true);
  const rows = await query(ctx.db, { parent: folderId, kind: 33, limit: asked.limit, offset: asked.offset, acls: access.visible });
  return rows.map((item) => ({ item, bits: bitsOn(ctx, access, item) }));
}

const maximumNames = 20;

/** The names of a relative path that leads down from a folder, as `./images/plan.png`; none where it leads elsewhere. */
function namesOf(relativePath: string): string[] {
  const names = relativePath.split('/').filter((name) => name !== '.');
  return names.length > maximumNames || names.some((name) => name.trim() === '' || name === '..') ? [] : names;
}

/** The visible documents at relative paths below a folder, by their paths. */
export async function documentsAtPath(
  ctx: Context,
  parentId: number,
  relativePaths: readonly string[],
): Promise<Map<string, AuthorisedItem>> {
  const found = new Map<string, number>();
  for (const relativePath of relativePaths) {
    let item: Pick<ItemRow, 'id' | 'kind'> | undefined;
    let parent = parentId;
    for (const name of namesOf(relativePath)) {
      [item] = await childByKey(ctx.db, { parent, key: nameKey(name) });
      if (item === undefined) break;
      parent = item.id;
    }
    if (item?.kind === objType.document) found.set(relativePath, item.id);
  }
  const authorised = new Map((await findVisibleItems(ctx, [...new Set(found.values())])).map((one) => [one.item.id, one]));
  return new Map(
    [...found].flatMap(([relativePath, id]) => {
      const one = authorised.get(id);
      return one === undefined ? [] : [[relativePath, one] as const];
    }),
  );
}

const limit = 100;

/** The visible documents of a folder with a name prefix. */
export async function documentsNamed(ctx: Context, parentId: number, beginning: string): Promise<AuthorisedItem[]> {
  const from = nameKey(beginning);
  // the next code point after the last one is an exclusive upper bound of the prefix
  const to = from.slice(0, -1) + String.fromCodePoint((from.codePointAt(from.length - 1) ?? 0) + 1);
  const rows = await childrenNamed(ctx.db, { parent: parentId, from, to, kind: objType.document, limit });
  return findVisibleItems(
    ctx,
    rows.map((row) => row.id),
  );
}

const mostSteps = 100;

/** The items of the shared areas at a path, from the cabinet down; none for an invalid path. Rights are not checked here. */
export async function itemsAtPath(ctx: Context, path: string): Promise<number[]> {
  const keys = path.split('/').flatMap((name) => (name.trim() === '' ? [] : [nameKey(name.trim())]));
  const [cabinet, ...rest] = keys;
  if (cabinet === undefined || keys.length > mostSteps || !path.includes('/')) return [];
  const ids: number[] = [];
  for (const area of areas.filter((one) => one !== moduleType.my)) {
    const place = { organisation: ctx.user.organisationId, area, shelf: 0, key: cabinet };
    let item: ItemRow | undefined = (await cabinetByKey(ctx.db, place))[0];
    for (const key of rest) item = item === undefined ? undefined : (await childByKey(ctx.db, { parent: item.id, key }))[0];
    if (item !== undefined) ids.push(item.id);
  }
  return ids;
}
