import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { SensitiveWordScanTable } from '../../../platform/db/types.generated.ts';

/** An item to be checked. */
export interface ScannedItem {
  id: number;
  kind: number;
  organisation_id: number;
  name: string;
  ext: string;
  description: string;
  revision_id: number;
  owner_id: number;
}

const scannedColumns = ['id', 'kind', 'organisation_id', 'name', 'ext', 'description', 'revision_id', 'owner_id'] as const;

/** The next items of an organisation by id, deleted ones left out. */
export const itemsAfter = (db: Db, organisationId: number, { after, limit }: { after: number; limit: number }): Promise<ScannedItem[]> =>
  db
    .selectFrom('item')
    .select(scannedColumns)
    .where('organisation_id', '=', organisationId)
    .where('bin_id', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const itemsToScan = (db: Db, ids: readonly number[]): Promise<ScannedItem[]> =>
  db
    .selectFrom('item')
    .select(scannedColumns)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export async function countItems(db: Db, organisationId: number): Promise<number> {
  const { n } = await db
    .selectFrom('item')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('organisation_id', '=', organisationId)
    .where('bin_id', '=', 0)
    .executeTakeFirstOrThrow();
  return n;
}

/** Queues items; `asked` rises, so that a running check does not remove a later request from the queue. */
export const queueItems = (db: Db, ids: readonly number[], requestedAt: number) =>
  db
    .insertInto('sensitive_word_queue')
    .values(ids.map((id) => ({ item_id: id, asked: requestedAt })))
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ asked: requestedAt }))
    .execute();

export const queuedItems = (db: Db, limit: number) =>
  db.selectFrom('sensitive_word_queue').select(['item_id', 'asked']).orderBy('asked').limit(limit).execute();

export const unqueueItem = (db: Db, { item_id, asked: requestedAt }: { item_id: number; asked: number }) =>
  db.deleteFrom('sensitive_word_queue').where('item_id', '=', item_id).where('asked', '=', requestedAt).execute();

export const insertScan = (db: Db, row: Insertable<SensitiveWordScanTable>) => db.insertInto('sensitive_word_scan').values(row).execute();

export const scanById = (db: Db, id: number) => db.selectFrom('sensitive_word_scan').selectAll().where('id', '=', id).executeTakeFirst();

export const runningScan = (db: Db, organisationId: number) =>
  db
    .selectFrom('sensitive_word_scan')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('state', '=', 'running')
    .executeTakeFirst();

/** Advances a running scan; answers false when it does not run, or another job has advanced it. */
export const moveScan = async (
  db: Db,
  id: number,
  { before, after, done, hits }: { before: number; after: number; done: number; hits: number },
): Promise<boolean> =>
  (
    await db
      .updateTable('sensitive_word_scan')
      .set({ after_id: after, done: sql<number>`done + ${done}`, hits: sql<number>`hits + ${hits}` })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('after_id', '=', before)
      .returning('id')
      .execute()
  ).length > 0;

/** Ends a running scan; answers false when it does not run. */
export const endScan = async (db: Db, id: number, { state, at }: { state: 'done' | 'stopped'; at: number }): Promise<boolean> =>
  (
    await db
      .updateTable('sensitive_word_scan')
      .set({ state, ended_at: at })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .execute()
  ).length > 0;

export async function scansOf(db: Db, organisationId: number, { limit, offset }: { limit: number; offset: number }) {
  const query = db.selectFrom('sensitive_word_scan').where('organisation_id', '=', organisationId);
  const { n } = await query.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('begun_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total: n };
}

/** The users who decide on findings in an organisation. */
export async function reviewersOf(db: Db, organisationId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select distinct person.id from role
    join role_member on role_member.role_id = role.id join person on person.id = role_member.person_id
    where person.enabled = 1 and role.organisation_id = ${organisationId} and role.permissions like '%"words.judge"%'`.execute(db);
  return found.rows.map((row) => row.id);
}

/** The names of an item's ancestors, from the cabinet down. */
export async function namesAbove(db: Db, id: number): Promise<string[]> {
  const found = await sql<{ name: string }>`with recursive up(id, parent_id, name, depth) as (
      select id, parent_id, name, 0 from item where id = ${id}
      union all select item.id, item.parent_id, item.name, up.depth + 1 from item join up on item.id = up.parent_id where up.depth < 200)
    select name from up where depth > 0 order by depth desc`.execute(db);
  return found.rows.map((row) => row.name);
}
