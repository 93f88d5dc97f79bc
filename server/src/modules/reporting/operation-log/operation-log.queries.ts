import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import type { LogEntryTable } from '../../../platform/db/types.generated.ts';

type Term = RawBuilder<unknown>;

/** What narrows the log beside the one thing by which an index is walked. */
export interface EntryFilter {
  organisationId: number;
  from?: number | undefined;
  to?: number | undefined;
  /** Lines that stand below this one. */
  below?: { at: number; id: number } | undefined;
  actions?: readonly number[] | undefined;
  people?: readonly number[] | undefined;
  address?: string | undefined;
}

/** One way through the log, each along an index of its own; all of it where nothing is named. */
export interface IndexScan {
  object?: number;
  person?: number;
  address?: string;
  action?: number;
  /** Part of the name that stands in the line. */
  named?: string;
}

/** Written out: a list that is looked up row by row is what PostgreSQL would make of a sub-select here. */
const list = (values: readonly number[]): Term =>
  values.length === 0 ? sql`(null)` : sql`(${sql.join(values.map((value) => sql.lit(value)))})`;

/** The texts are compared as both engines fold them: letters from A to Z. */
const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The signs keep both engines on the index of the walk: what bounds it is looked at line by line. */
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

/** The newest lines of each walk, as many as all together can need. */
const newestOfEach = ({ walks, bounds }: EntrySearch, limit: number): Term =>
  sql.join(
    walks.map(
      (walk) => sql`select id, at from (select id, at from log_entry where ${sql.join(conditions(walk, bounds), sql` and `)}
        order by at desc, id desc limit ${limit}) as walk`,
    ),
    // no line is on two walks
    sql` union all `,
  );

/** Lines of an organisation, newest first. */
export async function entriesByScans(db: Db, asked: EntrySearch, { limit, offset }: { limit: number; offset: number }) {
  if (asked.walks.length === 0) return [];
  const found = await sql<{ id: number }>`select id from (${newestOfEach(asked, limit + offset)}) as lines
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

/** How many lines there are, counted no further than one above `most`. */
export async function countByScans(db: Db, { walks, bounds }: EntrySearch, most: number): Promise<number> {
  if (walks.length === 0) return 0;
  const each = walks.map(
    (walk) =>
      sql`select 1 from (select 1 from log_entry where ${sql.join(conditions(walk, bounds), sql` and `)} limit ${most + 1}) as walk`,
  );
  const found = await sql<{ n: number }>`select count(*) as n from (select 1 from (${sql.join(each, sql` union all `)}) as every
    limit ${most + 1}) as counted`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** When a line of an organisation was written. */
export const entryTime = (db: Db, organisationId: number, id: number) =>
  db.selectFrom('log_entry').select('at').where('id', '=', id).where('organisation_id', '=', organisationId).executeTakeFirst();

/**
 * Who did something in an organisation and has a name like this, removed people among them. The people of its log are found by leaping
 * along their index from one to the next.
 */
export async function actorsNamed(db: Db, organisationId: number, part: string): Promise<number[]> {
  const like = containing(part);
  const found = await sql<{ id: number }>`with recursive actor(id) as (
      select min(person_id) from log_entry where organisation_id = ${organisationId} and person_id > 0
      union all
      select (select min(person_id) from log_entry where organisation_id = ${organisationId} and person_id > actor.id)
      from actor where actor.id is not null)
    select actor.id from actor join person on person.id = actor.id
      where person.full_key like ${like} or person.login_key like ${like} or person.spoken like ${like}
    union
    select actor.id from actor join former_person on former_person.id = actor.id
      where lower(former_person.full_name) like ${like} or lower(former_person.login_name) like ${like}`.execute(db);
  return found.rows.map((row) => row.id);
}

/** A line of the log without its place in the chain. */
export type UnchainedEntry = Omit<Insertable<LogEntryTable>, 'seq' | 'chain'>;

const headFields = ['seq', 'chain', 'loose_to'] as const;

export const headOfLog = (db: Db) =>
  db
    .selectFrom('log_head')
    .select([...headFields, 'spaced_after'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();

/** The head for whoever writes on: no other writer gets it before this transaction ends. */
export const takeHead = (db: Db) =>
  db.updateTable('log_head').set({ id: 1 }).where('id', '=', 1).returning(headFields).executeTakeFirstOrThrow();

export const moveHead = (db: Db, head: { seq: number; chain: string; loose_to: number }) =>
  db.updateTable('log_head').set(head).where('id', '=', 1).execute();

/** Lines up to an id that have no number yet, oldest first. */
export const unchainedEntries = (db: Db, upTo: number, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '=', sql.lit(0)).where('id', '<=', upTo).orderBy('id').limit(limit).execute();

export const numberEntry = (db: Db, { id, seq, chain }: { id: number; seq: number; chain: string }) =>
  db.updateTable('log_entry').set({ seq, chain }).where('id', '=', id).execute();

export const insertEntries = (db: Db, rows: Insertable<LogEntryTable>[]) => db.insertInto('log_entry').values(rows).execute();

/** Lines by their numbers, beginning after one. */
export const chainedAfter = (db: Db, seq: number, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '>', seq).where('seq', '>', sql.lit(0)).orderBy('seq').limit(limit).execute();

/** Lines that stand outside of the chain: without a number though none waits for one, or with one that was never given. */
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
