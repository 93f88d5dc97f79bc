import { codes } from '@dossier/contract/codes';
import { siteDeeds } from '@dossier/contract/deeds';
import { type CurrentUser, session as calls } from '@dossier/contract/session';
import { useSuspenseQuery } from '@tanstack/react-query';
import { wearBrand } from '../../ground/brand.ts';
import { CallError, call } from '../../ground/call.ts';
import { queryClient } from '../../ground/query.ts';
import { lang, loadWords, savedLang, setLang, textOf } from '../../ground/text.ts';
import { wearLook } from './kept-layout.ts';

const query = {
  queryKey: [calls.current.path, {}],
  queryFn: async () => {
    const user: CurrentUser | null = await call(calls.current, {}, { quiet: true });
    // A token that names nobody.
    if (!user?.id) {
      await loadWords();
      throw new CallError(codes.userMissing.code, textOf('session')('verificationFailed'));
    }
    // Remembered also where it is the browser's own: the next start need not wait for the answer to know its words.
    if (user.lang !== lang() || savedLang() === undefined) await setLang(user.lang);
    wearLook(user);
    wearBrand(user.brand);
    return user;
  },
  staleTime: 5 * 60_000,
};

/** The signed-in person; known before any page of the shell is drawn. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(query).data;
}

/** The signed-in person, asked for unless known. */
export function loadCurrentUser(): Promise<CurrentUser> {
  return queryClient.ensureQueryData(query);
}

/** The signed-in person without waiting; absent until somebody has asked. */
export function knownPerson(): CurrentUser | undefined {
  return queryClient.getQueryData<CurrentUser>(query.queryKey);
}

/** Puts a changed setting in place at once. */
export function patchCurrentUser(changes: Partial<CurrentUser>): void {
  queryClient.setQueryData<CurrentUser>(query.queryKey, (user) => user && { ...user, ...changes });
}

export const isSiteAdmin = (user: CurrentUser): boolean => user.deeds.some((deed) => siteDeeds.has(deed));
export const isAdmin = (user: CurrentUser): boolean => user.deeds.length + user.branchDeeds.length > 0;
