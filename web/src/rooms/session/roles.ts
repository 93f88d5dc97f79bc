import type { CurrentUser } from '@dossier/contract/session';
import type { ReactNode } from 'react';
import { hasRole, type RoleName } from '../../ground/role.ts';
import { isAdmin, isSiteAdmin, useCurrentUser } from './current-user.ts';

/** What a person is: each administrator is also all that is below. */
export function rolesOf(user: CurrentUser): RoleName[] {
  if (isSiteAdmin(user)) return ['site', 'admin', 'staff'];
  return isAdmin(user) ? ['admin', 'staff'] : ['staff'];
}

/** Whether the person is one of these; an empty list is refused. */
export function useRoles(wanted: readonly RoleName[]): boolean {
  return hasRole(rolesOf(useCurrentUser()), wanted);
}

/** Draws its content only for people who are one of these. */
export function ForRoles({ roles, children }: { roles: readonly RoleName[]; children: ReactNode }): ReactNode {
  return useRoles(roles) ? children : null;
}
