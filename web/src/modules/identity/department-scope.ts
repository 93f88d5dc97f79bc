import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Department, Named } from '@dossier/contract/identity/departments';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { useKnownUser } from '../../platform/permissions.ts';
import { queryClient } from '../../platform/query.ts';

/** The person who is signed in, as far as that is known: who they are decides what they head. */
export const useOwnPermissions = (): Pick<CurrentUser, 'id' | 'deeds' | 'branchDeeds'> =>
  useKnownUser() ?? { id: '', deeds: [], branchDeeds: [] };

/** Whether the person may do something in the departments alone that they head. */
export function useInDepartmentScope(deed: Permission): boolean {
  const { deeds, branchDeeds } = useOwnPermissions();
  return !deeds.includes(deed) && branchDeeds.includes(deed);
}

/** The first department that a person heads among those that have been looked at; nothing is asked for it. */
export function knownHeadedDepartment(personId: string): Named | undefined {
  const levels = queryClient.getQueriesData<Department[]>({ queryKey: [people.departments.path] });
  return levels.flatMap(([, level]) => level ?? []).find((one) => one.heads.some(({ id }) => id === personId));
}
