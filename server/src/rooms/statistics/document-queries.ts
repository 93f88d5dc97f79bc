import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';
import { only } from './page-queries.ts';
import type { Question } from './question.ts';

/** A document with whatever its table tells of it. */
export interface DocumentRow {
  id: number;
  owner: number;
  size: number;
  versions: number;
  created: number;
  views: number;
  downloads: number;
}

const standing = ({ space }: Question): RawBuilder<unknown> => sql`item.kind = 33 and item.bin_id = 0 and item.organisation_id = ${space}`;

const facts = sql`item.id, item.owner_id as owner, item.size, item.version_no as versions, item.created_at as created`;

/** What was opened or fetched, and how often. */
export const usedDocuments = (db: Db, question: Question): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${facts}, sums.views,
    sums.downloads
  from (select item_id, sum(views) as views, sum(downloads) as downloads from item_day
    where day >= ${question.days.from} and day < ${question.days.to} group by item_id) as sums
  join item on item.id = sums.item_id where ${standing(question)} ${only(db, 'item.owner_id', question.people)}`;

/** What came, newest first. */
export const newestDocuments = (db: Db, question: Question): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${facts} from item
  where ${standing(question)} and created_at >= ${question.from} and created_at < ${question.to} ${only(db, 'item.owner_id', question.people)}
  order by created_at desc, id desc`;

/** What there is, largest first. */
export const largestDocuments = (db: Db, question: Question): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${facts} from item
  where ${standing(question)} ${only(db, 'item.owner_id', question.people)} order by size desc, id desc`;

/** What was there and nobody opened. */
export const unopenedDocuments = (db: Db, question: Question): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${facts} from item
  where ${standing(question)} and created_at < ${question.to} ${only(db, 'item.owner_id', question.people)}
    and item.id not in (select item_id from item_day where day >= ${question.days.from} and day < ${question.days.to} and views > 0)`;

/** Documents with the same bytes; `id` is one of them, by which they are found again. */
export interface DuplicateRow {
  id: number;
  copies: number;
  size: number;
  wasted: number;
}

/** Bytes that several documents have now. */
export const duplicates = (db: Db, question: Question): RawBuilder<DuplicateRow> => sql<DuplicateRow>`select min(item.id) as id,
    count(*) as copies, min(revision.size) as size, (count(*) - 1) * min(revision.size) as wasted
  from item join revision on revision.id = item.revision_id
  where ${standing(question)} and revision.size > 0 ${only(db, 'item.owner_id', question.people)}
  group by revision.sha256 having count(*) > 1`;

/** So many of the copies are looked at for one whose name may be told. */
const lookedAt = 20;

/** Some of the documents that have the same bytes as these, by the document that stands for them. */
export async function copiesOf(db: Db, question: Question, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = await sql<{ one: number; id: number }>`select one, id from (
      select first.document_id as one, item.id, row_number() over (partition by first.document_id order by item.id) as place
      from revision as first join item as stands on stands.revision_id = first.id
      join revision on revision.sha256 = first.sha256 join item on item.revision_id = revision.id
      where stands.id in ${among(db, JSON.stringify(ids))} and ${standing(question)} ${only(db, 'item.owner_id', question.people)}) as copies
    where place <= ${lookedAt} order by one, id`.execute(db);
  const copies = new Map<number, number[]>();
  for (const { one, id } of found.rows) copies.set(one, [...(copies.get(one) ?? []), id]);
  return copies;
}

/** Openings and downloads by day of documents that there still are. */
export async function usesByDay(db: Db, question: Question): Promise<Array<{ at: number; views: number; downloads: number }>> {
  const found = await sql<{ at: number; views: number; downloads: number }>`select day as at, sum(views) as views,
      sum(downloads) as downloads
    from item_day join item on item.id = item_day.item_id
    where day >= ${question.days.from} and day < ${question.days.to} and ${standing(question)}
      ${only(db, 'item.owner_id', question.people)} group by day order by day`.execute(db);
  return found.rows;
}

const dayOf = (column: string, { zone }: Question): RawBuilder<unknown> =>
  sql`(${sql.ref(column)} + ${sql.lit(zone * 3_600_000)}) / 86400000`;

/** Documents that came and are still there, by the day on which they came. */
export async function addedByDay(db: Db, question: Question): Promise<Array<{ at: number; n: number }>> {
  const found = await sql<{ at: number; n: number }>`select ${dayOf('created_at', question)} as at, count(*) as n from item
    where ${standing(question)} and created_at >= ${question.from} and created_at < ${question.to}
      ${only(db, 'item.owner_id', question.people)} group by 1 order by 1`.execute(db);
  return found.rows;
}

/** Stands in place of a day for what came before the time asked for. */
export const before = -1;

const dayOrBefore = (column: string, question: Question): RawBuilder<unknown> =>
  sql`case when ${sql.ref(column)} < ${question.from} then ${sql.lit(before)} else ${dayOf(column, question)} end`;

/** Documents that are there, by the day on which they came. */
export async function documentsByDay(db: Db, question: Question): Promise<Array<{ at: number; n: number }>> {
  const found = await sql<{ at: number; n: number }>`select ${dayOrBefore('created_at', question)} as at, count(*) as n from item
    where ${standing(question)} and created_at < ${question.to} ${only(db, 'item.owner_id', question.people)} group by 1`.execute(db);
  return found.rows;
}

/** Bytes of all kept versions by the day on which they came. Of a document whose first ones were let go the later ones count alone. */
export async function bytesByDay(db: Db, question: Question): Promise<Array<{ at: number; bytes: number }>> {
  const found = await sql<{ at: number; bytes: number }>`select ${dayOrBefore('revision.created_at', question)} as at,
      sum(revision.size) as bytes
    from revision join item on item.id = revision.document_id
    where ${standing(question)} and revision.created_at < ${question.to} ${only(db, 'item.owner_id', question.people)}
    group by 1`.execute(db);
  return found.rows;
}
