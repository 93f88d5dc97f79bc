import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { type CurrentUser, session } from '@dossier/contract/identity/sessions';
import { useQuery } from '@tanstack/react-query';

/** The signed-in user from the cache; rerenders when loaded. */
export function useKnownUser(): CurrentUser | undefined {
  return useQuery<CurrentUser>({ queryKey: [session.current.path, {}], enabled: false }).data;
}

/**
 * Whether the signed-in user has an administrative permission, in the organisation or within the department scope; false before the user is
 * loaded.
 */
export function usePermissions(): (permission: Permission) => boolean {
  const person = useKnownUser();
  return (permission) => person !== undefined && (person.deeds.includes(permission) || person.branchDeeds.includes(permission));
}

/**
 * The roles of a user in the interface: site administrator, any administrator of the organisation, or any signed-in user; and the
 * administrative permissions, in the organisation or within the department scope.
 */
export type RoleName = 'site' | 'admin' | 'staff' | Permission | `branch ${Permission}`;

/** Whether one of the roles of a user is among `wanted`. An empty `wanted` is a programming error, and refused. */
export function hasRole(userRoles: readonly RoleName[], wanted: readonly RoleName[]): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) throw new Error('need roles!');
  return wanted.some((role) => userRoles.includes(role));
}
