import { type Group, people, type Role } from '@dossier/contract/people';
import { useCall } from '../../ground/use-call.ts';
import { useRoleName } from './role-name.ts';

/** A role or a user group: both are names with members. `stored` is the name that the house knows a role of its own by. */
export type Circle = ({ kind: 'role'; stored: string } & Role) | ({ kind: 'group' } & Group);

interface Circles {
  list: Circle[] | undefined;
  error: unknown;
  retry: () => void;
}

const everything = { pageNo: 1, pageSize: 1000 };

/** All roles, or all user groups. */
export function useCircles(kind: Circle['kind']): Circles {
  const roleName = useRoleName();
  const roles = useCall(people.roles, everything, { enabled: kind === 'role' });
  const groups = useCall(people.groups, everything, { enabled: kind === 'group' });
  const found = kind === 'role' ? roles : groups;
  const list = found.data?.list.map(
    (circle) => ({ kind, ...circle, stored: circle.name, name: kind === 'role' ? roleName(circle.name) : circle.name }) as Circle,
  );
  return { list, error: list ? null : found.error, retry: () => void found.refetch() };
}
