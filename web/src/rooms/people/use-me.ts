import type { Deed } from '@dossier/contract/deeds';
import type { CurrentUser } from '@dossier/contract/session';
import { useKnownPerson } from '../../ground/office.ts';

/** The person who is signed in, as far as that is known: who they are decides what they head. */
export const useMe = (): Pick<CurrentUser, 'id' | 'deeds' | 'branchDeeds'> => useKnownPerson() ?? { id: '', deeds: [], branchDeeds: [] };

/** Whether the person may do something in the departments alone that they head. */
export function useInBranch(deed: Deed): boolean {
  const { deeds, branchDeeds } = useMe();
  return !deeds.includes(deed) && branchDeeds.includes(deed);
}
