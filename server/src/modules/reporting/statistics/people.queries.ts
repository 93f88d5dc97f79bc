import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ReportQuery } from './report-query.ts';
import { restrictedTo } from './report-scope.queries.ts';

/** A user with their activity. */
export interface UserRow {
  id: number;
  name: string;
  signIns: number;
  views: number;
  downloads: number;
  prints: number;
  uploads: number;
  shares: number;
  others: number;
  last: number;
}

const usageInHours = ({ space, hours }: ReportQuery): RawBuilder<unknown> =>
  sql`organisation_id = ${space} and hour >= ${hours.from} and hour < ${hours.to}`;

/** Active users, removed ones too, with their counts. */
export const activePeople = (db: Db, question: ReportQuery): RawBuilder<UserRow> => sql<UserRow>`select sums.*,
    coalesce(person.full_name, former_person.full_name, '') as name
  from (select person_id as id, sum(sign_ins) as "signIns", sum(views) as views, sum(downloads) as downloads, sum(prints) as prints,
      sum(uploads) as uploads, sum(shares) as shares, sum(others) as others, max(hour) * 3600000 as last
    from usage_hour where ${usageInHours(question)} ${restrictedTo(db, 'person_id', question.people)} group by person_id) as sums
  left join person on person.id = sums.id left join former_person on former_person.id = sums.id`;

/** A user without activity. */
export interface IdleRow {
  id: number;
  name: string;
  last: number | null;
  created: number;
}

/** Enabled users of the organisation, guests too, without activity. */
export const idlePeople = (db: Db, question: ReportQuery): RawBuilder<IdleRow> => sql<IdleRow>`select id, full_name as name,
    last_login_at as last, created_at as created from person
  where enabled = 1 and (organisation_id = ${question.space}
    or id in (select person_id from guest_membership where guest_membership.organisation_id = ${question.space}))
    and created_at < ${question.to} ${restrictedTo(db, 'id', question.people)}
    and id not in (select person_id from usage_hour where ${usageInHours(question)})`;

/** Activity by unit of time: whole days of the requester, or hours. */
export async function useOverTime(db: Db, question: ReportQuery, unit: 'hour' | 'day') {
  const piece = unit === 'hour' ? sql`hour` : sql`(hour + ${sql.lit(question.zone)}) / 24`;
  const found = await sql<{
    at: number;
    active: number;
    signIns: number;
    views: number;
    downloads: number;
    prints: number;
    uploads: number;
    shares: number;
  }>`select ${piece} as at, count(distinct person_id) as active, sum(sign_ins) as "signIns", sum(views) as views,
      sum(downloads) as downloads, sum(prints) as prints, sum(uploads) as uploads, sum(shares) as shares
    from usage_hour where ${usageInHours(question)} ${restrictedTo(db, 'person_id', question.people)} group by 1 order by 1`.execute(db);
  return found.rows;
}

const presenceInHours = (db: Db, { space, hours, people }: ReportQuery): RawBuilder<unknown> =>
  sql`p.organisation_id = ${space} and p.hour >= ${hours.from} and p.hour < ${hours.to} ${restrictedTo(db, 'p.person_id', people)}`;

/** A user with the hours in which they were online. */
export interface OnlineRow {
  id: number;
  name: string;
  hours: number;
  sessions: number;
  last: number;
}

export const onlinePeople = (db: Db, question: ReportQuery): RawBuilder<OnlineRow> => sql<OnlineRow>`select sums.*,
    coalesce(person.full_name, former_person.full_name, '') as name
  from (select p.person_id as id, count(distinct p.hour) as hours, count(distinct p.session_id) as sessions, max(p.hour) * 3600000 as last
    from presence as p where ${presenceInHours(db, question)} group by p.person_id) as sums
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

export const sessions = (db: Db, question: ReportQuery): RawBuilder<SessionRow> => sql<SessionRow>`select sums.id, r.person_id as person,
    coalesce(person.full_name, former_person.full_name, '') as name, r.begun_at as begun, r.seen_at as last, sums.hours, r.agent, r.address
  from (select p.session_id as id, count(*) as hours from presence as p where ${presenceInHours(db, question)} group by p.session_id) as sums
  join session_record as r on r.id = sums.id
  left join person on person.id = r.person_id left join former_person on former_person.id = r.person_id`;

/** An address or program: the number of users and sessions. */
export interface PlaceRow {
  id: string;
  people: number;
  sessions: number;
}

export const addresses = (db: Db, question: ReportQuery): RawBuilder<PlaceRow> => sql<PlaceRow>`select r.address as id,
    count(distinct p.person_id) as people, count(distinct p.session_id) as sessions
  from presence as p join session_record as r on r.id = p.session_id where ${presenceInHours(db, question)} group by r.address`;

/** By user agent: to be grouped by browser and system. */
export async function agentsOf(db: Db, question: ReportQuery): Promise<Array<{ agent: string; person: number; sessions: number }>> {
  const found = await sql<{ agent: string; person: number; sessions: number }>`select r.agent, p.person_id as person,
      count(distinct p.session_id) as sessions
    from presence as p join session_record as r on r.id = p.session_id where ${presenceInHours(db, question)}
    group by r.agent, p.person_id`.execute(db);
  return found.rows;
}

/** The number of online users by unit of time. */
export async function onlineOverTime(db: Db, question: ReportQuery, unit: 'hour' | 'day') {
  const piece = unit === 'hour' ? sql`p.hour` : sql`(p.hour + ${sql.lit(question.zone)}) / 24`;
  const found = await sql<{ at: number; people: number; sessions: number }>`select ${piece} as at,
      count(distinct p.person_id) as people, count(distinct p.session_id) as sessions
    from presence as p where ${presenceInHours(db, question)} group by 1 order by 1`.execute(db);
  return found.rows;
}
