import { areas, moduleType, objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { checkName, nameKey } from '../../platform/text/names.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { ItemRow } from '../access/item-row.ts';
import { type AuthorisedItem, findVisibleItems, reachableInShare } from '../access/require-items.ts';
import { childrenInOrder, childrenNamed, entryItems } from './lists/lists.queries.ts';
import { cabinetByKey, childByKey } from './tree/items.queries.ts';
import { liveBelow } from './tree/subtrees.queries.ts';

/** What has a name in a place, as far as the caller may see it. */
export async function childNamed(ctx: Context, place: ItemRow, name: string): Promise<AuthorisedItem | undefined> {
  if (!checkName(name).ok) return undefined;
  const [row] = await childByKey(ctx.db, { parent: place.id, key: nameKey(name) });
  return row === undefined ? undefined : (await findVisibleItems(ctx, [row.id]))[0];
}

/** What the caller sees in a place, folders first, so many at most. */
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

/** Where the caller enters an area: cabinets, and what is seen there without the folder around it, of all names or of these; the oldest first. */
export async function entriesOfArea(ctx: Context, area: number, keys?: readonly string[]): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const asked = { organisationId: ctx.user.organisationId, area, acls: access.visible, entrances: access.entrances, keys };
  const rows = await entryItems(ctx.db, asked);
  return rows.toSorted((a, b) => a.id - b.id).map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

/** Everything below a folder that the caller sees, in pieces; `bits` as in lists. Runs on the long reader. */
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

/** A piece of the documents of a folder in a list's order, visible ones only: for the pictures before and after one. */
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
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

const maximumNames = 20;

/** The names of a way that leads down from a folder: `./pictures/plan.png`; none where it leads anywhere else. */
function namesOf(way: string): string[] {
  const names = way.split('/').filter((name) => name !== '.');
  return names.length > maximumNames || names.some((name) => name.trim() === '' || name === '..') ? [] : names;
}

/** The documents that ways lead to from a folder down, those that the caller sees, by their ways. */
export async function documentsAtPath(ctx: Context, parentId: number, ways: readonly string[]): Promise<Map<string, AuthorisedItem>> {
  const found = new Map<string, number>();
  for (const way of ways) {
    let item: Pick<ItemRow, 'id' | 'kind'> | undefined;
    let parent = parentId;
    for (const name of namesOf(way)) {
      [item] = await childByKey(ctx.db, { parent, key: nameKey(name) });
      if (item === undefined) break;
      parent = item.id;
    }
    if (item?.kind === objType.document) found.set(way, item.id);
  }
  const held = new Map((await findVisibleItems(ctx, [...new Set(found.values())])).map((one) => [one.item.id, one]));
  return new Map(
    [...found].flatMap(([way, id]) => {
      const one = held.get(id);
      return one === undefined ? [] : [[way, one] as const];
    }),
  );
}

const limit = 100;

/** Documents of a folder whose names begin so, those that the caller sees. */
export async function documentsNamed(ctx: Context, parentId: number, beginning: string): Promise<AuthorisedItem[]> {
  const from = nameKey(beginning);
  // the next sign after the last one: all that begins so stands before it
  const to = from.slice(0, -1) + String.fromCodePoint((from.codePointAt(from.length - 1) ?? 0) + 1);
  const rows = await childrenNamed(ctx.db, { parent: parentId, from, to, kind: objType.document, limit });
  return findVisibleItems(
    ctx,
    rows.map((row) => row.id),
  );
}

const mostSteps = 100;

/** The items of the shared areas that stand at a path, from the cabinet down; none where it is no path. Rights are not asked here. */
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
