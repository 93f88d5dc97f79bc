import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Department, Named } from '@dossier/contract/identity/departments';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { useKnownUser } from '../../platform/permissions.ts';
import { queryClient } from '../../platform/query.ts';

/** The signed-in user, as far as loaded; the id decides which departments they head. */
export const useOwnPermissions = (): Pick<CurrentUser, 'id' | 'deeds' | 'branchDeeds'> =>
  useKnownUser() ?? { id: '', deeds: [], branchDeeds: [] };

/** Whether the user has a permission only within the department scope. */
export function useInDepartmentScope(permission: Permission): boolean {
  const { deeds, branchDeeds } = useOwnPermissions();
  return !deeds.includes(permission) && branchDeeds.includes(permission);
}

/** The first cached department that a user heads; sends no request. */
export function knownHeadedDepartment(personId: string): Named | undefined {
  const levels = queryClient.getQueriesData<Department[]>({ queryKey: [people.departments.path] });
  return levels.flatMap(([, level]) => level ?? []).find((department) => department.heads.some(({ id }) => id === personId));
}
