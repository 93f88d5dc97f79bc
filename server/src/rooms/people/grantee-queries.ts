import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Schema } from '../../ground/db/database.ts';
import { containing } from '../../ground/db/words.ts';

/** What is looked for: the organisation, and part of a name as its key. */
export interface Wanted {
  organisationId: number;
  key: string;
  limit: number;
}

const startsFirst = (column: string, key: string) =>
  sql<number>`case when substr(${sql.ref(column)}, 1, ${key.length}) = ${key} then 0 else 1 end`;

export function findPeople(db: Db, { organisationId, key, limit }: Wanted) {
  const part = containing(key) as never;
  return db
    .selectFrom('person')
    .select(['id', 'full_name as name', 'login_name as detail'])
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', 1)
    .where((where) => where.or([where('full_key', 'like', part), where('login_key', 'like', part), where('spoken', 'like', part)]))
    .orderBy(startsFirst('full_key', key))
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
}

type Named = 'department' | 'user_group' | 'role';

const nameLike =
  (key: string) =>
  <T extends Named>(where: ExpressionBuilder<Schema, T>) => {
    const part = containing(key);
    return sql<boolean>`(${where.ref('name_key' as never)} like ${part} or ${where.ref('spoken' as never)} like ${part})`;
  };

export function findDepartments(db: Db, { organisationId, key, limit }: Wanted) {
  return db
    .selectFrom('department')
    .select(['department.id', 'department.name', 'department.parent_id'])
    .where('organisation_id', '=', organisationId)
    .where(nameLike(key))
    .orderBy(startsFirst('name_key', key))
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function findGroups(db: Db, { organisationId, key, limit }: Wanted) {
  return db
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where(nameLike(key))
    .orderBy(startsFirst('name_key', key))
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function findRoles(db: Db, { organisationId, key, limit }: Wanted) {
  return db
    .selectFrom('role')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where(nameLike(key))
    .orderBy(startsFirst('name_key', key))
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
}
