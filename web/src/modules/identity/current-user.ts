import { sitePermissions } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import { type CurrentUser, session as calls } from '@dossier/contract/identity/sessions';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { applySavedLayout } from '../../platform/account-preferences.ts';
import { setBrand } from '../../platform/appearance.ts';
import { CallError, call } from '../../platform/call.ts';
import { currentLanguage, loadTexts, savedLanguage, setLanguage, textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { type RoleName, hasRole } from '../../platform/permissions.ts';
import { invalidateRoutes, queryClient } from '../../platform/query.ts';

const currentUserQuery = {
  queryKey: [calls.current.path, {}],
  queryFn: async () => {
    const user: CurrentUser | null = await call(calls.current, {}, { quiet: true });
    // The token belongs to no user.
    if (!user?.id) {
      await loadTexts();
      throw new CallError(codes.userMissing.code, textOf('identity.sign-in')('verificationFailed'));
    }
    // Stored even if it is the browser's own language: the next start then loads its texts without waiting for the answer.
    if (user.lang !== currentLanguage() || savedLanguage() === undefined) await setLanguage(user.lang);
    applySavedLayout(user);
    setBrand(user.brand);
    return user;
  },
  staleTime: 5 * 60_000,
};

/** The signed-in user; loaded before any page of the shell is rendered. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}

/** The signed-in user, from the cache or the server. */
export function loadCurrentUser(): Promise<CurrentUser> {
  return queryClient.ensureQueryData(currentUserQuery);
}

/** The signed-in user from the cache; absent before it was loaded. */
export function knownPerson(): CurrentUser | undefined {
  return queryClient.getQueryData<CurrentUser>(currentUserQuery.queryKey);
}

/** Applies a changed setting at once. */
export function patchCurrentUser(changes: Partial<CurrentUser>): void {
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, (user) => user && { ...user, ...changes });
}

export const isSiteAdmin = (user: CurrentUser): boolean => user.deeds.some((permission) => sitePermissions.has(permission));
export const isAdmin = (user: CurrentUser): boolean => user.deeds.length + user.branchDeeds.length > 0;

/** The user's roles in the interface, from their administrative permissions, those within the department scope included. */
export function rolesOf({ deeds, branchDeeds }: CurrentUser): RoleName[] {
  const isSite = deeds.some((permission) => sitePermissions.has(permission));
  const mayAdminister = isSite || deeds.length + branchDeeds.length > 0;
  return [
    ...(isSite ? (['site'] as const) : []),
    ...(mayAdminister ? (['admin'] as const) : []),
    'staff',
    ...deeds,
    ...branchDeeds.map((permission) => `branch ${permission}` as const),
  ];
}

/** Whether the user has one of these roles; false for an empty list. */
export function useRoles(wanted: readonly RoleName[]): boolean {
  return hasRole(rolesOf(useCurrentUser()), wanted);
}

/** Renders its content only for users with one of these roles. */
export function ForRoles({ roles, children }: { roles: readonly RoleName[]; children: ReactNode }): ReactNode {
  return useRoles(roles) ? children : null;
}

/** Changes the language of the interface and saves it with the account. */
export async function changeLanguage(lang: Lang): Promise<void> {
  await call(calls.setLang, { value: lang });
  patchCurrentUser({ lang });
  await setLanguage(lang);
  // Texts from the server, such as the names of roles, are refetched in the new language.
  await invalidateRoutes(calls.current);
  notice.success(textOf('identity.sign-in')('langSwitched'));
}
