import type { NamedPlace } from '@dossier/contract/access/access-audits';
import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { accessOf } from './effective-rights.ts';
import type { ItemRow } from './item-row.ts';
import { aclsOfItems, ancestorsOfAll, itemsByIds, treePositions } from './items.queries.ts';
import { isInSharedArea } from './require-items.ts';

/** Which of some items are still there, in the caller's organisation and not in the bin; tells nothing else of them. */
export async function liveItemIds(
  ctx: Pick<Context, 'db'> & { user: { organisationId: number } },
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  return new Set(rows.filter((row) => row.bin_id === 0 && row.organisation_id === ctx.user.organisationId).map((row) => row.id));
}

/** Ids of places as the caller may be told of them: undefined for none, and for what is hidden from the caller. */
export async function visibleContainers(ctx: Context, ids: readonly number[]): Promise<(id: number) => string | undefined> {
  const access = await accessOf(ctx);
  const rows = await aclsOfItems(ctx.db, { ids: JSON.stringify([...new Set(ids)].filter((id) => id !== 0)) });
  const seen = new Set(rows.filter((row) => access.isVisible(row.acl_id)).map((row) => row.id));
  return (id) => (seen.has(id) ? String(id) : undefined);
}

/**
 * The names of the folders around each item, from the cabinet down, as far as the caller sees them: what is hidden on the way ends it.
 * By office nothing in the shared areas is hidden.
 */
export async function visiblePaths(ctx: Context, held: readonly { item: ItemRow }[], byOffice = false): Promise<Map<number, string[]>> {
  const access = await accessOf(ctx);
  const around = await ancestorsOfAll(ctx.db, { ids: JSON.stringify(held.map(({ item }) => item.parent_id)) });
  const byId = new Map(around.map((row) => [row.id, row]));
  const ways = new Map<number, string[]>();
  for (const { item } of held) {
    const open = byOffice && isInSharedArea(item);
    const names: string[] = [];
    for (let row = byId.get(item.parent_id); row !== undefined; row = byId.get(row.parent_id)) {
      if (!open && !access.isVisible(row.acl_id)) break;
      names.unshift(row.name);
    }
    ways.set(item.id, names);
  }
  return ways;
}

/** Those of some items that are not deleted, topmost first and by name within a depth; only of one area or within one place where asked. */
export async function sortByTree(
  ctx: Context,
  ids: readonly number[],
  { area, within }: { area: number | undefined; within: number | undefined },
): Promise<number[]> {
  const rows = await treePositions(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wayOf = (id: number): number[] => {
    const way: number[] = [];
    for (let row = byId.get(id); row !== undefined; row = byId.get(row.parent_id)) way.push(row.id);
    return way;
  };
  const wanted = ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined || row.bin_id !== 0 || row.organisation_id !== ctx.user.organisationId) return [];
    if (area !== undefined && row.area !== area) return [];
    const way = wayOf(id);
    return within === undefined || way.includes(within) ? [{ row, depth: way.length, sort: Buffer.from(row.name_sort) }] : [];
  });
  return wanted.toSorted((a, b) => a.depth - b.depth || Buffer.compare(a.sort, b.sort) || a.row.id - b.row.id).map(({ row }) => row.id);
}

/** Items of the shared areas as the office that sees all rights is told of them: names and places, nothing else. */
export async function namedPlaces(ctx: Context, items: readonly ItemRow[]): Promise<NamedPlace[]> {
  const ways = await visiblePaths(
    ctx,
    items.map((item) => ({ item })),
    true,
  );
  return items.map((item) => ({
    id: String(item.id),
    name: item.name,
    objType: item.kind,
    moduleType: item.area,
    ext: item.kind === objType.document ? item.ext : undefined,
    path: (ways.get(item.id) ?? []).join('/'),
  }));
}
