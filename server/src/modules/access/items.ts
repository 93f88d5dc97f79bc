import type { Db } from '../../platform/db/database.ts';
import { type ItemRow, itemById, itemsByIds, ancestors } from './items.queries.ts';

/** The row of an item, in the bin too. No rights are checked: callers that act for a user use `requireItem`. */
export const findItem = async (db: Db, id: number): Promise<ItemRow | undefined> => (await itemById(db, { id }))[0];

/** The rows of the existing items among these, in no order. No rights are checked. */
export const findItems = (db: Db, ids: readonly number[]): Promise<ItemRow[]> => itemsByIds(db, { ids: JSON.stringify(ids) });

/** An item and its ancestors up to the cabinet, the item first. */
export async function withAncestors(db: Db, id: number): Promise<ItemRow[]> {
  const rows = new Map((await ancestors(db, { id })).map((row) => [row.id, row]));
  const path: ItemRow[] = [];
  for (let row = rows.get(id); row !== undefined; row = rows.get(row.parent_id)) path.push(row);
  return path;
}
