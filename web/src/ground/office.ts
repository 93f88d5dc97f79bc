import type { Deed } from '@dossier/contract/deeds';
import { type CurrentUser, session } from '@dossier/contract/session';
import { useQuery } from '@tanstack/react-query';

/** Whether the office of the signed-in person lets them do something, be it for the departments alone that they head; not before it is known who that is. */
export function useMay(): (deed: Deed) => boolean {
  const { data } = useQuery<CurrentUser>({ queryKey: [session.current.path, {}], enabled: false });
  return (deed) => data !== undefined && (data.deeds.includes(deed) || data.branchDeeds.includes(deed));
}
