import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { ReportQuery } from './report-query.ts';
import { restrictedTo } from './report-scope.queries.ts';

/** A document with all columns of its tables. */
export interface DocumentRow {
  id: number;
  owner: number;
  size: number;
  versions: number;
  created: number;
  views: number;
  downloads: number;
}

const liveDocuments = ({ space }: ReportQuery): RawBuilder<unknown> =>
  sql`item.kind = 33 and item.bin_id = 0 and item.organisation_id = ${space}`;

const documentFields = sql`item.id, item.owner_id as owner, item.size, item.version_no as versions, item.created_at as created`;

/** Opened or downloaded documents, and how often. */
export const usedDocuments = (
  db: Db,
  question: ReportQuery,
): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${documentFields}, sums.views,
    sums.downloads
  from (select item_id, sum(views) as views, sum(downloads) as downloads from item_day
    where day >= ${question.days.from} and day < ${question.days.to} group by item_id) as sums
  join item on item.id = sums.item_id where ${liveDocuments(question)} ${restrictedTo(db, 'item.owner_id', question.people)}`;

/** New documents, newest first. */
export const newestDocuments = (
  db: Db,
  question: ReportQuery,
): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${documentFields} from item
  where ${liveDocuments(question)} and created_at >= ${question.from} and created_at < ${question.to} ${restrictedTo(db, 'item.owner_id', question.people)}
  order by created_at desc, id desc`;

/** Present documents, largest first. */
export const largestDocuments = (
  db: Db,
  question: ReportQuery,
): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${documentFields} from item
  where ${liveDocuments(question)} ${restrictedTo(db, 'item.owner_id', question.people)} order by size desc, id desc`;

/** Documents that were never opened. */
export const unopenedDocuments = (
  db: Db,
  question: ReportQuery,
): RawBuilder<DocumentRow> => sql<DocumentRow>`select ${documentFields} from item
  where ${liveDocuments(question)} and created_at < ${question.to} ${restrictedTo(db, 'item.owner_id', question.people)}
    and item.id not in (select item_id from item_day where day >= ${question.days.from} and day < ${question.days.to} and views > 0)`;

/** Documents with the same bytes; `id` is one of them, by which the group is found again. */
export interface DuplicateRow {
  id: number;
  copies: number;
  size: number;
  wasted: number;
}

/** Bytes that several current revisions share. */
export const duplicates = (db: Db, question: ReportQuery): RawBuilder<DuplicateRow> => sql<DuplicateRow>`select min(item.id) as id,
    count(*) as copies, min(revision.size) as size, (count(*) - 1) * min(revision.size) as wasted
  from item join revision on revision.id = item.revision_id
  where ${liveDocuments(question)} and revision.size > 0 ${restrictedTo(db, 'item.owner_id', question.people)}
  group by revision.sha256 having count(*) > 1`;

/** Copies to check for one whose name may be shown. */
const sampledDocuments = 20;

/** Some documents with the same bytes, by the id of their group. */
export async function copiesOf(db: Db, question: ReportQuery, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = await sql<{ one: number; id: number }>`select one, id from (
      select first.document_id as one, item.id, row_number() over (partition by first.document_id order by item.id) as place
      from revision as first join item as stands on stands.revision_id = first.id
      join revision on revision.sha256 = first.sha256 join item on item.revision_id = revision.id
      where stands.id in ${among(db, JSON.stringify(ids))} and ${liveDocuments(question)} ${restrictedTo(db, 'item.owner_id', question.people)}) as copies
    where place <= ${sampledDocuments} order by one, id`.execute(db);
  const copies = new Map<number, number[]>();
  for (const { one, id } of found.rows) copies.set(one, [...(copies.get(one) ?? []), id]);
  return copies;
}

/** Openings and downloads by day, of documents that still exist. */
export async function usesByDay(db: Db, question: ReportQuery): Promise<Array<{ at: number; views: number; downloads: number }>> {
  const found = await sql<{ at: number; views: number; downloads: number }>`select day as at, sum(views) as views,
      sum(downloads) as downloads
    from item_day join item on item.id = item_day.item_id
    where day >= ${question.days.from} and day < ${question.days.to} and ${liveDocuments(question)}
      ${restrictedTo(db, 'item.owner_id', question.people)} group by day order by day`.execute(db);
  return found.rows;
}

const dayOf = (column: string, { zone }: ReportQuery): RawBuilder<unknown> =>
  sql`(${sql.ref(column)} + ${sql.lit(zone * 3_600_000)}) / 86400000`;

/** New documents that still exist, by day of creation. */
export async function addedByDay(db: Db, question: ReportQuery): Promise<Array<{ at: number; n: number }>> {
  const found = await sql<{ at: number; n: number }>`select ${dayOf('created_at', question)} as at, count(*) as n from item
    where ${liveDocuments(question)} and created_at >= ${question.from} and created_at < ${question.to}
      ${restrictedTo(db, 'item.owner_id', question.people)} group by 1 order by 1`.execute(db);
  return found.rows;
}

/** The day key for everything before the requested period. */
export const beforeFirstDay = -1;

const dayOrBefore = (column: string, question: ReportQuery): RawBuilder<unknown> =>
  sql`case when ${sql.ref(column)} < ${question.from} then ${sql.lit(beforeFirstDay)} else ${dayOf(column, question)} end`;

/** Present documents, by day of creation. */
export async function documentsByDay(db: Db, question: ReportQuery): Promise<Array<{ at: number; n: number }>> {
  const found = await sql<{ at: number; n: number }>`select ${dayOrBefore('created_at', question)} as at, count(*) as n from item
    where ${liveDocuments(question)} and created_at < ${question.to} ${restrictedTo(db, 'item.owner_id', question.people)} group by 1`.execute(
    db,
  );
  return found.rows;
}

/** Bytes of all revisions by day of creation. Of a document with pruned revisions only the later ones count. */
export async function bytesByDay(db: Db, question: ReportQuery): Promise<Array<{ at: number; bytes: number }>> {
  const found = await sql<{ at: number; bytes: number }>`select ${dayOrBefore('revision.created_at', question)} as at,
      sum(revision.size) as bytes
    from revision join item on item.id = revision.document_id
    where ${liveDocuments(question)} and revision.created_at < ${question.to} ${restrictedTo(db, 'item.owner_id', question.people)}
    group by 1`.execute(db);
  return found.rows;
}

/** Totals of a group of documents: of current revisions, and of all. */
export interface TotalRow {
  id: number;
  name: string;
  documents: number;
  bytes: number;
  allBytes: number;
}

const totalSums = sql`count(distinct item.id) as documents, sum(case when revision.id = item.revision_id then revision.size else 0 end) as bytes,
  sum(revision.size) as "allBytes"`;

/** Live documents with all their revisions. `everywhere`: of all organisations. */
function totalsBy(db: Db, { space, people }: ReportQuery, { by, everywhere = false }: { by: RawBuilder<unknown>; everywhere?: boolean }) {
  const within = everywhere ? sql`` : sql`and item.organisation_id = ${space}`;
  return sql`select ${by} as part, ${totalSums} from item join revision on revision.document_id = item.id
    where item.kind = 33 and item.bin_id = 0 ${within} ${restrictedTo(db, 'item.owner_id', people)} group by 1`;
}

const totalFields = sql`sums.documents, sums.bytes, sums."allBytes"`;

/** By cabinet of the shared areas; all personal documents together as 0. */
export const byCabinet = (db: Db, question: ReportQuery): RawBuilder<TotalRow> =>
  sql<TotalRow>`select sums.part as id, '' as name, ${totalFields}
    from (${totalsBy(db, question, { by: sql`case when item.area = 2 then 0 else item.cabinet_id end` })}) as sums`;

/** By extension. */
export const byType = (db: Db, question: ReportQuery): RawBuilder<TotalRow> =>
  sql<TotalRow>`select sums.part as id, sums.part as name, ${totalFields} from (${totalsBy(db, question, { by: sql`item.ext` })}) as sums`;

/** By owner. */
export const byPerson = (db: Db, question: ReportQuery): RawBuilder<TotalRow> =>
  sql<TotalRow>`select sums.part as id, coalesce(person.full_name, former_person.full_name, '') as name, ${totalFields}
    from (${totalsBy(db, question, { by: sql`item.owner_id` })}) as sums
    left join person on person.id = sums.part left join former_person on former_person.id = sums.part`;

/** By the owner's main department; 0 without one. */
export const byDepartment = (db: Db, question: ReportQuery): RawBuilder<TotalRow> =>
  sql<TotalRow>`select coalesce(d.id, 0) as id, coalesce(min(d.name), '') as name, sum(sums.documents) as documents, sum(sums.bytes) as bytes,
      sum(sums."allBytes") as "allBytes"
    from (${totalsBy(db, question, { by: sql`item.owner_id` })}) as sums
    left join department as d on d.id = (select m.department_id from department_member as m join department on department.id = m.department_id
      where m.person_id = sums.part and department.organisation_id = ${question.space} order by m.main desc, department.name_sort limit 1)
    group by coalesce(d.id, 0)`;

/** By organisation: the own one, or all. */
export const byOrganisation = (db: Db, question: ReportQuery, everywhere: boolean): RawBuilder<TotalRow> =>
  sql<TotalRow>`select organisation.id, organisation.name, ${totalFields}
    from (${totalsBy(db, question, { by: sql`item.organisation_id`, everywhere })}) as sums
    join organisation on organisation.id = sums.part`;
