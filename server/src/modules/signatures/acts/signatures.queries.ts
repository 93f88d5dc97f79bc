import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { DocumentSignatureTable } from '../../../platform/db/types.generated.ts';

export type SignatureRow = Selectable<DocumentSignatureTable>;

export const insertSignature = async (db: Db, row: SignatureRow): Promise<void> =>
  void (await db.insertInto('document_signature').values(row).execute());

export const signatureById = (db: Db, id: number): Promise<SignatureRow | undefined> =>
  db.selectFrom('document_signature').selectAll().where('id', '=', id).executeTakeFirst();

/** The signature that led to these bytes of a document; undefined where none did. */
export const signatureThatSealed = (db: Db, itemId: number, sha256: string): Promise<SignatureRow | undefined> =>
  db
    .selectFrom('document_signature')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('sealed_sha256', '=', sha256)
    .orderBy('signed_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A signature and those before it under the same text, the first one first. */
export async function signaturesUpTo(db: Db, last: SignatureRow | undefined): Promise<SignatureRow[]> {
  if (last === undefined) return [];
  // not by their times: clocks are put back, and servers have clocks of their own
  const all = await db.selectFrom('document_signature').selectAll().where('item_id', '=', last.item_id).execute();
  const byId = new Map(all.map((row) => [row.id, row]));
  const found: SignatureRow[] = [];
  for (let at: SignatureRow | undefined = last; at !== undefined && found.length < all.length; at = byId.get(at.previous_id))
    found.unshift(at);
  return found;
}

/** The signatures of a person under a document. */
export const signaturesBy = (db: Db, itemId: number, personId: number): Promise<SignatureRow[]> =>
  db.selectFrom('document_signature').selectAll().where('item_id', '=', itemId).where('person_id', '=', personId).execute();

/** Of some contents of documents, those that a signature led to. */
export async function sealedAmong(db: Db, contents: readonly { document_id: number; sha256: string }[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('document_signature')
    .select(['item_id', 'sealed_sha256'])
    .where('item_id', 'in', among(db, JSON.stringify(contents.map((one) => one.document_id))))
    .execute();
  return new Set(rows.map((row) => `${row.item_id} ${row.sealed_sha256}`));
}

/** The signatures under a document, the newest first. */
export const pageOfSignatures = (db: Db, itemId: number, { limit, offset }: { limit: number; offset: number }): Promise<SignatureRow[]> =>
  db
    .selectFrom('document_signature')
    .selectAll()
    .where('item_id', '=', itemId)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countSignatures(db: Db, itemId: number): Promise<number> {
  const row = await db
    .selectFrom('document_signature')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Deletes the signatures under documents that are purged; answers their ids. */
export async function deleteSignaturesOn(db: Db, itemIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .deleteFrom('document_signature')
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
