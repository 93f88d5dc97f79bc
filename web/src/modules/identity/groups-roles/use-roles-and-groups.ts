import { type Group, type Role, people } from '@dossier/contract/identity/users';
import { useCall } from '../../../platform/query.ts';
import { useRoleName } from '../role-names.ts';

/** A role or a user group: both are names with members. `stored` is the name that the house knows a role of its own by. */
export type RoleOrGroup = ({ kind: 'role'; stored: string } & Role) | ({ kind: 'group' } & Group);

interface RolesAndGroups {
  list: RoleOrGroup[] | undefined;
  error: unknown;
  retry: () => void;
}

const everything = { pageNo: 1, pageSize: 1000 };

/** All roles, or all user groups. */
export function useRolesAndGroups(kind: RoleOrGroup['kind']): RolesAndGroups {
  const roleName = useRoleName();
  const roles = useCall(people.roles, everything, { enabled: kind === 'role' });
  const groups = useCall(people.groups, everything, { enabled: kind === 'group' });
  const found = kind === 'role' ? roles : groups;
  const list = found.data?.list.map(
    (circle) => ({ kind, ...circle, stored: circle.name, name: kind === 'role' ? roleName(circle.name) : circle.name }) as RoleOrGroup,
  );
  return { list, error: list ? null : found.error, retry: () => void found.refetch() };
}
