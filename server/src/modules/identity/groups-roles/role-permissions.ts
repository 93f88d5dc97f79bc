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
import type { AdministrativePermissions } from '../../../platform/context/user.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameColumns } from '../../../platform/text/name-columns.ts';
import { organisationIds } from '../organisations.queries.ts';
import { insertRole, rolesOfOrganisation } from './groups-roles.queries.ts';

/** What a role keeps of what it lets do. */
export interface RolePermissionsRow {
  deeds: string;
  branch: number;
}

const administrations: readonly number[] = [module.admin, module.site];
const areas: readonly number[] = Object.values(module).filter((type) => !administrations.includes(type));

/** Whether a module is an area that a role opens by itself; the administration follows from what it lets do. */
export const isArea = (type: number): boolean => areas.includes(type);

/** The columns of a role: its areas, what it lets do, and what follows from that. The administration is shown to whom it lets do something there. */
export function rolePermissionColumns(office: { moduleTypes: readonly number[]; deeds: readonly Permission[]; branch: boolean }) {
  const held = administrativePermissions.filter((deed) => office.deeds.includes(deed));
  if (!office.moduleTypes.every(isArea)) throw new Refusal(codes.invalidParams);
  if (office.branch && held.some((deed) => !departmentScopePermissions.has(deed))) throw new Refusal(codes.invalidParams);
  const bits =
    (held.some((deed) => !sitePermissions.has(deed)) ? roleType.admin : 0) |
    (held.some((deed) => sitePermissions.has(deed)) ? roleType.site : 0);
  return {
    role_type: office.branch ? 0 : bits,
    module_types: JSON.stringify([...new Set(office.moduleTypes)].toSorted((a, b) => a - b)),
    deeds: JSON.stringify(held),
    branch: office.branch ? 1 : 0,
  };
}

/** The deeds as a role keeps them; what a newer version of the house knew is none here. */
export const permissionsOfRole = (row: RolePermissionsRow): Permission[] => (JSON.parse(row.deeds) as string[]).filter(isPermission);

/** What several roles let do throughout the organisation. */
export const permissionsThroughout = (rows: readonly RolePermissionsRow[]): Set<Permission> =>
  new Set(rows.filter((row) => row.branch === 0).flatMap(permissionsOfRole));

/** What they let do in the departments that one heads. */
export const permissionsInScope = (rows: readonly RolePermissionsRow[]): Set<Permission> =>
  new Set(rows.filter((row) => row.branch === 1).flatMap(permissionsOfRole));

/** The areas that an office is shown beside those of its roles. */
export function administrationModules({
  all: held,
  inDepartmentScope: inBranch,
}: Pick<AdministrativePermissions, 'all' | 'inDepartmentScope'>): number[] {
  const isSite = [...held].some((deed) => sitePermissions.has(deed));
  const isAdmin = inBranch.size > 0 || [...held].some((deed) => !sitePermissions.has(deed));
  return [...(isAdmin ? [module.admin] : []), ...(isSite ? [module.site] : [])];
}

const staffModules = [module.home, module.enterprise, module.categories, module.my, module.system, module.flows, module.meetings];
const organisationPermissions = administrativePermissions.filter((deed) => !sitePermissions.has(deed));

/**
 * What the roles of the house let do. Who makes accounts and their passwords gives no roles, who gives roles makes no accounts, and who
 * audits does neither, so that nobody of the three rises alone.
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

/** Gives an organisation the roles of the house that it has not: all of them when it opens. The site belongs to the first organisation. */
export async function seedRoles(db: Db, { organisationId, site }: { organisationId: number; site: boolean }): Promise<void> {
  const known = await rolesOfOrganisation(db, organisationId);
  for (const [kind, name] of Object.entries(builtInRoles) as [BuiltInRole, string][]) {
    if (known.some((role) => role.kind === kind) || (kind === 'site' && !site)) continue;
    // somebody may have called a role of their own so, before there was this one
    const isTaken = known.some((role) => role.name_key === nameColumns(name).name_key);
    const names = nameColumns(isTaken ? `${name} (Dossier)` : name);
    const lets = kind === 'administrators' && site ? administrativePermissions : builtInPermissions[kind];
    const office = rolePermissionColumns({ moduleTypes: staffModules, deeds: lets, branch: kind === 'heads' });
    await insertRole(db, { id: newId(), organisation_id: organisationId, ...names, ...office, built_in: 1, kind });
  }
}

/** Gives every organisation the roles that came with a newer version. */
export async function seedMissingRoles(db: Db): Promise<void> {
  const all = await organisationIds(db);
  for (const organisationId of all) await seedRoles(db, { organisationId, site: organisationId === all[0] });
}
