import type { Db } from '../../ground/db/database.ts';
import { type ItemRow, itemsByIds } from './item-queries.ts';

/** What live items are called, whoever asks: for rooms that have decided by themselves who may be told. */
export async function itemNames(db: Db, ids: readonly number[]): Promise<Map<number, Pick<ItemRow, 'name' | 'kind' | 'ext'>>> {
  const rows = await itemsByIds(db, { ids: JSON.stringify([...new Set(ids)]) });
  return new Map(rows.filter((row) => row.bin_id === 0).map((row) => [row.id, { name: row.name, kind: row.kind, ext: row.ext }]));
}
