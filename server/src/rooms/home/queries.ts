import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

interface Asked {
  personId: number;
  organisationId: number;
  /** JSON of the access lists whose items the person sees. */
  acls: string;
}

/** Visible documents by everybody who shares a department with the person, the person among them. */
const byColleagues = (db: Db, asked: Asked) =>
  db
    .selectFrom('item')
    .where('creator_id', 'in', (select) =>
      select
        .selectFrom('department_member as own')
        .innerJoin('department_member as theirs', 'theirs.department_id', 'own.department_id')
        .innerJoin('department', 'department.id', 'own.department_id')
        .where('own.person_id', '=', asked.personId)
        .where('department.organisation_id', '=', asked.organisationId)
        .select('theirs.person_id'),
    )
    .where('kind', '=', 33)
    .where('bin_id', '=', 0)
    .where('acl_id', 'in', among(db, asked.acls))
    .where('organisation_id', '=', asked.organisationId);

export const departmentDocuments = (db: Db, asked: Asked, { limit, offset }: { limit: number; offset: number }) =>
  byColleagues(db, asked).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();

export async function countDepartmentDocuments(db: Db, asked: Asked): Promise<number> {
  const { n } = await byColleagues(db, asked)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
