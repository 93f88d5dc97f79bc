import type { Db } from '../../platform/db/database.ts';
import { itemsOfShares } from './links/shares.queries.ts';

/** The ids of the items in shares, by share; without those that are no shares. */
export async function contentsOfShares(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  if (ids.length === 0) return new Map();
  const rows = await itemsOfShares(db, { ids: JSON.stringify(ids) });
  return new Map([...Map.groupBy(rows, (row) => row.share_id)].map(([share, items]) => [share, items.map((row) => row.item_id)]));
}
