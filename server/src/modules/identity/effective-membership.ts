import { sitePermissions } from '@dossier/contract/core/administrative-permissions';
import { module, roleType } from '@dossier/contract/core/rights';
import type { Services } from '../../platform/context.ts';
import type { AdministrativePermissions, Principals, User } from '../../platform/context/user.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Versions, readVersions } from '../../platform/db/versions.ts';
import { departmentsHeaded } from './departments.queries.ts';
import {
  type RolePermissionsRow,
  administrationModules,
  permissionsInScope,
  permissionsThroughout,
} from './groups-roles/role-permissions.ts';
import { departmentsAbove, membershipsOf } from './memberships.queries.ts';
import { positionIn } from './organisations.queries.ts';

/** What a person is in one space: principals, and what the roles make of them. */
export interface EffectiveMembership {
  principals: Principals;
  /** Until when one may work there: 0 where not at all, for ever where nothing ends it. */
  until: number;
  guest: boolean;
  /** In how many spaces the person may work. */
  spaces: number;
  /** Union of the roles' bits. */
  roleType: number;
  permissions: AdministrativePermissions;
  moduleTypes: number[];
  roleNames: string[];
  /** Every role there, whichever is worked in. */
  ownRoles: { id: number; name: string }[];
}

/** A person in a space, working in one of their roles, or in all of them (0). */
interface MembershipQuery {
  personId: number;
  spaceId: number;
  roleId?: number;
}

const forEver = Number.MAX_SAFE_INTEGER;
/** What a guest is shown without any role; what is in it, rights decide. */
const guestModules = [module.home, module.my, module.enterprise];

const caches = new WeakMap<Services, { version: number; people: Map<string, EffectiveMembership> }>();

/** The standing of a person in a space, kept until people, departments, groups, roles or organisations change. */
export async function effectiveMembershipOf(
  services: Services,
  { versions, ...asked }: MembershipQuery & { versions: Versions },
): Promise<EffectiveMembership> {
  let cache = caches.get(services);
  if (cache === undefined || cache.version !== versions.people) {
    cache = { version: versions.people, people: new Map() };
    caches.set(services, cache);
  }
  const key = `${asked.personId} ${asked.spaceId} ${asked.roleId ?? 0}`;
  const known = cache.people.get(key);
  if (known !== undefined) return known;
  const found = await readEffectiveMembership(services.database.read, asked);
  cache.people.set(key, found);
  return found;
}

/** The standing of a person as a handle sees it. What a transaction changed may still be undone, so that alone is not kept for others. */
export async function effectiveMembershipIn(
  services: Services,
  db: Db,
  asked: MembershipQuery & { versions: Versions },
): Promise<EffectiveMembership> {
  const { read } = services.database;
  if (db === read || (await readVersions(read)).people === asked.versions.people) return effectiveMembershipOf(services, asked);
  return readEffectiveMembership(db, asked);
}

/** The standing of a person as a transaction sees it, kept nowhere. */
export async function readEffectiveMembership(db: Db, { personId, spaceId, roleId = 0 }: MembershipQuery): Promise<EffectiveMembership> {
  const [place] = await positionIn(db, { person: personId, space: spaceId });
  const own = place?.home_id === spaceId;
  const guest = !own && (place?.guest ?? 0) > 0;
  const isOpen = place !== undefined && place.enabled === 1 && place.home_enabled === 1 && (own || guest);
  const { groups, roles: all } = await membershipsOf(db, [personId], spaceId);
  const chosen = all.filter((role) => role.id === roleId);
  // a role that was taken away since is none to work in
  const roles = chosen.length > 0 ? chosen : all;
  const departments = await departmentsAbove(db, { person: personId, space: spaceId });
  // the site is administrated from its first organisation alone
  const barred = own && place.first_id === spaceId ? 0 : roleType.site;
  const office = await permissionsIn(db, { personId, spaceId, roles, barred: barred !== 0 });
  const areas = roles
    .flatMap((role) => JSON.parse(role.module_types) as number[])
    .filter((type) => type !== module.admin && type !== module.site);
  const shown = [...areas, ...administrationModules(office), ...(guest ? guestModules : [])];
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
    permissions: office,
    moduleTypes: [...new Set(shown)].toSorted((a, b) => a - b),
    roleNames: roles.map((role) => role.name),
    ownRoles: all.map(({ id, name }) => ({ id, name })),
  };
}

/** What the roles that somebody works in let them do; in departments where they head some. The site's deeds count in its first organisation alone. */
async function permissionsIn(
  db: Db,
  { personId, spaceId, roles, barred }: { personId: number; spaceId: number; roles: readonly RolePermissionsRow[]; barred: boolean },
): Promise<AdministrativePermissions> {
  const held = permissionsThroughout(roles);
  const deeds = barred ? held.difference(sitePermissions) : held;
  const inBranch = permissionsInScope(roles);
  const headed = inBranch.size === 0 ? [] : await departmentsHeaded(db, { person: personId, space: spaceId });
  return {
    all: deeds,
    inDepartmentScope: headed.length === 0 ? new Set() : inBranch,
    departmentScope: new Set(headed.map((row) => row.id)),
  };
}

/** Whether somebody works here as a guest without an office: whoever administrates here sees everybody anyway. */
export const isPlainGuest = ({ principals, organisationId, roleType: bits }: User): boolean =>
  principals.organisationId !== organisationId && bits === 0;

/** Of the organisation's departments, groups and roles those that a guest without an office may list: their own. Undefined for others, who list all. */
export const structureKnownTo = (user: User): Record<'department' | 'group' | 'role', number[]> | undefined => {
  if (!isPlainGuest(user) || user.permissions.departmentScope.size > 0) return undefined;
  const { departments, groups, roles, idleRoles } = user.principals;
  return { department: departments, group: groups, role: [...roles, ...idleRoles] };
};
