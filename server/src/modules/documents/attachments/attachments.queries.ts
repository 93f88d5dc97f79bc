import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ItemRow } from '../../access/items.queries.ts';

const liveAttachments = (db: Db, documentId: number) =>
  db.selectFrom('item').where('parent_id', '=', documentId).where('bin_id', '=', 0).where('kind', '=', 33);

/** The live attachments of a document. */
export const attachmentsOf = (db: Db, documentId: number): Promise<ItemRow[]> =>
  liveAttachments(db, documentId).selectAll().orderBy('name_sort').orderBy('id').execute();

/** A page of the live attachments of a document, by name. */
export const pageOfAttachments = (db: Db, documentId: number, { limit, offset }: { limit: number; offset: number }): Promise<ItemRow[]> =>
  liveAttachments(db, documentId).selectAll().orderBy('name_sort').orderBy('id').limit(limit).offset(offset).execute();

/** The number of live attachments of a document. */
export async function countAttachments(db: Db, documentId: number): Promise<number> {
  const { n } = await liveAttachments(db, documentId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The attachments of documents of a deletion that other deletions took earlier. */
export async function attachmentsOfDeleted(db: Db, binId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select a.id from item d join item a on a.parent_id = d.id
    where d.bin_id = ${binId} and d.attachments > 0 and a.bin_id <> ${binId}`.execute(db);
  return found.rows.map((row) => row.id);
}
