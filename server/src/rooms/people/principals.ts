import type { House, Principals } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions, type Versions } from '../../ground/db/versions.ts';
import { belongings, departmentsAbove, findPerson } from './queries.ts';

/** What a person is in the organisation: principals, and what the roles make of them. */
export interface Standing {
  principals: Principals;
  /** Union of the roles' bits. */
  roleType: number;
  moduleTypes: number[];
  roleNames: string[];
}

const caches = new WeakMap<House, { version: number; people: Map<number, Standing> }>();

/** The standing of a person, kept until people, departments, groups or roles change. */
export async function standingOf(house: House, { personId, versions }: { personId: number; versions: Versions }): Promise<Standing> {
  let cache = caches.get(house);
  if (cache === undefined || cache.version !== versions.people) {
    cache = { version: versions.people, people: new Map() };
    caches.set(house, cache);
  }
  const known = cache.people.get(personId);
  if (known !== undefined) return known;
  const found = await freshStanding(house.database.read, personId);
  cache.people.set(personId, found);
  return found;
}

/** The standing of a person as a handle sees it. What a transaction changed may still be undone, so that alone is not kept for others. */
export async function standingIn(house: House, db: Db, asked: { personId: number; versions: Versions }): Promise<Standing> {
  const { read } = house.database;
  if (db === read || (await readVersions(read)).people === asked.versions.people) return standingOf(house, asked);
  return freshStanding(db, asked.personId);
}

/** The standing of a person as a transaction sees it, kept nowhere. */
export async function freshStanding(db: Db, personId: number): Promise<Standing> {
  const person = await findPerson(db, personId);
  const { groups, roles } = await belongings(db, [personId]);
  const departments = await departmentsAbove(db, { person: personId });
  const modules = roles.flatMap((role) => JSON.parse(role.module_types) as number[]);
  return {
    principals: {
      personId,
      organisationId: person?.organisation_id ?? 0,
      groups: groups.map((row) => row.id),
      departments: departments.map((row) => row.id),
      roles: roles.map((row) => row.id),
    },
    roleType: roles.reduce((bits, role) => bits | role.role_type, 0),
    moduleTypes: [...new Set(modules)].toSorted((a, b) => a - b),
    roleNames: roles.map((role) => role.name),
  };
}
