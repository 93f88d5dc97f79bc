import type { Db } from '../../platform/db/database.ts';
import * as queries from './memberships.queries.ts';
import { colleagueIds, membershipsOf } from './memberships.queries.ts';

/** All members of the user's departments, the user included. */
export const colleaguesOf = (db: Db, { id, organisationId }: { id: number; organisationId: number }): Promise<number[]> =>
  colleagueIds(db, id, organisationId);

/** All departments, roles and groups of an organisation, for bulk work on users. */
export async function organisationStructure(db: Db, organisationId: number) {
  return {
    departments: await queries.allDepartments(db, organisationId),
    roles: await queries.allRoles(db, organisationId),
    groups: await queries.allGroups(db, organisationId),
  };
}

/** The ids of the departments, groups and roles of some users in one organisation, the main department first. */
export async function membershipIds(db: Db, personIds: number[], organisationId: number) {
  const { departments, groups, roles } = await membershipsOf(db, personIds, organisationId);
  const idsOf = (rows: readonly { person_id: number; id: number }[]): Map<number, number[]> =>
    new Map([...Map.groupBy(rows, (row) => row.person_id)].map(([id, memberships]) => [id, memberships.map((row) => row.id)]));
  const administrators = new Set(roles.filter((role) => role.permissions !== '[]').map((role) => role.person_id));
  return { departments: idsOf(departments), groups: idsOf(groups), roles: idsOf(roles), offices: administrators };
}
