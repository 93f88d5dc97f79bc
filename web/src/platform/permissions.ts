import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { type CurrentUser, session } from '@dossier/contract/identity/sessions';
import { useQuery } from '@tanstack/react-query';

/** The signed-in user from the cache; rerenders when loaded. */
export function useKnownUser(): CurrentUser | undefined {
  return useQuery<CurrentUser>({ queryKey: [session.current.path, {}], enabled: false }).data;
}

/**
 * Whether the signed-in user has an administrative permission, in the organisation or within the department scope; false before the user is
 * loaded.
 */
export function usePermissions(): (permission: Permission) => boolean {
  const person = useKnownUser();
  return (permission) => person !== undefined && (person.deeds.includes(permission) || person.branchDeeds.includes(permission));
}
