import type { Db } from '../../ground/db/database.ts';
import { belongings } from './queries.ts';
import * as queries from './roster-queries.ts';

/** All departments, roles and groups of an organisation: for work on many people at once. */
export async function circlesOf(db: Db, organisationId: number) {
  return {
    departments: await queries.allDepartments(db, organisationId),
    roles: await queries.allRoles(db, organisationId),
    groups: await queries.allGroups(db, organisationId),
  };
}

/** The accounts of the site that have one of these login keys or mail keys, whichever organisation they are of. */
export const accountsKnownAs = (db: Db, keys: { logins: string[]; mails: string[] }) => queries.accountsKnownAs(db, keys);

/** The ids of the departments, groups and roles of some people in one organisation, the main department first. */
export async function circlesHeld(db: Db, personIds: number[], organisationId: number) {
  const { departments, groups, roles } = await belongings(db, personIds, organisationId);
  const idsOf = (rows: readonly { person_id: number; id: number }[]): Map<number, number[]> =>
    new Map([...Map.groupBy(rows, (row) => row.person_id)].map(([id, held]) => [id, held.map((row) => row.id)]));
  const offices = new Set(roles.filter((role) => role.deeds !== '[]').map((role) => role.person_id));
  return { departments: idsOf(departments), groups: idsOf(groups), roles: idsOf(roles), offices };
}

/** Every account of an organisation by name, in pieces; of each piece the next is asked for when it is wanted. */
export async function* accountsOf(db: Db, organisationId: number, limit: number) {
  let after = { full_sort: '', id: 0 };
  for (;;) {
    const rows = await queries.accountsAfter(db, organisationId, { after, limit });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = last;
  }
}
