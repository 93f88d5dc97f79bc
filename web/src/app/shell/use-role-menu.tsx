import { CheckOutlined, TeamOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { useText } from '../../ground/text.ts';
import { useRoleName } from '../../rooms/people/role-name.ts';
import { useCurrentUser } from '../../rooms/session/current-user.ts';
import { enterRole } from '../../rooms/session/enter-role.ts';

/** The roles to work in, for who has several. */
export function useRoleMenu(): NonNullable<MenuProps['items']> {
  const t = useText('app');
  const nameOf = useRoleName();
  const { ownRoles, roleId = '0' } = useCurrentUser();
  if (ownRoles.length < 2) return [];
  const all = [{ id: '0', name: t('allRoles') }, ...ownRoles.map(({ id, name }) => ({ id, name: nameOf(name) }))];
  const children = all.map(({ id, name }) => ({
    key: `role-${id}`,
    label: name,
    disabled: id === roleId,
    ...(id === roleId && { icon: <CheckOutlined /> }),
    onClick: () => void enterRole(id).catch(() => undefined),
  }));
  const current = all.find(({ id }) => id === roleId);
  return [{ key: 'role', icon: <TeamOutlined />, label: t('roleIs', { name: current?.name ?? '' }), children }];
}
