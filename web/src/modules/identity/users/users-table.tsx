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
import { Button, Dropdown, type MenuProps, type TableColumnsType, type TableProps, Tag } from 'antd';
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
import { AppLink } from '../../../platform/ui/links.tsx';
import { ClippedText, NameCell } from '../../../platform/ui/list-cells.tsx';
import { type PageRequest, type PageResult, PagedTable, type RowMenu } from '../../../platform/ui/paged-table.tsx';
import { useRoleName } from '../role-names.ts';
import { useUserActionExtensions, useUserListExtensions } from '../user-extensions.ts';
import { openLinkedAccounts } from './linked-accounts-dialog.tsx';
import { openResetPassword } from './new-password.tsx';
import { openEditUser } from './user-dialogs.tsx';
import { UserDrawer, UserTags, useUserAddress } from './user-drawer.tsx';

interface UsersTableProps {
  found: PageResult<Person>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  empty: { title: string; hint?: string };
  menuOf: RowMenu<Person>;
  /** The heads of the department that the list belongs to. */
  heads?: readonly Named[];
  /** Also shows what secures the account, and its age. */
  account?: boolean;
  /** Selection of users, for actions on several. */
  choice?: TableProps<Person>['rowSelection'];
}

/** Users in pages, each with a menu and a page of their own beside the list. */
export function UsersTable({ heads = [], account = false, ...props }: UsersTableProps): ReactNode {
  const t = useText('identity.users');
  const columns = useColumns({ heads, account, page: props.page });
  return (
    <>
      <PagedTable {...props} columns={columns} menuName={({ fullName }) => t('actionsOf', { name: fullName })} />
      <UserDrawer menuOf={props.menuOf} />
    </>
  );
}

function UserName({ person, isHead }: { person: Person; isHead: boolean }): ReactNode {
  const t = useText('identity.users');
  const facts = useUserFacts();
  const addressOf = useUserAddress();
  const summary = [facts.departments(person), facts.roles(person)].filter((fact) => fact !== '').join(' · ');
  return (
    <NameCell off={!person.enabled} phoneMore={summary}>
      <Avatar name={person.fullName} url={person.avatarUrl} size={22} />
      <AppLink {...addressOf(person.id)}>{person.fullName}</AppLink>
      <Text size="s" tone="muted">
        {person.loginName}
      </Text>
      {isHead && <Tag>{t('head')}</Tag>}
      <UserTags person={person} />
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

interface ColumnTerms {
  heads: readonly Named[];
  account: boolean;
  page: PageRequest;
}

function useColumns({ heads, account, page }: ColumnTerms): TableColumnsType<Person> {
  const t = useText('identity.users');
  const { departments, roles } = useUserFacts();
  const sorted = (key: string): TableColumnsType<Person>[number] =>
    page.sort === undefined
      ? {}
      : {
          sorter: true,
          sortOrder: page.sort !== key ? null : page.sortDirection === 'desc' ? 'descend' : 'ascend',
          sortDirections: ['ascend', 'descend', 'ascend'],
        };
  const ofAccount: TableColumnsType<Person> = [
    {
      key: 'secondStep',
      title: t('filterSecondStep'),
      width: 190,
      render: (_, { secondStep, guestOf }) =>
        guestOf === undefined && (
          <Text tone={secondStep === true ? undefined : 'muted'}>{t(secondStep === true ? 'secondStepOn' : 'secondStepOff')}</Text>
        ),
    },
    {
      key: 'created',
      title: t('created'),
      width: 130,
      ...sorted('created'),
      render: (_, { createTime }) => createTime !== undefined && <RelativeTime iso={createTime} />,
    },
  ];
  return [
    {
      key: 'name',
      title: t('fullName'),
      ...sorted('name'),
      render: (_, person) => <UserName person={person} isHead={heads.some(({ id }) => id === person.id)} />,
    },
    { key: 'departments', title: t('departments'), render: (_, person) => <ClippedText text={departments(person)} /> },
    { key: 'roles', title: t('roles'), render: (_, person) => <ClippedText text={roles(person)} /> },
    ...(account ? ofAccount : []),
    {
      key: 'lastLogin',
      title: t('lastSeen'),
      width: 130,
      ...sorted('lastLogin'),
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

/** The same actions as entries of a menu. */
export function useUserListMenu(): NonNullable<MenuProps['items']> {
  const go = useNavigate();
  return useUserListExtensions().map(({ id, icon, label, path, choices }) =>
    choices === undefined
      ? { key: id, icon, label, onClick: () => path !== undefined && go(path) }
      : { key: id, label, type: 'group' as const, children: choices.map((choice) => ({ ...choice, icon })) },
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
  const update = useCallMutation(people.updateUser, { refresh: [people.users, people.user, people.groupMembers, people.roleMembers] });
  const enable = async (person: Person, enabled: boolean): Promise<void> => {
    const question = { title: t('disableAsk', { name: person.fullName }), text: t('disableText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ id: person.id, enabled });
    notice.success(t(enabled ? 'wasEnabled' : 'wasDisabled', { name: person.fullName }));
  };
  const reset = useCallMutation(people.resetSecondStep, { refresh: [people.users, people.user] });
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
