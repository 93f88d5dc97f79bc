import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { only } from './page-queries.ts';
import type { Question } from './question.ts';

/** A person with what they did. */
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

const inHours = ({ space, hours }: Question): RawBuilder<unknown> =>
  sql`organisation_id = ${space} and hour >= ${hours.from} and hour < ${hours.to}`;

/** Who did something, removed people among them, and how often. */
export const activePeople = (db: Db, question: Question): RawBuilder<UserRow> => sql<UserRow>`select sums.*,
    coalesce(person.full_name, former_person.full_name, '') as name
  from (select person_id as id, sum(sign_ins) as "signIns", sum(views) as views, sum(downloads) as downloads, sum(prints) as prints,
      sum(uploads) as uploads, sum(shares) as shares, sum(others) as others, max(hour) * 3600000 as last
    from use_hour where ${inHours(question)} ${only(db, 'person_id', question.people)} group by person_id) as sums
  left join person on person.id = sums.id left join former_person on former_person.id = sums.id`;

/** A person with an account who did nothing. */
export interface IdleRow {
  id: number;
  name: string;
  last: number | null;
  created: number;
}

/** Whoever may sign in, belongs to the organisation or is its guest, and did nothing. */
export const idlePeople = (db: Db, question: Question): RawBuilder<IdleRow> => sql<IdleRow>`select id, full_name as name,
    last_login_at as last, created_at as created from person
  where enabled = 1 and (organisation_id = ${question.space}
    or id in (select person_id from space_member where space_member.organisation_id = ${question.space}))
    and created_at < ${question.to} ${only(db, 'id', question.people)}
    and id not in (select person_id from use_hour where ${inHours(question)})`;

/** What happened in each piece of the time: whole days of the asker, or hours. */
export async function useOverTime(db: Db, question: Question, unit: 'hour' | 'day') {
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
    from use_hour where ${inHours(question)} ${only(db, 'person_id', question.people)} group by 1 order by 1`.execute(db);
  return found.rows;
}
