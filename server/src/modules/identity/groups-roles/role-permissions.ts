import {
  type Permission,
  administrativePermissions,
  departmentScopePermissions,
  isPermission,
  sitePermissions,
} from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import { module, roleType } from '@dossier/contract/core/rights';
import { type BuiltInRole, builtInRoles } from '@dossier/contract/identity/users';
import type { AdministrativePermissions } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameColumns } from '../../../platform/text/names.ts';
import { organisationIds } from '../organisations.queries.ts';
import { insertRole, rolesOfOrganisation } from './groups-roles.queries.ts';

/** The stored permissions of a role. */
export interface RolePermissionsRow {
  permissions: string;
  department_scope: number;
}

const administrations: readonly number[] = [module.admin, module.site];
const areas: readonly number[] = Object.values(module).filter((type) => !administrations.includes(type));

/** Whether a role may list a module; the administration module follows from its permissions. */
export const isArea = (type: number): boolean => areas.includes(type);

/** The columns of a role: modules, permissions and what follows from them. The administration module is shown to roles with a permission in it. */
export function rolePermissionColumns(terms: { moduleTypes: readonly number[]; deeds: readonly Permission[]; branch: boolean }) {
  const permissions = administrativePermissions.filter((permission) => terms.deeds.includes(permission));
  if (!terms.moduleTypes.every(isArea)) throw new Refusal(codes.invalidParams);
  if (terms.branch && permissions.some((permission) => !departmentScopePermissions.has(permission))) throw new Refusal(codes.invalidParams);
  const bits =
    (permissions.some((permission) => !sitePermissions.has(permission)) ? roleType.admin : 0) |
    (permissions.some((permission) => sitePermissions.has(permission)) ? roleType.site : 0);
  return {
    role_type: terms.branch ? 0 : bits,
    module_types: JSON.stringify([...new Set(terms.moduleTypes)].toSorted((a, b) => a - b)),
    permissions: JSON.stringify(permissions),
    department_scope: terms.branch ? 1 : 0,
  };
}

/** The permissions of a stored role; those of a newer version are left out. */
export const permissionsOfRole = (row: RolePermissionsRow): Permission[] => (JSON.parse(row.permissions) as string[]).filter(isPermission);

/** The permissions of several roles throughout the organisation. */
export const permissionsThroughout = (rows: readonly RolePermissionsRow[]): Set<Permission> =>
  new Set(rows.filter((row) => row.department_scope === 0).flatMap(permissionsOfRole));

/** Their permissions in the departments that the user heads. */
export const permissionsInScope = (rows: readonly RolePermissionsRow[]): Set<Permission> =>
  new Set(rows.filter((row) => row.department_scope === 1).flatMap(permissionsOfRole));

/** The modules shown for administrative permissions besides those of the roles. */
export function administrationModules({
  all: permissions,
  inDepartmentScope: scoped,
}: Pick<AdministrativePermissions, 'all' | 'inDepartmentScope'>): number[] {
  const isSite = [...permissions].some((permission) => sitePermissions.has(permission));
  const isAdmin = scoped.size > 0 || [...permissions].some((permission) => !sitePermissions.has(permission));
  return [...(isAdmin ? [module.admin] : []), ...(isSite ? [module.site] : [])];
}

const staffModules = [module.home, module.enterprise, module.categories, module.my, module.system, module.flows, module.meetings];
const organisationPermissions = administrativePermissions.filter((permission) => !sitePermissions.has(permission));

/**
 * The permissions of the built-in roles. The role that creates accounts and passwords assigns no roles, the one that assigns roles creates
 * no accounts, and the auditor does neither, so that none of the three gains permissions alone.
 */
const builtInPermissions: Record<BuiltInRole, Permission[]> = {
  administrators: organisationPermissions,
  site: [...sitePermissions],
  system: [
    'people.see',
    'people.edit',
    'people.secrets',
    'people.remove',
    'people.guests',
    'departments.edit',
    'departments.heads',
    'groups.edit',
    'cabinets.create',
    'quotas.edit',
    'reports.see',
    'templates.edit',
    'flows.see',
    'flows.edit',
    'watermarks.edit',
    'disk.edit',
    'tags.edit',
    'cards.edit',
    'categories.edit',
  ],
  security: [
    'people.see',
    'roles.edit',
    'roles.assign',
    'sessions.see',
    'sessions.end',
    'addresses.see',
    'addresses.edit',
    'rights.see',
    'rights.viewAs',
    'rights.owner',
    'watermarks.edit',
    'shares.edit',
    'words.edit',
    'words.judge',
  ],
  audit: ['people.see', 'flows.see', 'sessions.see', 'addresses.see', 'rights.see', 'log.see', 'reports.see'],
  heads: ['people.see', 'people.edit', 'departments.edit', 'reports.see', 'tags.edit'],
  staff: [],
};

/** Creates the missing built-in roles of an organisation: all of them for a new one. Site permissions belong to the first organisation. */
export async function seedRoles(db: Db, { organisationId, site }: { organisationId: number; site: boolean }): Promise<void> {
  const known = await rolesOfOrganisation(db, organisationId);
  for (const [kind, name] of Object.entries(builtInRoles) as [BuiltInRole, string][]) {
    if (known.some((role) => role.kind === kind) || (kind === 'site' && !site)) continue;
    // an own role may have had this name before the built-in role existed
    const isTaken = known.some((role) => role.name_key === nameColumns(name).name_key);
    const names = nameColumns(isTaken ? `${name} (Dossier)` : name);
    const lets = kind === 'administrators' && site ? administrativePermissions : builtInPermissions[kind];
    const terms = rolePermissionColumns({ moduleTypes: staffModules, deeds: lets, branch: kind === 'heads' });
    await insertRole(db, { id: newId(), organisation_id: organisationId, ...names, ...terms, built_in: 1, kind });
  }
}

/** Gives every organisation the built-in roles of newer versions. */
export async function seedMissingRoles(db: Db): Promise<void> {
  const all = await organisationIds(db);
  for (const organisationId of all) await seedRoles(db, { organisationId, site: organisationId === all[0] });
}
