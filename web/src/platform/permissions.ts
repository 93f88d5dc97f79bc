import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { type CurrentUser, session } from '@dossier/contract/identity/sessions';
import { useQuery } from '@tanstack/react-query';

/** The signed-in person as soon as somebody has asked; draws anew then. */
export function useKnownUser(): CurrentUser | undefined {
  return useQuery<CurrentUser>({ queryKey: [session.current.path, {}], enabled: false }).data;
}

/** Whether the office of the signed-in person lets them do something, be it for the departments alone that they head; not before it is known who that is. */
export function usePermissions(): (deed: Permission) => boolean {
  const person = useKnownUser();
  return (deed) => person !== undefined && (person.deeds.includes(deed) || person.branchDeeds.includes(deed));
}
