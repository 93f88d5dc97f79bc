import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { ShareUploadTable, ShareSessionTable } from '../../../platform/db/types.generated.ts';

export type ShareSessionRow = Selectable<ShareSessionTable>;

export const sessionByToken = compiled<{ hash: string }, ShareSessionRow>((db, p) =>
  db.selectFrom('share_session').selectAll().where('token_hash', '=', p.hash),
);

export const sessionById = compiled<{ id: number }, ShareSessionRow>((db, p) =>
  db.selectFrom('share_session').selectAll().where('id', '=', p.id),
);

export const insertSession = (db: Db, row: Insertable<ShareSessionTable>) => db.insertInto('share_session').values(row).execute();

export const deleteSession = (db: Db, id: number) => db.deleteFrom('share_session').where('id', '=', id).execute();

/** Sets the start of the time that is spent on pages. */
export const setViewedAt = (db: Db, id: number, at: number) =>
  db.updateTable('share_session').set({ viewed_at: at }).where('id', '=', id).execute();

export const uploadsAmong = compiled<{ ids: string }, Selectable<ShareUploadTable>>((db, p) =>
  db.selectFrom('share_upload').selectAll().where('document_id', 'in', among(db, p.ids)),
);

export const uploadsIn = compiled<{ place: number }, Selectable<ShareUploadTable>>((db, p) =>
  db.selectFrom('share_upload').selectAll().where('place_id', '=', p.place),
);

export const insertUpload = (db: Db, row: Insertable<ShareUploadTable>) => db.insertInto('share_upload').values(row).execute();

/** Deletes upload rows: a document moved by staff is no longer a visitor's. */
export const deleteUploads = (db: Db, ids: number[]) =>
  db
    .deleteFrom('share_upload')
    .where('document_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Wrong attempts per code from all addresses together. */
const maxCodeAttempts = 20;

interface CodeKey {
  shareId: number;
  mail: string;
}

/** The seed of the valid code of an address. The column is named after the hashes that it contained before. */
export const validCode = (db: Db, { shareId, mail, now }: CodeKey & { now: number }) =>
  db
    .selectFrom('share_code')
    .select('code_hash as code_seed')
    .where('share_id', '=', shareId)
    .where('mail', '=', mail)
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Stores a code, or extends the valid one, which keeps its attempts. */
export const putCode = (db: Db, { shareId, mail, seed, until }: CodeKey & { seed: string; until: number }) =>
  db
    .insertInto('share_code')
    .values({ share_id: shareId, mail, code_hash: seed, expires_at: until, tries: 0 })
    .onConflict((conflict) =>
      conflict.columns(['share_id', 'mail']).doUpdateSet({
        code_hash: seed,
        expires_at: until,
        tries: sql<number>`case when share_code.code_hash = ${seed} then share_code.tries else 0 end`,
      }),
    )
    .execute();

/** Consumes an attempt of a code in one statement; false when none is left, or it has expired. */
export async function countCodeAttempt(db: Db, { shareId, mail, now }: CodeKey & { now: number }): Promise<boolean> {
  const tried = await db
    .updateTable('share_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('share_id', '=', shareId)
    .where('mail', '=', mail)
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .returning('mail')
    .executeTakeFirst();
  return tried !== undefined;
}

/** Deletes a code after its use; answers whether it was still valid. */
export async function spendCode(db: Db, { shareId, mail, seed }: CodeKey & { seed: string }): Promise<boolean> {
  const spent = await db
    .deleteFrom('share_code')
    .where('share_id', '=', shareId)
    .where('mail', '=', mail)
    .where('code_hash', '=', seed)
    .returning('mail')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes expired share sessions and codes. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('share_session').where('until', '<', now).execute();
  await db.deleteFrom('share_code').where('expires_at', '<', now).execute();
}

/** Deletes all data of the visitors of a share. */
export async function deleteSessionsOfShare(db: Db, shareId: number): Promise<void> {
  for (const table of ['share_page_view', 'share_event', 'share_code', 'share_session'] as const)
    await db.deleteFrom(table).where('share_id', '=', shareId).execute();
}
