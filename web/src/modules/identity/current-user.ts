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
import { invalidateRoutes, queryClient } from '../../platform/query.ts';
import { type RoleName, hasRole } from '../../platform/roles.ts';

const currentUserQuery = {
  queryKey: [calls.current.path, {}],
  queryFn: async () => {
    const user: CurrentUser | null = await call(calls.current, {}, { quiet: true });
    // A token that names nobody.
    if (!user?.id) {
      await loadTexts();
      throw new CallError(codes.userMissing.code, textOf('identity.sign-in')('verificationFailed'));
    }
    // Remembered also where it is the browser's own: the next start need not wait for the answer to know its words.
    if (user.lang !== currentLanguage() || savedLanguage() === undefined) await setLanguage(user.lang);
    applySavedLayout(user);
    setBrand(user.brand);
    return user;
  },
  staleTime: 5 * 60_000,
};

/** The signed-in person; known before any page of the shell is drawn. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}

/** The signed-in person, asked for unless known. */
export function loadCurrentUser(): Promise<CurrentUser> {
  return queryClient.ensureQueryData(currentUserQuery);
}

/** The signed-in person without waiting; absent until somebody has asked. */
export function knownPerson(): CurrentUser | undefined {
  return queryClient.getQueryData<CurrentUser>(currentUserQuery.queryKey);
}

/** Puts a changed setting in place at once. */
export function patchCurrentUser(changes: Partial<CurrentUser>): void {
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, (user) => user && { ...user, ...changes });
}

export const isSiteAdmin = (user: CurrentUser): boolean => user.deeds.some((deed) => sitePermissions.has(deed));
export const isAdmin = (user: CurrentUser): boolean => user.deeds.length + user.branchDeeds.length > 0;

/** What a person is, and what their office lets them do, be it for the departments alone that they head. */
export function rolesOf({ deeds, branchDeeds }: CurrentUser): RoleName[] {
  const isSite = deeds.some((deed) => sitePermissions.has(deed));
  const mayAdminister = isSite || deeds.length + branchDeeds.length > 0;
  return [
    ...(isSite ? (['site'] as const) : []),
    ...(mayAdminister ? (['admin'] as const) : []),
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

/** Changes the language of the interface and keeps it with the account. */
export async function changeLanguage(lang: Lang): Promise<void> {
  await call(calls.setLang, { value: lang });
  patchCurrentUser({ lang });
  await setLanguage(lang);
  // What the server says in words, such as the names of roles, comes in the new language.
  await invalidateRoutes(calls.current);
  notice.success(textOf('identity.sign-in')('langSwitched'));
}
