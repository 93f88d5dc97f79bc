import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { only } from './page-queries.ts';
import type { Question } from './question.ts';

/** Something by which documents are counted, with what there is of them: now, and with the versions from before. */
export interface TotalRow {
  id: number;
  name: string;
  documents: number;
  bytes: number;
  allBytes: number;
}

const sums = sql`count(distinct item.id) as documents, sum(case when revision.id = item.revision_id then revision.size else 0 end) as bytes,
  sum(revision.size) as "allBytes"`;

/** Documents out of the bin with all their versions. `everywhere`: of all organisations. */
function counted(db: Db, { space, people }: Question, { by, everywhere = false }: { by: RawBuilder<unknown>; everywhere?: boolean }) {
  const within = everywhere ? sql`` : sql`and item.organisation_id = ${space}`;
  return sql`select ${by} as part, ${sums} from item join revision on revision.document_id = item.id
    where item.kind = 33 and item.bin_id = 0 ${within} ${only(db, 'item.owner_id', people)} group by 1`;
}

const fields = sql`sums.documents, sums.bytes, sums."allBytes"`;

/** Of every cabinet of the shared areas; of all personal documents together, as 0. */
export const byCabinet = (db: Db, question: Question): RawBuilder<TotalRow> =>
  sql<TotalRow>`select sums.part as id, '' as name, ${fields}
    from (${counted(db, question, { by: sql`case when item.area = 2 then 0 else item.cabinet_id end` })}) as sums`;

/** Of every extension. */
export const byType = (db: Db, question: Question): RawBuilder<TotalRow> =>
  sql<TotalRow>`select sums.part as id, sums.part as name, ${fields} from (${counted(db, question, { by: sql`item.ext` })}) as sums`;

/** Of everybody who owns something. */
export const byPerson = (db: Db, question: Question): RawBuilder<TotalRow> =>
  sql<TotalRow>`select sums.part as id, coalesce(person.full_name, former_person.full_name, '') as name, ${fields}
    from (${counted(db, question, { by: sql`item.owner_id` })}) as sums
    left join person on person.id = sums.part left join former_person on former_person.id = sums.part`;

/** Of the main department of whoever owns it; of nobody's as 0. */
export const byDepartment = (db: Db, question: Question): RawBuilder<TotalRow> =>
  sql<TotalRow>`select coalesce(d.id, 0) as id, coalesce(min(d.name), '') as name, sum(sums.documents) as documents, sum(sums.bytes) as bytes,
      sum(sums."allBytes") as "allBytes"
    from (${counted(db, question, { by: sql`item.owner_id` })}) as sums
    left join department as d on d.id = (select m.department_id from department_member as m join department on department.id = m.department_id
      where m.person_id = sums.part and department.organisation_id = ${question.space} order by m.main desc, department.name_sort limit 1)
    group by coalesce(d.id, 0)`;

/** Of organisations: the own one, or all. */
export const byOrganisation = (db: Db, question: Question, everywhere: boolean): RawBuilder<TotalRow> =>
  sql<TotalRow>`select organisation.id, organisation.name, ${fields}
    from (${counted(db, question, { by: sql`item.organisation_id`, everywhere })}) as sums
    join organisation on organisation.id = sums.part`;
