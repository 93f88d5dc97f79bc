import { sitePermissions } from '@dossier/contract/core/administrative-permissions';
import { module, roleType } from '@dossier/contract/core/rights';
import type { AdministrativePermissions, Principals, Services, User } from '../../platform/context.ts';
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

/** The effective membership of a user in one space: principals, and the permissions of their roles. */
export interface EffectiveMembership {
  principals: Principals;
  /** Until when the user may work there: 0 not at all, unlimited without an end. */
  until: number;
  guest: boolean;
  /** The number of spaces that the user may work in. */
  spaces: number;
  /** Union of the roles' bits. */
  roleType: number;
  permissions: AdministrativePermissions;
  moduleTypes: number[];
  roleNames: string[];
  /** Every role there, not only the one of the session. */
  ownRoles: { id: number; name: string }[];
}

/** A user in a space, in one role or in all of them (0). */
interface MembershipQuery {
  personId: number;
  spaceId: number;
  roleId?: number;
}

const forEver = Number.MAX_SAFE_INTEGER;
/** The modules shown to a guest without roles; access lists decide on their content. */
const guestModules = [module.home, module.my, module.enterprise];

const caches = new WeakMap<Services, { version: number; people: Map<string, EffectiveMembership> }>();

/** The effective membership of a user in a space, cached until users, departments, groups, roles or organisations change. */
export async function effectiveMembershipOf(
  services: Services,
  { versions, ...query }: MembershipQuery & { versions: Versions },
): Promise<EffectiveMembership> {
  let cache = caches.get(services);
  if (cache === undefined || cache.version !== versions.people) {
    cache = { version: versions.people, people: new Map() };
    caches.set(services, cache);
  }
  const key = `${query.personId} ${query.spaceId} ${query.roleId ?? 0}`;
  const known = cache.people.get(key);
  if (known !== undefined) return known;
  const found = await readEffectiveMembership(services.database.read, query);
  cache.people.set(key, found);
  return found;
}

/**
 * The effective membership as a database handle sees it. What a transaction changed may still be rolled back, so it is not cached for other
 * requests.
 */
export async function effectiveMembershipIn(
  services: Services,
  db: Db,
  query: MembershipQuery & { versions: Versions },
): Promise<EffectiveMembership> {
  const { read } = services.database;
  if (db === read || (await readVersions(read)).people === query.versions.people) return effectiveMembershipOf(services, query);
  return readEffectiveMembership(db, query);
}

/** The effective membership as a transaction sees it, not cached. */
export async function readEffectiveMembership(db: Db, { personId, spaceId, roleId = 0 }: MembershipQuery): Promise<EffectiveMembership> {
  const [position] = await positionIn(db, { person: personId, space: spaceId });
  const own = position?.home_id === spaceId;
  const guest = !own && (position?.guest ?? 0) > 0;
  const isOpen = position !== undefined && position.enabled === 1 && position.home_enabled === 1 && (own || guest);
  const { groups, roles: all } = await membershipsOf(db, [personId], spaceId);
  const chosen = all.filter((role) => role.id === roleId);
  // a role that was revoked meanwhile falls back to all roles
  const roles = chosen.length > 0 ? chosen : all;
  const departments = await departmentsAbove(db, { person: personId, space: spaceId });
  // the site is administrated from its first organisation only
  const barred = own && position.first_id === spaceId ? 0 : roleType.site;
  const permissions = await permissionsIn(db, { personId, spaceId, roles, barred: barred !== 0 });
  const areas = roles
    .flatMap((role) => JSON.parse(role.module_types) as number[])
    .filter((type) => type !== module.admin && type !== module.site);
  const shown = [...areas, ...administrationModules(permissions), ...(guest ? guestModules : [])];
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
    // a user whose own organisation is closed works nowhere
    until: isOpen ? Math.min(position.expires_at || forEver, position.home_expires || forEver) : 0,
    guest,
    spaces: 1 + (position?.elsewhere ?? 0),
    roleType: roles.reduce((bits, role) => bits | role.role_type, 0) & ~barred,
    permissions,
    moduleTypes: [...new Set(shown)].toSorted((a, b) => a - b),
    roleNames: roles.map((role) => role.name),
    ownRoles: all.map(({ id, name }) => ({ id, name })),
  };
}

/**
 * The administrative permissions of the roles of the session; with a department scope for heads. Site permissions count in the first
 * organisation only.
 */
async function permissionsIn(
  db: Db,
  { personId, spaceId, roles, barred }: { personId: number; spaceId: number; roles: readonly RolePermissionsRow[]; barred: boolean },
): Promise<AdministrativePermissions> {
  const granted = permissionsThroughout(roles);
  const effective = barred ? granted.difference(sitePermissions) : granted;
  const scoped = permissionsInScope(roles);
  const headed = scoped.size === 0 ? [] : await departmentsHeaded(db, { person: personId, space: spaceId });
  return {
    all: effective,
    inDepartmentScope: headed.length === 0 ? new Set() : scoped,
    departmentScope: new Set(headed.map((row) => row.id)),
  };
}

/** Whether a user works here as a guest without administrative permissions: administrators see all users anyway. */
export const isPlainGuest = ({ principals, organisationId, roleType: bits }: User): boolean =>
  principals.organisationId !== organisationId && bits === 0;

/** Of the organisation's departments, groups and roles those that a guest without an office may list: their own. Undefined for others, who list all. */
export const structureKnownTo = (user: User): Record<'department' | 'group' | 'role', number[]> | undefined => {
  if (!isPlainGuest(user) || user.permissions.departmentScope.size > 0) return undefined;
  const { departments, groups, roles, idleRoles } = user.principals;
  return { department: departments, group: groups, role: [...roles, ...idleRoles] };
};
