import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import type { LogEntryTable } from '../../../platform/db/types.generated.ts';

type Term = RawBuilder<unknown>;

/** Filters of the log besides the one that selects an index. */
export interface EntryFilter {
  organisationId: number;
  from?: number | undefined;
  to?: number | undefined;
  /** Lines older than this one. */
  below?: { at: number; id: number } | undefined;
  actions?: readonly number[] | undefined;
  people?: readonly number[] | undefined;
  address?: string | undefined;
}

/** A scan along one index; of the whole log when no field is set. */
export interface IndexScan {
  object?: number;
  person?: number;
  address?: string;
  action?: number;
  /** Part of the object's name. */
  named?: string;
}

/** Literal values: PostgreSQL would turn a sub-select here into a look-up for each row. */
const list = (values: readonly number[]): Term =>
  values.length === 0 ? sql`(null)` : sql`(${sql.join(values.map((value) => sql.lit(value)))})`;

/** Folds A to Z only, as both engines compare. */
const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The unary plus keeps both engines on the index of the scan: the filters are checked line by line. */
function conditions(walk: IndexScan, bounds: EntryFilter): Term[] {
  const { organisationId, from, to, below, actions, people, address } = bounds;
  const space = walk.object === undefined ? sql`organisation_id = ${organisationId}` : sql`+organisation_id = ${organisationId}`;
  return [
    space,
    ...(walk.object === undefined ? [] : [sql`obj_id = ${walk.object}`]),
    ...(walk.person === undefined ? [] : [sql`person_id = ${walk.person}`]),
    ...(walk.address === undefined ? [] : [sql`address = ${walk.address}`]),
    ...(walk.action === undefined ? [] : [sql`action = ${walk.action}`]),
    ...(walk.named === undefined ? [] : [sql`lower(obj_name) like ${containing(folded(walk.named))}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
    ...(below === undefined ? [] : [sql`(at, id) < (${below.at}, ${below.id})`]),
    ...(actions === undefined ? [] : [sql`+action in ${list(actions)}`]),
    ...(people === undefined ? [] : [sql`+person_id in ${list(people)}`]),
    ...(address === undefined ? [] : [sql`coalesce(address, '') = ${address}`]),
  ];
}

interface EntrySearch {
  walks: readonly IndexScan[];
  bounds: EntryFilter;
}

/** The newest lines of each scan, up to the limit of the whole. */
const newestOfEach = ({ walks, bounds }: EntrySearch, limit: number): Term =>
  sql.join(
    walks.map(
      (walk) => sql`select id, at from (select id, at from log_entry where ${sql.join(conditions(walk, bounds), sql` and `)}
        order by at desc, id desc limit ${limit}) as walk`,
    ),
    // scans do not overlap
    sql` union all `,
  );

/** Lines of an organisation, newest first. */
export async function entriesByScans(db: Db, search: EntrySearch, { limit, offset }: { limit: number; offset: number }) {
  if (search.walks.length === 0) return [];
  const found = await sql<{ id: number }>`select id from (${newestOfEach(search, limit + offset)}) as lines
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  const rows = await db
    .selectFrom('log_entry')
    .selectAll()
    .where('id', 'in', among(db, JSON.stringify(found.rows.map((row) => row.id))))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows;
}

/** The number of lines, counted up to one above the limit. */
export async function countByScans(db: Db, { walks, bounds }: EntrySearch, countLimit: number): Promise<number> {
  if (walks.length === 0) return 0;
  const each = walks.map(
    (walk) =>
      sql`select 1 from (select 1 from log_entry where ${sql.join(conditions(walk, bounds), sql` and `)} limit ${countLimit + 1}) as walk`,
  );
  const found = await sql<{ n: number }>`select count(*) as n from (select 1 from (${sql.join(each, sql` union all `)}) as every
    limit ${countLimit + 1}) as counted`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** When a line of an organisation was written. */
export const entryTime = (db: Db, organisationId: number, id: number) =>
  db.selectFrom('log_entry').select('at').where('id', '=', id).where('organisation_id', '=', organisationId).executeTakeFirst();

/** Actors in an organisation by part of their name, removed users too. Finds them by a skip scan along their index. */
export async function actorsNamed(db: Db, organisationId: number, part: string): Promise<number[]> {
  const like = containing(part);
  const found = await sql<{ id: number }>`with recursive actor(id) as (
      select min(person_id) from log_entry where organisation_id = ${organisationId} and person_id > 0
      union all
      select (select min(person_id) from log_entry where organisation_id = ${organisationId} and person_id > actor.id)
      from actor where actor.id is not null)
    select actor.id from actor join person on person.id = actor.id
      where person.full_key like ${like} or person.login_key like ${like} or person.pinyin like ${like}
    union
    select actor.id from actor join former_person on former_person.id = actor.id
      where lower(former_person.full_name) like ${like} or lower(former_person.login_name) like ${like}`.execute(db);
  return found.rows.map((row) => row.id);
}

/** A line of the log without its position in the chain. */
export type UnchainedEntry = Omit<Insertable<LogEntryTable>, 'seq' | 'chain'>;

const headFields = ['seq', 'chain', 'unchained_up_to'] as const;

export const headOfLog = (db: Db) =>
  db
    .selectFrom('log_head')
    .select([...headFields, 'organisation_hashed_after'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();

/** Locks and reads the head: other writers wait until this transaction ends. */
export const takeHead = (db: Db) =>
  db.updateTable('log_head').set({ id: 1 }).where('id', '=', 1).returning(headFields).executeTakeFirstOrThrow();

export const moveHead = (db: Db, head: { seq: number; chain: string; unchained_up_to: number }) =>
  db.updateTable('log_head').set(head).where('id', '=', 1).execute();

/** Lines up to an id without a number, oldest first. */
export const unchainedEntries = (db: Db, upTo: number, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '=', sql.lit(0)).where('id', '<=', upTo).orderBy('id').limit(limit).execute();

export const numberEntry = (db: Db, { id, seq, chain }: { id: number; seq: number; chain: string }) =>
  db.updateTable('log_entry').set({ seq, chain }).where('id', '=', id).execute();

export const insertEntries = (db: Db, rows: Insertable<LogEntryTable>[]) => db.insertInto('log_entry').values(rows).execute();

/** Lines by number, after one. */
export const chainedAfter = (db: Db, seq: number, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '>', seq).where('seq', '>', sql.lit(0)).orderBy('seq').limit(limit).execute();

/** Lines outside the chain: without a number though none should lack one, or with a number that was never assigned. */
export const foreignEntries = (db: Db, { looseTo, last }: { looseTo: number; last: number }) =>
  db
    .selectFrom('log_entry')
    .select(['id', 'seq'])
    .where((where) =>
      where.or([where('seq', '<', 0), where('seq', '>', last), where.and([where('seq', '=', sql.lit(0)), where('id', '>', looseTo)])]),
    )
    .orderBy('id')
    .limit(1000)
    .execute();

export const countUnchained = async (db: Db, upTo: number): Promise<number> => {
  const row = await db
    .selectFrom('log_entry')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('seq', '=', sql.lit(0))
    .where('id', '<=', upTo)
    .executeTakeFirstOrThrow();
  return row.n;
};

interface DoneSince {
  objects: readonly number[];
  actions: readonly number[];
  since: number;
  visitor: string;
}

/** Whether the log has such an action on an object after a time, by a user or by a visitor of another name. */
export const wasDoneSince = async (db: Db, { objects, actions, since, visitor }: DoneSince): Promise<boolean> =>
  (await db
    .selectFrom('log_entry')
    .select('id')
    .where('obj_id', 'in', among(db, JSON.stringify(objects)))
    .where('action', 'in', [...actions])
    .where('at', '>', since)
    .where((where) => where.or([where('person_id', 'is not', null), where('person_name', '<>', visitor)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;
