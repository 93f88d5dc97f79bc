import { type GranteeType, moduleType } from '@dossier/contract/core/rights';
import { type Selectable, sql } from 'kysely';
import type { Principals } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { among, compiled } from '../../platform/db/dialect.ts';
import type { AccessGrantTable, AclTable } from '../../platform/db/types.generated.ts';

export type AclRow = Selectable<AclTable>;

/** Every list, with the right that the expired documents of its item need, where that is a cabinet. */
export const allAcls = compiled<object, AclRow & { expired_right: number | null }>((db) =>
  db
    .selectFrom('acl')
    .leftJoin('item', (join) => join.onRef('item.id', '=', 'acl.root_id').on('acl.parent_id', '=', 0))
    .selectAll('acl')
    .select('item.expired_right'),
);

/** The access lists that hold no personal documents: those of roots in the shared areas. */
export async function sharedAcls(db: Db, organisationId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('acl')
    .innerJoin('item', 'item.id', 'acl.root_id')
    .select('acl.id')
    .where('acl.organisation_id', '=', organisationId)
    .where('item.area', 'in', [moduleType.enterprise, moduleType.system])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** An access list; expired documents point to it by the negative of its id. */
export const aclById = (db: Db, id: number) => db.selectFrom('acl').selectAll().where('id', '=', Math.abs(id)).executeTakeFirst();

export const aclsByIds = (db: Db, ids: number[]) =>
  db
    .selectFrom('acl')
    .selectAll()
    .where('id', 'in', among(db, JSON.stringify(ids.map(Math.abs))))
    .execute();

/** The access list for a child of an item with list `id`: the next inheritance depth of the same root. */
export const childOfAcl = compiled<{ id: number }, { id: number }>((db, p) =>
  db
    .selectFrom('acl as a')
    .innerJoin('acl as child', (join) =>
      join
        .onRef('child.root_id', '=', 'a.root_id')
        .on('child.inheritance_depth', '=', sql<number>`case a.inheritance_depth when 0 then 1 else 2 end`),
    )
    .select('child.id')
    .where('a.id', '=', p.id),
);

export const aclsOfRoot = (db: Db, rootId: number) =>
  db.selectFrom('acl').selectAll().where('root_id', '=', rootId).orderBy('inheritance_depth').execute();

export const insertAcls = (db: Db, rows: AclRow[]) => db.insertInto('acl').values(rows).execute();

export const setAclParent = (db: Db, id: number, parentId: number) =>
  db.updateTable('acl').set({ parent_id: parentId }).where('id', '=', id).execute();

export const setInherits = (db: Db, rootId: number, inherits: number) =>
  db.updateTable('acl').set({ inherits }).where('root_id', '=', rootId).execute();

export const setAclOwner = (db: Db, rootId: number, ownerId: number) =>
  db.updateTable('acl').set({ owner_id: ownerId }).where('root_id', '=', rootId).execute();

/** Changes the parents of the lists of several roots: each parent in `from` is replaced by the one at the same index of `to`. */
export async function reparentAcls(
  db: Db,
  rootIds: number[],
  { depth, from, to }: { depth: number; from: number[]; to: number },
): Promise<void> {
  if (rootIds.length === 0) return;
  await db
    .updateTable('acl')
    .set({ parent_id: to })
    .where('root_id', 'in', among(db, JSON.stringify(rootIds)))
    .where('inheritance_depth', '=', depth)
    .where('parent_id', 'in', from)
    .execute();
}

export const deleteAcls = async (db: Db, rootIds: number[]): Promise<void> => {
  const ids = JSON.stringify(rootIds);
  await db.deleteFrom('access_grant').where('root_id', 'in', among(db, ids)).execute();
  await db.deleteFrom('acl').where('root_id', 'in', among(db, ids)).execute();
};

const grantFields = [
  'id',
  'root_id',
  'principal_type',
  'principal_id',
  'level',
  'inheritance_scope',
  'deadline',
  'grantable_permissions',
] as const;

export type GrantRow = Pick<Selectable<AccessGrantTable>, (typeof grantFields)[number]>;

/** Every grant to the user or to a group, department, role or organisation of the user. */
export const grantsTo = (db: Db, principals: Principals): Promise<GrantRow[]> => {
  const lists: [GranteeType, number[]][] = [
    ['user', [principals.personId]],
    ['organisation', [principals.organisationId]],
    ['group', principals.groups],
    ['department', principals.departments],
    ['role', [...principals.roles, ...principals.idleRoles]],
  ];
  return db
    .selectFrom('access_grant')
    .select(grantFields)
    .where((where) =>
      where.or(
        lists
          .filter(([, ids]) => ids.length > 0)
          .map(([type, ids]) => where.and([where('principal_type', '=', type), where('principal_id', 'in', ids)])),
      ),
    )
    .execute();
};

export const grantsOn = (db: Db, rootIds: number[]): Promise<GrantRow[]> =>
  db
    .selectFrom('access_grant')
    .select(grantFields)
    .where('root_id', 'in', among(db, JSON.stringify(rootIds)))
    .orderBy('id')
    .execute();

export const grantsByIds = (db: Db, ids: number[]): Promise<GrantRow[]> =>
  db
    .selectFrom('access_grant')
    .select(grantFields)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Grants on these roots, with who gave them and when. */
export const grantsWithGivers = (db: Db, rootIds: number[]) =>
  db
    .selectFrom('access_grant')
    .select([...grantFields, 'creator_id', 'created_at'])
    .where('root_id', 'in', among(db, JSON.stringify(rootIds)))
    .orderBy('id')
    .execute();

/** The items among these whose inheritance is cancelled. */
export const aloneAmong = (db: Db, rootIds: number[]) =>
  db
    .selectFrom('acl')
    .select('root_id')
    .where('root_id', 'in', among(db, JSON.stringify(rootIds)))
    .where('inheritance_depth', '=', 0)
    .where('inherits', '=', 0)
    .execute();

interface NewGrant extends GrantRow {
  creator_id: number;
  created_at: number;
}

export const insertGrants = (db: Db, rows: NewGrant[]) => db.insertInto('access_grant').values(rows).execute();

export async function upsertGrant(db: Db, row: NewGrant): Promise<number> {
  const saved = await db
    .insertInto('access_grant')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['root_id', 'principal_type', 'principal_id', 'inheritance_scope']).doUpdateSet({
        level: row.level,
        deadline: row.deadline,
        grantable_permissions: row.grantable_permissions,
        creator_id: row.creator_id,
        created_at: row.created_at,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return saved.id;
}

export const deleteGrants = (db: Db, ids: number[]) =>
  db
    .deleteFrom('access_grant')
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Removes the grants to a user in one organisation that were given until a point in time. */
export const deleteGrantsWithin = (
  db: Db,
  { personId, organisationId, until }: { personId: number; organisationId: number; until: number },
) =>
  db
    .deleteFrom('access_grant')
    .where('principal_type', '=', 'user')
    .where('principal_id', '=', personId)
    .where('created_at', '<=', until)
    .where((where) =>
      where.exists(
        where
          .selectFrom('acl')
          .select('acl.id')
          .whereRef('acl.root_id', '=', 'access_grant.root_id')
          .where('acl.organisation_id', '=', organisationId),
      ),
    )
    .execute();

export const deleteGrantsTo = (db: Db, type: GranteeType, ids: number[]) =>
  db
    .deleteFrom('access_grant')
    .where('principal_type', '=', type)
    .where('principal_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** The number of ACL roots that a user owns, by organisation. */
export const rootsOwned = (db: Db, ownerId: number) =>
  db
    .selectFrom('acl')
    .select(({ fn }) => ['organisation_id', fn.countAll<number>().as('n')])
    .where('owner_id', '=', ownerId)
    .where('inheritance_depth', '=', 0)
    .groupBy('organisation_id')
    .execute();

export const updateRootOwners = (db: Db, { from, to, organisationId }: { from: number; to: number; organisationId: number }) =>
  db.updateTable('acl').set({ owner_id: to }).where('owner_id', '=', from).where('organisation_id', '=', organisationId).execute();

/** The number of grants to a user by name, in all organisations. */
export async function countGrantsTo(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('access_grant')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('principal_type', '=', 'user')
    .where('principal_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}
