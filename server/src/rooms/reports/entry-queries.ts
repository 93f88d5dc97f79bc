import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among, containing } from '../../ground/db/words.ts';

type Term = RawBuilder<unknown>;

/** What narrows the log beside the one thing by which an index is walked. */
export interface Bounds {
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
export interface Walk {
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
function conditions(walk: Walk, bounds: Bounds): Term[] {
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

interface Asked {
  walks: readonly Walk[];
  bounds: Bounds;
}

/** The newest lines of each walk, as many as all together can need. */
const newestOfEach = ({ walks, bounds }: Asked, limit: number): Term =>
  sql.join(
    walks.map(
      (walk) => sql`select id, at from (select id, at from log_entry where ${sql.join(conditions(walk, bounds), sql` and `)}
        order by at desc, id desc limit ${limit}) as walk`,
    ),
    // no line is on two walks
    sql` union all `,
  );

/** Lines of an organisation, newest first. */
export async function entriesAlong(db: Db, asked: Asked, { limit, offset }: { limit: number; offset: number }) {
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
export async function countAlong(db: Db, { walks, bounds }: Asked, most: number): Promise<number> {
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
