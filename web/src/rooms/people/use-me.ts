import type { CurrentUser } from '@dossier/contract/session';
import { useKnownPerson } from '../../ground/office.ts';

/** The person who is signed in, as far as that is known: who they are decides what they head. */
export const useMe = (): Pick<CurrentUser, 'id' | 'deeds' | 'branchDeeds'> => useKnownPerson() ?? { id: '', deeds: [], branchDeeds: [] };
