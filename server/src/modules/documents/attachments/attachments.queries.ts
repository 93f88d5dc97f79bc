import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { ItemRow } from '../../access/items.queries.ts';

const liveAttachments = (db: Db, documentId: number) =>
  db.selectFrom('item').where('parent_id', '=', documentId).where('bin_id', '=', 0).where('kind', '=', 33);

/** The live attachments of a document. */
export const attachmentsOf = (db: Db, documentId: number): Promise<ItemRow[]> =>
  liveAttachments(db, documentId).selectAll().orderBy('name_sort').orderBy('id').execute();

const liveOfAll = (db: Db, documentIds: readonly number[]) =>
  db
    .selectFrom('item')
    .where('parent_id', 'in', among(db, JSON.stringify(documentIds)))
    .where('bin_id', '=', 0)
    .where('kind', '=', 33);

/** The live attachments of some documents, those of one by name. */
export const attachmentsOfAll = (db: Db, documentIds: readonly number[]): Promise<ItemRow[]> =>
  liveOfAll(db, documentIds).selectAll().orderBy('parent_id').orderBy('name_sort').orderBy('id').execute();

/** The number of live attachments of some documents. */
export async function countAttachmentsOfAll(db: Db, documentIds: readonly number[]): Promise<number> {
  const { n } = await liveOfAll(db, documentIds)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

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
