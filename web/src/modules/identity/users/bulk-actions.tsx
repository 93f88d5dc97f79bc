import {
  ApartmentOutlined,
  CheckCircleOutlined,
  CloseOutlined,
  IdcardOutlined,
  KeyOutlined,
  LogoutOutlined,
  MoreOutlined,
  StopOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { activeSessions } from '@dossier/contract/identity/sessions';
import { type Person, people } from '@dossier/contract/identity/users';
import { Button, Form, Select } from 'antd';
import { type ReactNode, use } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { DepartmentSelect } from '../department-select.tsx';
import { useRoleName } from '../role-names.ts';
import { UserPageContext } from '../user-extensions.ts';

/** An action on all chosen users. */
interface BulkAction {
  id: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void | Promise<void>;
}

const refresh = [people.users, people.user, people.departments, people.groupMembers, people.roleMembers, people.roles, people.groups];

/** What can be done to several users at once, as permitted; each runs for all of them or for none. */
export function useBulkActions(chosen: readonly Person[], done: () => void): BulkAction[] {
  const t = useText('identity.users');
  const may = usePermissions();
  const later = use(UserPageContext).actions.filter(({ shown }) => shown());
  const update = useCallMutation(people.updateUsers, { refresh });
  const endAll = useCallMutation(activeSessions.endOnlineOfMany, { refresh: [activeSessions.onlineSessions] });
  const renew = useCallMutation(people.requireNewPassword, { refresh });
  const userIds = chosen.map(({ id }) => id);
  const count = chosen.length;
  const finish = (text: string): void => {
    notice.success(text);
    done();
  };
  const enable = async (enabled: boolean): Promise<void> => {
    const question = { title: t('disableManyAsk', { count }), text: t('disableText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ userIds, enabled });
    finish(t(enabled ? 'manyEnabled' : 'manyDisabled', { count }));
  };
  const signOut = async (): Promise<void> => {
    if (!(await confirm({ title: t('endManyAsk', { count }), text: t('endAllText'), ok: t('signOutMany'), danger: true }))) return;
    const { ended } = await endAll.mutateAsync({ userIds });
    finish(t('sessionsEnded', { count: ended }));
  };
  const newPassword = async (): Promise<void> => {
    if (!(await confirm({ title: t('renewManyAsk', { count }), text: t('renewText'), ok: t('renewMany') }))) return;
    await renew.mutateAsync({ userIds });
    finish(t('manyRenewed', { count }));
  };
  const dialog = (kind: keyof typeof choices) => (): void => {
    const Dialog = choices[kind];
    openDialog((close) => <Dialog userIds={userIds} done={done} close={close} />);
  };
  const offered: (BulkAction | false)[] = [
    may('people.edit') && { id: 'enable', label: t('enable'), icon: <CheckCircleOutlined />, run: () => enable(true) },
    may('people.edit') && { id: 'disable', label: t('disable'), icon: <StopOutlined />, danger: true, run: () => enable(false) },
    may('people.edit') && { id: 'department', label: t('setDepartments'), icon: <ApartmentOutlined />, run: dialog('department') },
    may('roles.assign') && { id: 'role', label: t('addRole'), icon: <IdcardOutlined />, run: dialog('role') },
    may('groups.edit') && { id: 'group', label: t('addGroup'), icon: <TeamOutlined />, run: dialog('group') },
    may('sessions.end') && { id: 'signOut', label: t('signOutMany'), icon: <LogoutOutlined />, run: signOut },
    may('people.secrets') && { id: 'renew', label: t('renewMany'), icon: <KeyOutlined />, run: newPassword },
    ...later.map(({ id, label, icon, run }) => ({ id, label: label(), icon, run: () => run(chosen, done) })),
  ];
  return offered.filter((action) => action !== false);
}

interface ChoiceProps {
  userIds: string[];
  done: () => void;
  close: () => void;
}

function DepartmentChoice({ userIds, done, close }: ChoiceProps): ReactNode {
  const t = useText('identity.users');
  const update = useCallMutation(people.updateUsers, { refresh });
  const save = async ({ departmentIds = [] }: { departmentIds?: string[] }): Promise<void> => {
    await update.mutateAsync({ userIds, departmentIds });
    notice.success(t('manyMoved', { count: userIds.length }));
    done();
  };
  return (
    <FormDialog title={t('setDepartmentsOf', { count: userIds.length })} ok={t('save')} save={save} close={close}>
      <Form.Item name="departmentIds" label={t('departments')} extra={t('setDepartmentsHint')}>
        <DepartmentSelect />
      </Form.Item>
    </FormDialog>
  );
}

function RoleChoice({ userIds, done, close }: ChoiceProps): ReactNode {
  const t = useText('identity.users');
  const roleName = useRoleName();
  const roles = useCall(people.roles, { pageNo: 1, pageSize: 1000 });
  const add = useCallMutation(people.addToRole, { refresh });
  const list = roles.data?.list ?? [];
  const save = async ({ roleId }: { roleId: string }): Promise<void> => {
    await add.mutateAsync({ id: roleId, userIds });
    notice.success(t('manyAdded', { count: userIds.length, name: roleName(list.find((role) => role.id === roleId)?.name ?? '') }));
    done();
  };
  return (
    <FormDialog<{ roleId: string }> title={t('addRoleTo', { count: userIds.length })} ok={t('add')} save={save} close={close}>
      <Form.Item name="roleId" label={t('filterRole')} rules={[{ required: true, message: t('roleNeeded') }]}>
        <Select
          autoFocus
          showSearch={{ optionFilterProp: 'label' }}
          loading={roles.isPending}
          options={list.map((role) => ({ value: role.id, label: roleName(role.name) }))}
        />
      </Form.Item>
    </FormDialog>
  );
}

function GroupChoice({ userIds, done, close }: ChoiceProps): ReactNode {
  const t = useText('identity.users');
  const groups = useCall(people.groups, { pageNo: 1, pageSize: 1000 });
  const add = useCallMutation(people.addToGroup, { refresh });
  const list = groups.data?.list ?? [];
  const save = async ({ groupId }: { groupId: string }): Promise<void> => {
    await add.mutateAsync({ id: groupId, userIds });
    notice.success(t('manyAdded', { count: userIds.length, name: list.find((group) => group.id === groupId)?.name ?? '' }));
    done();
  };
  return (
    <FormDialog<{ groupId: string }> title={t('addGroupTo', { count: userIds.length })} ok={t('add')} save={save} close={close}>
      <Form.Item name="groupId" label={t('group')} rules={[{ required: true, message: t('groupNeeded') }]}>
        <Select
          autoFocus
          showSearch={{ optionFilterProp: 'label' }}
          loading={groups.isPending}
          notFoundContent={t('noGroups')}
          options={list.map((group) => ({ value: group.id, label: group.name }))}
        />
      </Form.Item>
    </FormDialog>
  );
}

const choices = { department: DepartmentChoice, role: RoleChoice, group: GroupChoice };

/** How many actions stand beside each other; the others are in a menu. */
const inLine = 4;

interface BulkBarProps {
  count: number;
  actions: readonly BulkAction[];
  clear: () => void;
}

/** In place of the filters while users are chosen: how many, and what can be done to them. */
export function BulkBar({ count, actions, clear }: BulkBarProps): ReactNode {
  const t = useText('identity.users');
  const phone = useMedia('phone');
  const start = (run: BulkAction['run']) => () => void Promise.resolve(run()).catch(() => undefined);
  const shown = phone ? [] : actions.slice(0, inLine);
  const rest = actions.slice(shown.length).map(({ id, label, icon, danger, run }) => ({
    key: id,
    label,
    icon,
    ...(danger && { danger }),
    onClick: start(run),
  }));
  return (
    <Row gap={2} pad={[2, 0]} wrap role="toolbar" aria-label={t('bulkActions')}>
      <Button type="text" icon={<CloseOutlined />} aria-label={t('clearChoice')} title={t('clearChoice')} onClick={clear} />
      <Text strong role="status">
        {t('chosenUsers', { count })}
      </Text>
      {shown.map(({ id, label, icon, danger = false, run }) => (
        <Button key={id} icon={icon} danger={danger} onClick={start(run)}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <MenuDropdown menu={{ items: rest }}>
          <Button icon={<MoreOutlined />}>{t(phone ? 'bulkActions' : 'moreActions')}</Button>
        </MenuDropdown>
      )}
    </Row>
  );
}
