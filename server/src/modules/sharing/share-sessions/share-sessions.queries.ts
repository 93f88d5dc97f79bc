import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { ShareUploadTable, ShareVisitTable } from '../../../platform/db/types.generated.ts';

/** A visit of a shared link. */
export type ShareSessionRow = Selectable<ShareVisitTable>;

export const sessionByToken = compiled<{ hash: string }, ShareSessionRow>((db, p) =>
  db.selectFrom('share_visit').selectAll().where('token_hash', '=', p.hash),
);

export const sessionById = compiled<{ id: number }, ShareSessionRow>((db, p) =>
  db.selectFrom('share_visit').selectAll().where('id', '=', p.id),
);

export const insertSession = (db: Db, row: Insertable<ShareVisitTable>) => db.insertInto('share_visit').values(row).execute();

export const deleteSession = (db: Db, id: number) => db.deleteFrom('share_visit').where('id', '=', id).execute();

/** From when on the time that is spent on pages counts. */
export const setViewedAt = (db: Db, id: number, at: number) =>
  db.updateTable('share_visit').set({ looked_at: at }).where('id', '=', id).execute();

export const uploadsAmong = compiled<{ ids: string }, Selectable<ShareUploadTable>>((db, p) =>
  db.selectFrom('share_upload').selectAll().where('document_id', 'in', among(db, p.ids)),
);

export const uploadsIn = compiled<{ place: number }, Selectable<ShareUploadTable>>((db, p) =>
  db.selectFrom('share_upload').selectAll().where('place_id', '=', p.place),
);

export const insertUpload = (db: Db, row: Insertable<ShareUploadTable>) => db.insertInto('share_upload').values(row).execute();

/** Where documents lie that visitors put somewhere: what staff moved on is no longer a visitor's. */
export const deleteUploads = (db: Db, ids: number[]) =>
  db
    .deleteFrom('share_upload')
    .where('document_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** From all addresses together a code stands so many wrong tries. */
const maxCodeAttempts = 20;

interface CodeKey {
  shareId: number;
  mail: string;
}

/** What the code of an address is made from, while it can still be typed. The column was named when hashes of codes stood in it. */
export const validCode = (db: Db, { shareId, mail, now }: CodeKey & { now: number }) =>
  db
    .selectFrom('share_code')
    .select('code_hash as code_seed')
    .where('share_id', '=', shareId)
    .where('mail', '=', mail)
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Writes a code down, or lets the one that stands live longer: its tries stay counted. */
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

/** Takes one of the tries of a code in one statement; false when none is left, or it is over. */
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

/** Takes a code away that was right; answers whether it still stood. */
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

/** Clears away visits and codes that are over. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('share_visit').where('until', '<', now).execute();
  await db.deleteFrom('share_code').where('expires_at', '<', now).execute();
}

/** All that is known of the visitors of a share, for its removal. */
export async function deleteSessionsOfShare(db: Db, shareId: number): Promise<void> {
  for (const table of ['share_page', 'share_event', 'share_code', 'share_visit'] as const)
    await db.deleteFrom(table).where('share_id', '=', shareId).execute();
}
