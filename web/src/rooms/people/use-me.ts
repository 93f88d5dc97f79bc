import { type CurrentUser, session } from '@dossier/contract/session';
import { useQuery } from '@tanstack/react-query';

/** The person who is signed in, as far as that is known: who they are decides what they head. */
export function useMe(): Pick<CurrentUser, 'id' | 'deeds' | 'branchDeeds'> {
  const { data } = useQuery<CurrentUser>({ queryKey: [session.current.path, {}], enabled: false });
  return data ?? { id: '', deeds: [], branchDeeds: [] };
}
