import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { ReportQuery } from './report-query.ts';

/** A grant. */
export interface GrantRow {
  id: number;
  item: number;
  type: string;
  grantee: number;
  level: number;
  reach: number;
  until: number | null;
  giver: number;
  given: number;
}

/** Grants to the requested users and departments themselves, without their other principals. */
function forPrincipals(db: Db, { people, departments }: ReportQuery): RawBuilder<unknown> {
  if (people === undefined) return sql``;
  const ofDepartments =
    departments === undefined ? sql`` : sql`or (g.principal_type = 'department' and g.principal_id in ${among(db, departments)})`;
  return sql`and ((g.principal_type = 'user' and g.principal_id in ${among(db, people)}) ${ofDepartments})`;
}

/** Effective grants in the shared areas; those on personal documents are private. */
const grantsWhere = (db: Db, question: ReportQuery, terms: RawBuilder<unknown>): RawBuilder<GrantRow> => sql<GrantRow>`select g.id,
    g.root_id as item, g.principal_type as type, g.principal_id as grantee, g.level, g.inheritance_scope as reach, g.deadline as until, g.creator_id as giver,
    g.created_at as given
  from access_grant as g join item on item.id = g.root_id
  where item.organisation_id = ${question.space} and item.bin_id = 0 and item.area <> 2
    and (g.deadline is null or g.deadline > ${question.now}) ${forPrincipals(db, question)} ${terms}`;

export const grants = (db: Db, question: ReportQuery): RawBuilder<GrantRow> => grantsWhere(db, question, sql``);

const soonMs = 30 * 24 * 3_600_000;

/** Grants that end within a month. */
export const endingGrants = (db: Db, question: ReportQuery): RawBuilder<GrantRow> =>
  grantsWhere(db, question, sql`and g.deadline <= ${question.now + soonMs}`);

/** Full control of users who do not own the item and have no administrator's role. */
export const fullGrants = (db: Db, question: ReportQuery): RawBuilder<GrantRow> =>
  grantsWhere(
    db,
    question,
    sql`and g.level = 255 and not (g.principal_type = 'user' and g.principal_id = item.owner_id)
      and not (g.principal_type = 'role' and exists (select 1 from role where role.id = g.principal_id and role.permissions <> '[]'))
      and not (g.principal_type = 'user' and exists (select 1 from role_member as m join role on role.id = m.role_id
        where m.person_id = g.principal_id and role.organisation_id = ${question.space} and role.permissions <> '[]'))`,
  );

/** An item with its own rights below a cabinet. */
export interface AclRootRow {
  id: number;
  inherits: number;
  grants: number;
  owner: number;
}

export const aclRoots = (
  _: Db,
  question: ReportQuery,
): RawBuilder<AclRootRow> => sql<AclRootRow>`select item.id, acl.inherits, item.owner_id as owner,
    (select count(*) from access_grant as g where g.root_id = item.id and (g.deadline is null or g.deadline > ${question.now})) as grants
  from acl join item on item.id = acl.root_id
  where acl.inheritance_depth = 0 and item.parent_id <> 0 and item.organisation_id = ${question.space} and item.bin_id = 0 and item.area <> 2`;
