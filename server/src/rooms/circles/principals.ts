import { siteDeeds } from '@dossier/contract/deeds';
import { module, roleType } from '@dossier/contract/rights';
import type { House, Office, Principals, User } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions, type Versions } from '../../ground/db/versions.ts';
import { placeOf } from '../organisations/spaces.ts';
import { departmentsHeaded } from './department-queries.ts';
import { deedsInBranch, deedsThroughout, type OfficeRow, shownBy } from './office.ts';
import { belongings, departmentsAbove } from './belonging-queries.ts';

/** What a person is in one space: principals, and what the roles make of them. */
export interface Standing {
  principals: Principals;
  /** Until when one may work there: 0 where not at all, for ever where nothing ends it. */
  until: number;
  guest: boolean;
  /** In how many spaces the person may work. */
  spaces: number;
  /** Union of the roles' bits. */
  roleType: number;
  office: Office;
  moduleTypes: number[];
  roleNames: string[];
  /** Every role there, whichever is worked in. */
  ownRoles: { id: number; name: string }[];
}

/** A person in a space, working in one of their roles, or in all of them (0). */
interface Asked {
  personId: number;
  spaceId: number;
  roleId?: number;
}

const forEver = Number.MAX_SAFE_INTEGER;
/** What a guest is shown without any role; what is in it, rights decide. */
const guestModules = [module.home, module.my, module.enterprise];

const caches = new WeakMap<House, { version: number; people: Map<string, Standing> }>();

/** The standing of a person in a space, kept until people, departments, groups, roles or organisations change. */
export async function standingOf(house: House, { versions, ...asked }: Asked & { versions: Versions }): Promise<Standing> {
  let cache = caches.get(house);
  if (cache === undefined || cache.version !== versions.people) {
    cache = { version: versions.people, people: new Map() };
    caches.set(house, cache);
  }
  const key = `${asked.personId} ${asked.spaceId} ${asked.roleId ?? 0}`;
  const known = cache.people.get(key);
  if (known !== undefined) return known;
  const found = await freshStanding(house.database.read, asked);
  cache.people.set(key, found);
  return found;
}

/** The standing of a person as a handle sees it. What a transaction changed may still be undone, so that alone is not kept for others. */
export async function standingIn(house: House, db: Db, asked: Asked & { versions: Versions }): Promise<Standing> {
  const { read } = house.database;
  if (db === read || (await readVersions(read)).people === asked.versions.people) return standingOf(house, asked);
  return freshStanding(db, asked);
}

/** The standing of a person as a transaction sees it, kept nowhere. */
export async function freshStanding(db: Db, { personId, spaceId, roleId = 0 }: Asked): Promise<Standing> {
  const [place] = await placeOf(db, { person: personId, space: spaceId });
  const own = place?.home_id === spaceId;
  const guest = !own && (place?.guest ?? 0) > 0;
  const isOpen = place !== undefined && place.enabled === 1 && place.home_enabled === 1 && (own || guest);
  const { groups, roles: all } = await belongings(db, [personId], spaceId);
  const chosen = all.filter((role) => role.id === roleId);
  // a role that was taken away since is none to work in
  const roles = chosen.length > 0 ? chosen : all;
  const departments = await departmentsAbove(db, { person: personId, space: spaceId });
  // the site is administrated from its first organisation alone
  const barred = own && place.first_id === spaceId ? 0 : roleType.site;
  const office = await officeOf(db, { personId, spaceId, roles, barred: barred !== 0 });
  const areas = roles
    .flatMap((role) => JSON.parse(role.module_types) as number[])
    .filter((type) => type !== module.admin && type !== module.site);
  const shown = [...areas, ...shownBy(office), ...(guest ? guestModules : [])];
  return {
    principals: {
      personId,
      spaceId,
      organisationId: own ? spaceId : 0,
      groups: groups.map((row) => row.id),
      departments: departments.map((row) => row.id),
      roles: roles.map((row) => row.id),
      idleRoles: all.filter((row) => !roles.includes(row)).map((row) => row.id),
    },
    // whose own organisation is closed works nowhere
    until: isOpen ? Math.min(place.expires_at || forEver, place.home_expires || forEver) : 0,
    guest,
    spaces: 1 + (place?.elsewhere ?? 0),
    roleType: roles.reduce((bits, role) => bits | role.role_type, 0) & ~barred,
    office,
    moduleTypes: [...new Set(shown)].toSorted((a, b) => a - b),
    roleNames: roles.map((role) => role.name),
    ownRoles: all.map(({ id, name }) => ({ id, name })),
  };
}

/** What the roles that somebody works in let them do; in departments where they head some. The site's deeds count in its first organisation alone. */
async function officeOf(
  db: Db,
  { personId, spaceId, roles, barred }: { personId: number; spaceId: number; roles: readonly OfficeRow[]; barred: boolean },
): Promise<Office> {
  const held = deedsThroughout(roles);
  const deeds = barred ? held.difference(siteDeeds) : held;
  const inBranch = deedsInBranch(roles);
  const headed = inBranch.size === 0 ? [] : await departmentsHeaded(db, { person: personId, space: spaceId });
  return { deeds, branchDeeds: headed.length === 0 ? new Set() : inBranch, branch: new Set(headed.map((row) => row.id)) };
}

/** Whether somebody works here as a guest without an office: whoever administrates here sees everybody anyway. */
export const isPlainGuest = ({ principals, organisationId, roleType: bits }: User): boolean =>
  principals.organisationId !== organisationId && bits === 0;
