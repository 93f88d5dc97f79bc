import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { only } from './page-queries.ts';
import type { Question } from './question.ts';

const inHours = (db: Db, { space, hours, people }: Question): RawBuilder<unknown> =>
  sql`p.organisation_id = ${space} and p.hour >= ${hours.from} and p.hour < ${hours.to} ${only(db, 'p.person_id', people)}`;

/** A person with the hours in which they were there. */
export interface OnlineRow {
  id: number;
  name: string;
  hours: number;
  sessions: number;
  last: number;
}

export const onlinePeople = (db: Db, question: Question): RawBuilder<OnlineRow> => sql<OnlineRow>`select sums.*,
    coalesce(person.full_name, former_person.full_name, '') as name
  from (select p.person_id as id, count(distinct p.hour) as hours, count(distinct p.session_id) as sessions, max(p.hour) * 3600000 as last
    from presence as p where ${inHours(db, question)} group by p.person_id) as sums
  left join person on person.id = sums.id left join former_person on former_person.id = sums.id`;

/** A session with the hours in which it was used. */
export interface SessionRow {
  id: number;
  person: number;
  name: string;
  begun: number;
  last: number;
  hours: number;
  agent: string;
  address: string;
}

export const sessions = (db: Db, question: Question): RawBuilder<SessionRow> => sql<SessionRow>`select sums.id, r.person_id as person,
    coalesce(person.full_name, former_person.full_name, '') as name, r.begun_at as begun, r.seen_at as last, sums.hours, r.agent, r.address
  from (select p.session_id as id, count(*) as hours from presence as p where ${inHours(db, question)} group by p.session_id) as sums
  join session_record as r on r.id = sums.id
  left join person on person.id = r.person_id left join former_person on former_person.id = r.person_id`;

/** Where or by what people were there: how many of them, in how many sessions. */
export interface PlaceRow {
  id: string;
  people: number;
  sessions: number;
}

export const addresses = (db: Db, question: Question): RawBuilder<PlaceRow> => sql<PlaceRow>`select r.address as id,
    count(distinct p.person_id) as people, count(distinct p.session_id) as sessions
  from presence as p join session_record as r on r.id = p.session_id where ${inHours(db, question)} group by r.address`;

/** By what each person's browser says of itself: to be put together by what that means. */
export async function agentsOf(db: Db, question: Question): Promise<Array<{ agent: string; person: number; sessions: number }>> {
  const found = await sql<{ agent: string; person: number; sessions: number }>`select r.agent, p.person_id as person,
      count(distinct p.session_id) as sessions
    from presence as p join session_record as r on r.id = p.session_id where ${inHours(db, question)}
    group by r.agent, p.person_id`.execute(db);
  return found.rows;
}

/** How many were there in each piece of the time. */
export async function onlineOverTime(db: Db, question: Question, unit: 'hour' | 'day') {
  const piece = unit === 'hour' ? sql`p.hour` : sql`(p.hour + ${sql.lit(question.zone)}) / 24`;
  const found = await sql<{ at: number; people: number; sessions: number }>`select ${piece} as at,
      count(distinct p.person_id) as people, count(distinct p.session_id) as sessions
    from presence as p where ${inHours(db, question)} group by 1 order by 1`.execute(db);
  return found.rows;
}
