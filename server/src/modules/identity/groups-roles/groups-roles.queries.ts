import type { BuiltInRole } from '@dossier/contract/identity/users';
import type { Updateable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import type { RoleTable } from '../../../platform/db/types.generated.ts';
import { nameKey } from '../../../platform/text/names.ts';

interface GroupNames {
  name: string;
  name_key: string;
  name_sort: string;
  pinyin: string;
}

export const findGroup = (db: Db, organisationId: number, id: number) =>
  db.selectFrom('user_group').select(['id', 'name']).where('organisation_id', '=', organisationId).where('id', '=', id).executeTakeFirst();

export const insertGroup = (db: Db, group: GroupNames & { id: number; organisation_id: number }) =>
  db.insertInto('user_group').values(group).execute();

export const updateGroupRow = (db: Db, id: number, names: GroupNames) =>
  db.updateTable('user_group').set(names).where('id', '=', id).execute();

export const deleteGroupRow = (db: Db, id: number) => db.deleteFrom('user_group').where('id', '=', id).execute();

/** Groups or roles of an organisation, by part of their names, of some alone where `ids` is given. */
interface PageFilter {
  organisationId: number;
  keyword?: string | undefined;
  ids?: readonly number[] | undefined;
}

const groupsWhere = (db: Db, { organisationId, keyword, ids }: PageFilter) => {
  const all = db.selectFrom('user_group').where('organisation_id', '=', organisationId);
  const query = ids === undefined ? all : all.where('id', 'in', among(db, JSON.stringify(ids)));
  if (keyword === undefined || keyword === '') return query;
  const found = containing(nameKey(keyword)) as never;
  return query.where((where) => where.or([where('name_key', 'like', found), where('pinyin', 'like', found)]));
};

/** A page of groups with their member counts. */
export async function pageOfGroups(db: Db, filter: PageFilter, { limit, offset }: { limit: number; offset: number }) {
  const rows = await groupsWhere(db, filter)
    .select(['id', 'name'])
    .select((select) =>
      select
        .selectFrom('user_group_member as m')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.group_id', '=', 'user_group.id')
        .as('member_count'),
    )
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await groupsWhere(db, filter)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}

export const insertRole = (
  db: Db,
  role: {
    id: number;
    organisation_id: number;
    name: string;
    name_key: string;
    name_sort: string;
    pinyin: string;
    role_type: number;
    module_types: string;
    permissions: string;
    department_scope: number;
    built_in: number;
    kind: string;
  },
) => db.insertInto('role').values(role).execute();

export const updateRoleRow = (db: Db, id: number, changes: Updateable<RoleTable>) =>
  db.updateTable('role').set(changes).where('id', '=', id).execute();

export const deleteRoleRow = (db: Db, id: number) => db.deleteFrom('role').where('id', '=', id).execute();

export const rolesByIds = (db: Db, organisationId: number, ids: number[]) =>
  db
    .selectFrom('role')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** A built-in role of an organisation. */
export const roleOfKind = (db: Db, organisationId: number, kind: BuiltInRole) =>
  db.selectFrom('role').selectAll().where('organisation_id', '=', organisationId).where('kind', '=', kind).executeTakeFirstOrThrow();

/** The built-in role for new users. */
export const staffRole = (db: Db, organisationId: number) => roleOfKind(db, organisationId, 'staff');

export const rolesOfOrganisation = (db: Db, organisationId: number) =>
  db.selectFrom('role').select(['kind', 'name_key']).where('organisation_id', '=', organisationId).execute();

const rolesWhere = (db: Db, { organisationId, keyword, ids }: PageFilter) => {
  const all = db.selectFrom('role').where('organisation_id', '=', organisationId);
  const query = ids === undefined ? all : all.where('id', 'in', among(db, JSON.stringify(ids)));
  if (keyword === undefined || keyword === '') return query;
  const found = containing(nameKey(keyword)) as never;
  return query.where((where) => where.or([where('name_key', 'like', found), where('pinyin', 'like', found)]));
};

/** A page of roles with their member counts, built-in ones first. */
export async function pageOfRoles(db: Db, filter: PageFilter, { limit, offset }: { limit: number; offset: number }) {
  const rows = await rolesWhere(db, filter)
    .select(['id', 'name', 'role_type', 'module_types', 'permissions', 'department_scope', 'built_in'])
    .select((select) =>
      select
        .selectFrom('role_member as m')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.role_id', '=', 'role.id')
        .as('member_count'),
    )
    .orderBy('built_in', 'desc')
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await rolesWhere(db, filter)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}
