import { siteDeeds } from '@dossier/contract/deeds';
import type { CurrentUser } from '@dossier/contract/session';
import type { ReactNode } from 'react';
import { hasRole, type RoleName } from '../../ground/role.ts';
import { useCurrentUser } from './current-user.ts';

/** What a person is, and what their office lets them do, be it for the departments alone that they head. */
export function rolesOf({ deeds, branchDeeds }: CurrentUser): RoleName[] {
  const isSite = deeds.some((deed) => siteDeeds.has(deed));
  const isAdmin = isSite || deeds.length + branchDeeds.length > 0;
  return [
    ...(isSite ? (['site'] as const) : []),
    ...(isAdmin ? (['admin'] as const) : []),
    'staff',
    ...deeds,
    ...branchDeeds.map((deed) => `branch ${deed}` as const),
  ];
}

/** Whether the person is one of these; an empty list is refused. */
export function useRoles(wanted: readonly RoleName[]): boolean {
  return hasRole(rolesOf(useCurrentUser()), wanted);
}

/** Draws its content only for people who are one of these. */
export function ForRoles({ roles, children }: { roles: readonly RoleName[]; children: ReactNode }): ReactNode {
  return useRoles(roles) ? children : null;
}
