import type { Permission } from '@dossier/contract/core/administrative-permissions';

/**
 * The roles of a user in the interface: site administrator, any administrator of the organisation, or any signed-in user; and the
 * administrative permissions, in the organisation or within the department scope.
 */
export type RoleName = 'site' | 'admin' | 'staff' | Permission | `branch ${Permission}`;

/** Whether one of the roles `mine` is among `wanted`. An empty `wanted` is a programming error, and refused. */
export function hasRole(userRoles: readonly RoleName[], wanted: readonly RoleName[]): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) throw new Error('need roles!');
  return wanted.some((role) => userRoles.includes(role));
}
