import type { Db } from '../../ground/db/database.ts';
import { belongings } from './belonging-queries.ts';
import * as queries from './roster-queries.ts';

/** All departments, roles and groups of an organisation: for work on many people at once. */
export async function circlesOf(db: Db, organisationId: number) {
  return {
    departments: await queries.allDepartments(db, organisationId),
    roles: await queries.allRoles(db, organisationId),
    groups: await queries.allGroups(db, organisationId),
  };
}

/** The ids of the departments, groups and roles of some people in one organisation, the main department first. */
export async function circlesHeld(db: Db, personIds: number[], organisationId: number) {
  const { departments, groups, roles } = await belongings(db, personIds, organisationId);
  const idsOf = (rows: readonly { person_id: number; id: number }[]): Map<number, number[]> =>
    new Map([...Map.groupBy(rows, (row) => row.person_id)].map(([id, held]) => [id, held.map((row) => row.id)]));
  const offices = new Set(roles.filter((role) => role.deeds !== '[]').map((role) => role.person_id));
  return { departments: idsOf(departments), groups: idsOf(groups), roles: idsOf(roles), offices };
}
