import { type Group, type Role, people } from '@dossier/contract/identity/users';
import { useCall } from '../../../platform/query.ts';
import { useRoleName } from '../role-names.ts';

/** A role or a group: both are names with members. `stored` is the name by which the server knows a built-in role. */
export type RoleOrGroup = ({ kind: 'role'; stored: string } & Role) | ({ kind: 'group' } & Group);

interface RolesAndGroups {
  list: RoleOrGroup[] | undefined;
  error: unknown;
  retry: () => void;
}

const everything = { pageNo: 1, pageSize: 1000 };

/** All roles, or all groups. */
export function useRolesAndGroups(kind: RoleOrGroup['kind']): RolesAndGroups {
  const roleName = useRoleName();
  const roles = useCall(people.roles, everything, { enabled: kind === 'role' });
  const groups = useCall(people.groups, everything, { enabled: kind === 'group' });
  const found = kind === 'role' ? roles : groups;
  const list = found.data?.list.map(
    (row) => ({ kind, ...row, stored: row.name, name: kind === 'role' ? roleName(row.name) : row.name }) as RoleOrGroup,
  );
  return { list, error: list ? null : found.error, retry: () => void found.refetch() };
}
