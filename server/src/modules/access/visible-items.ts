import type { NamedPlace } from '@dossier/contract/access/access-audits';
import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { accessOf } from './effective-rights.ts';
import { type ItemRow, aclsOfItems, ancestorsOfAll, itemsByIds, treePositions } from './items.queries.ts';
import { isInSharedArea } from './require-items.ts';

/** The live items among these in the caller's organisation; discloses nothing else about them. */
export async function liveItemIds(
  ctx: Pick<Context, 'db'> & { user: { organisationId: number } },
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  return new Set(rows.filter((row) => row.bin_id === 0 && row.organisation_id === ctx.user.organisationId).map((row) => row.id));
}

/** Ids of containers as the caller may see them: undefined for none and for hidden ones. */
export async function visibleContainers(ctx: Context, ids: readonly number[]): Promise<(id: number) => string | undefined> {
  const access = await accessOf(ctx);
  const rows = await aclsOfItems(ctx.db, { ids: JSON.stringify([...new Set(ids)].filter((id) => id !== 0)) });
  const seen = new Set(rows.filter((row) => access.isVisible(row.acl_id)).map((row) => row.id));
  return (id) => (seen.has(id) ? String(id) : undefined);
}

/**
 * The names of the ancestors of each item, from the cabinet down; a hidden ancestor cuts the path. For auditors nothing in the shared areas
 * is hidden.
 */
export async function visiblePaths(ctx: Context, entries: readonly { item: ItemRow }[], byOffice = false): Promise<Map<number, string[]>> {
  const access = await accessOf(ctx);
  const ancestors = await ancestorsOfAll(ctx.db, { ids: JSON.stringify(entries.map(({ item }) => item.parent_id)) });
  const byId = new Map(ancestors.map((row) => [row.id, row]));
  const paths = new Map<number, string[]>();
  for (const { item } of entries) {
    const open = byOffice && isInSharedArea(item);
    const names: string[] = [];
    for (let row = byId.get(item.parent_id); row !== undefined; row = byId.get(row.parent_id)) {
      if (!open && !access.isVisible(row.acl_id)) break;
      names.unshift(row.name);
    }
    paths.set(item.id, names);
  }
  return paths;
}

/** The live items among these, by depth and then by name; narrowed to an area or one container if asked. */
export async function sortByTree(
  ctx: Context,
  ids: readonly number[],
  { area, within }: { area: number | undefined; within: number | undefined },
): Promise<number[]> {
  const rows = await treePositions(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ancestorsOf = (id: number): number[] => {
    const path: number[] = [];
    for (let row = byId.get(id); row !== undefined; row = byId.get(row.parent_id)) path.push(row.id);
    return path;
  };
  const wanted = ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined || row.bin_id !== 0 || row.organisation_id !== ctx.user.organisationId) return [];
    if (area !== undefined && row.area !== area) return [];
    const path = ancestorsOf(id);
    return within === undefined || path.includes(within) ? [{ row, depth: path.length, sort: Buffer.from(row.name_sort) }] : [];
  });
  return wanted.toSorted((a, b) => a.depth - b.depth || Buffer.compare(a.sort, b.sort) || a.row.id - b.row.id).map(({ row }) => row.id);
}

/** Items of the shared areas as shown to auditors: only names and paths. */
export async function namedPlaces(ctx: Context, items: readonly ItemRow[]): Promise<NamedPlace[]> {
  const paths = await visiblePaths(
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
    path: (paths.get(item.id) ?? []).join('/'),
  }));
}
