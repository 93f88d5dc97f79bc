import {
  DownOutlined,
  EditOutlined,
  KeyOutlined,
  LinkOutlined,
  PoweroffOutlined,
  SafetyCertificateOutlined,
  UserDeleteOutlined,
} from '@ant-design/icons';
import type { Named } from '@dossier/contract/identity/departments';
import { type Person, people } from '@dossier/contract/identity/users';
import { Button, Dropdown, type MenuProps, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { ClippedText, NameCell } from '../../../platform/ui/list-cells.tsx';
import { type PageRequest, type PageResult, PagedTable, type RowMenu } from '../../../platform/ui/paged-table.tsx';
import { useRoleName } from '../role-names.ts';
import { useUserActionExtensions, useUserListExtensions } from '../user-extensions.ts';
import { openLinkedAccounts } from './linked-accounts-dialog.tsx';
import { openResetPassword } from './new-password.tsx';
import { openEditUser } from './user-dialogs.tsx';

interface UsersTableProps {
  found: PageResult<Person>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  empty: { title: string; hint?: string };
  menuOf: RowMenu<Person>;
  /** The heads of the department that the list belongs to. */
  heads?: readonly Named[];
}

/** Users in pages, each with a menu. */
export function UsersTable({ heads = [], ...props }: UsersTableProps): ReactNode {
  const t = useText('identity.users');
  const columns = useColumns(heads);
  return <PagedTable {...props} columns={columns} menuName={({ fullName }) => t('actionsOf', { name: fullName })} />;
}

function UserName({ person, isHead }: { person: Person; isHead: boolean }): ReactNode {
  const t = useText('identity.users');
  const facts = useUserFacts();
  const summary = [facts.departments(person), facts.roles(person)].filter((fact) => fact !== '').join(' · ');
  return (
    <NameCell off={!person.enabled} phoneMore={summary}>
      <Avatar name={person.fullName} url={person.avatarUrl} size={22} />
      <span>{person.fullName}</span>
      <Text size="s" tone="muted">
        {person.loginName}
      </Text>
      {isHead && <Tag>{t('head')}</Tag>}
      {!person.enabled && <Tag>{t('disabled')}</Tag>}
      {person.guestOf !== undefined && <Tag>{t('guestOf', { name: person.guestOf })}</Tag>}
    </NameCell>
  );
}

function useUserFacts(): Record<'departments' | 'roles', (person: Person) => string> {
  const t = useText('identity.users');
  const roleName = useRoleName();
  return {
    // the main department comes first, and is marked if there are others
    departments: ({ departments }) =>
      joinedNames(departments.map(({ name }, index) => (index === 0 && departments.length > 1 ? t('mainNamed', { name }) : name))),
    roles: (person) => joinedNames(person.roles.map((role) => roleName(role.name))),
  };
}

function useColumns(heads: readonly Named[]): TableColumnsType<Person> {
  const t = useText('identity.users');
  const { departments, roles } = useUserFacts();
  return [
    {
      key: 'name',
      title: t('fullName'),
      render: (_, person) => <UserName person={person} isHead={heads.some(({ id }) => id === person.id)} />,
    },
    { key: 'departments', title: t('departments'), render: (_, person) => <ClippedText text={departments(person)} /> },
    { key: 'roles', title: t('roles'), render: (_, person) => <ClippedText text={roles(person)} /> },
    {
      key: 'seen',
      title: t('lastSeen'),
      width: 130,
      render: (_, person) => {
        if (person.lastLoginTime) return <RelativeTime iso={person.lastLoginTime} />;
        return person.guestOf === undefined && t('never');
      },
    },
  ];
}

/** The actions of other modules on the user list. */
export function UserListTools(): ReactNode {
  const go = useNavigate();
  return useUserListExtensions().map(({ id, icon, label, path, choices }) =>
    choices === undefined ? (
      <Button key={id} icon={icon} onClick={() => path !== undefined && go(path)}>
        {label}
      </Button>
    ) : (
      <Dropdown key={id} trigger={['click']} menu={{ items: choices }}>
        <Button icon={icon}>
          {label} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
    ),
  );
}

/** The only action on a guest: removal. The account belongs to another organisation. */
function useGuestActions(): (person: Person) => NonNullable<MenuProps['items']> {
  const t = useText('identity.users');
  const may = usePermissions();
  const end = useCallMutation(people.endGuest, { refresh: [people.users, people.departments, people.groupMembers, people.roleMembers] });
  const endGuest = async (person: Person): Promise<void> => {
    const question = { title: t('endGuestAsk', { name: person.fullName }), text: t('endGuestText'), ok: t('endGuest'), danger: true };
    if (!(await confirm(question))) return;
    await end.mutateAsync({ id: person.id });
    notice.success(t('guestEnded', { name: person.fullName }));
  };
  if (!may('people.guests')) return () => [];
  return (person) => [
    {
      key: 'end',
      icon: <UserDeleteOutlined />,
      label: t('endGuest'),
      danger: true,
      onClick: () => void endGuest(person).catch(() => undefined),
    },
  ];
}

/** The actions on an account, as permitted: edit, reset the password and second factor, enable and disable; for a guest only removal. */
export function useUserActions(): (person: Person) => NonNullable<MenuProps['items']> {
  const t = useText('identity.users');
  const may = usePermissions();
  const update = useCallMutation(people.updateUser, { refresh: [people.users, people.groupMembers, people.roleMembers] });
  const enable = async (person: Person, enabled: boolean): Promise<void> => {
    const question = { title: t('disableAsk', { name: person.fullName }), text: t('disableText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ id: person.id, enabled });
    notice.success(t(enabled ? 'wasEnabled' : 'wasDisabled', { name: person.fullName }));
  };
  const reset = useCallMutation(people.resetSecondStep);
  const resetStep = async (person: Person): Promise<void> => {
    const question = { title: t('resetStepAsk', { name: person.fullName }), text: t('resetStepText'), ok: t('resetStep') };
    if (!(await confirm(question))) return;
    await reset.mutateAsync({ id: person.id });
    notice.success(t('stepWasReset', { name: person.fullName }));
  };
  const ofGuest = useGuestActions();
  const later = useUserActionExtensions();
  const offered = (person: Person): (NonNullable<MenuProps['items']>[number] | false)[] => [
    may('people.edit') && { key: 'edit', icon: <EditOutlined />, label: t('editPerson'), onClick: () => openEditUser(person) },
    may('people.secrets') && { key: 'reset', icon: <KeyOutlined />, label: t('resetPassword'), onClick: () => openResetPassword(person) },
    may('people.secrets') && {
      key: 'step',
      icon: <SafetyCertificateOutlined />,
      label: t('resetStep'),
      onClick: () => void resetStep(person).catch(() => undefined),
    },
    may('people.secrets') && { key: 'ties', icon: <LinkOutlined />, label: t('ties'), onClick: () => openLinkedAccounts(person) },
    may('people.edit') && {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(person.enabled ? 'disable' : 'enable'),
      danger: person.enabled,
      onClick: () => void enable(person, !person.enabled).catch(() => undefined),
    },
  ];
  const ofOwn = (person: Person): NonNullable<MenuProps['items']> => offered(person).filter((item) => item !== false);
  return (person) => {
    const added = later(person);
    const own = person.guestOf === undefined ? ofOwn(person) : ofGuest(person);
    return [...added.filter(({ danger }) => !danger), ...own, ...added.filter(({ danger }) => danger)];
  };
}
