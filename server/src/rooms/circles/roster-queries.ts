import type { Db } from '../../ground/db/database.ts';

export const allDepartments = (db: Db, organisationId: number) =>
  db.selectFrom('department').select(['id', 'parent_id', 'name', 'name_key']).where('organisation_id', '=', organisationId).execute();

export const allRoles = (db: Db, organisationId: number) =>
  db
    .selectFrom('role')
    .select(['id', 'name', 'name_key', 'kind', 'deeds', 'branch'])
    .where('organisation_id', '=', organisationId)
    .execute();

export const allGroups = (db: Db, organisationId: number) =>
  db.selectFrom('user_group').select(['id', 'name', 'name_key']).where('organisation_id', '=', organisationId).execute();
