import type { Ctx } from '../../ground/ctx.ts';
import { standingPlaces } from './way-queries.ts';

/** Those of some items that are not deleted, topmost first and by name within a depth; only of one area or within one place where asked. */
export async function placesInOrder(
  ctx: Ctx,
  ids: readonly number[],
  { area, within }: { area: number | undefined; within: number | undefined },
): Promise<number[]> {
  const rows = await standingPlaces(ctx.db, { ids: JSON.stringify(ids) });
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
