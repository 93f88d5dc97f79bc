import { MoreOutlined, PlusOutlined, UserAddOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { module } from '@dossier/contract/core/rights';
import { type Person, builtInRoles, people } from '@dossier/contract/identity/users';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { Page, PaneEntry, SidePane, Split, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { openUserChoice } from '../user-select.tsx';
import { UsersTable, useUserActions } from '../users/users-table.tsx';
import { RolePermissions } from './role-permissions.tsx';
import { type RoleOrGroup, useRolesAndGroups } from './use-roles-and-groups.ts';

const calls = {
  role: { members: people.roleMembers, add: people.addToRole, remove: people.removeFromRole, list: people.roles },
  group: { members: people.groupMembers, add: people.addToGroup, remove: people.removeFromGroup, list: people.groups },
};

/** The members of a role or group, with adding and removing. */
export function MemberList({ subject, title }: { subject: RoleOrGroup; title?: string }): ReactNode {
  const t = useText('identity.users');
  const pagedSearch = usePagedSearch();
  const routes = calls[subject.kind];
  const found = useCall(routes.members, { ...pagedSearch.input, id: subject.id }, { keep: true });
  const add = useCallMutation(routes.add, { refresh: [routes.members, routes.list, people.users] });
  const mayChange = useMayChange(subject);
  const menuOf = useMemberMenu(subject);
  const addPeople = (): void =>
    openUserChoice({ title: t('addTo', { name: subject.name }), save: (userIds) => add.mutateAsync({ id: subject.id, userIds }) });
  const empty = t(subject.kind === 'role' ? 'roleEmpty' : 'groupEmpty');
  return (
    <Page as="section" aria-label={t('members')}>
      <SearchBar {...(title !== undefined && { title })} label={t('findPeople')} search={pagedSearch}>
        {mayChange && (
          <Button type="primary" icon={<UserAddOutlined />} onClick={addPeople}>
            {t('addPeople')}
          </Button>
        )}
      </SearchBar>
      <UsersTable
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        empty={{ title: pagedSearch.keyword ? t('nobodyFound') : empty }}
        menuOf={menuOf}
      />
    </Page>
  );
}

/** Whether the user may change the members; the heads of departments are set with the department. */
function useMayChange(subject: RoleOrGroup): boolean {
  const may = usePermissions();
  return subject.kind === 'group' ? may('groups.edit') : may('roles.assign') && subject.stored !== builtInRoles.heads;
}

function useMemberMenu(subject: RoleOrGroup): RowMenu<Person> {
  const t = useText('identity.users');
  const actionsOf = useUserActions();
  const routes = calls[subject.kind];
  const remove = useCallMutation(routes.remove, { refresh: [routes.members, routes.list, people.users] });
  if (!useMayChange(subject)) return actionsOf;
  return (person) => {
    const takeOut = (): void => remove.mutate({ id: subject.id, userIds: [person.id] });
    return [
      ...actionsOf(person),
      { type: 'divider' },
      { key: 'out', icon: <UserDeleteOutlined />, label: t('takeOut', { name: subject.name }), onClick: takeOut },
    ];
  };
}

export interface RoleActions {
  create: () => void;
  rename: (subject: RoleOrGroup) => void;
  remove: (subject: RoleOrGroup) => Promise<void>;
}

/** The areas of a new role. */
const defaultModules: number[] = [module.home, module.enterprise, module.my];

/** Creates, renames and deletes roles or groups; `created` receives the id of a new one. */
export function useRoleActions(kind: RoleOrGroup['kind'], created: (id: string) => void): RoleActions {
  const t = useText('identity.users');
  const roleTerms = { refresh: [people.roles, people.users] };
  const groupTerms = { refresh: [people.groups, people.users] };
  const createGroup = useCallMutation(people.createGroup, groupTerms);
  const renameGroup = useCallMutation(people.renameGroup, groupTerms);
  const deleteGroup = useCallMutation(people.deleteGroup, groupTerms);
  const createRole = useCallMutation(people.createRole, roleTerms);
  const updateRole = useCallMutation(people.updateRole, roleTerms);
  const deleteRole = useCallMutation(people.deleteRole, roleTerms);
  return {
    create: () => {
      if (kind === 'role')
        openNameDialog({
          title: t('newRole'),
          ok: t('create'),
          save: async (name) => created((await createRole.mutateAsync({ name, moduleTypes: defaultModules })).id),
        });
      else
        openNameDialog({
          title: t('newGroup'),
          ok: t('create'),
          save: async (name) => created((await createGroup.mutateAsync({ name })).id),
        });
    },
    rename: (subject) => {
      const { id, name } = subject;
      const rename = subject.kind === 'group' ? renameGroup : updateRole;
      openNameDialog({
        title: t('renameTitle', { name }),
        ok: t('rename'),
        name,
        save: (changed) => rename.mutateAsync({ id, name: changed }),
      });
    },
    remove: async (subject) => {
      const text = t(subject.kind === 'role' ? 'deleteRoleText' : 'deleteGroupText', { count: subject.memberCount });
      if (!(await confirm({ title: t('deleteAsk', { name: subject.name }), text, ok: t('delete'), danger: true }))) return;
      await (subject.kind === 'role' ? deleteRole : deleteGroup).mutateAsync({ id: subject.id });
    },
  };
}

interface RoleListProps {
  kind: RoleOrGroup['kind'];
  list: RoleOrGroup[] | undefined;
  error: unknown;
  retry: () => void;
  chosen: RoleOrGroup | undefined;
  choose: (subject: { kind: RoleOrGroup['kind']; id?: string }) => void;
}

/** The roles or the groups, each with its actions. */
export function RoleList({ kind, list, error, retry, chosen, choose }: RoleListProps): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const mayEdit = may(kind === 'role' ? 'roles.edit' : 'groups.edit');
  const actions = useRoleActions(kind, (id) => choose({ kind, id }));
  const title = (
    <Segmented<RoleOrGroup['kind']>
      size="small"
      aria-label={t('rolesAndGroups')}
      value={kind}
      onChange={(next) => choose({ kind: next })}
      options={[
        { value: 'role', label: t('roles') },
        { value: 'group', label: t('groups') },
      ]}
    />
  );
  const createLabel = t(kind === 'role' ? 'newRole' : 'newGroup');
  const add = mayEdit && (
    <Button type="text" size="small" icon={<PlusOutlined />} aria-label={createLabel} title={createLabel} onClick={actions.create} />
  );
  return (
    <SidePane title={title} action={add}>
      {error !== null && <ErrorBox small error={error} retry={retry} />}
      {list?.length === 0 && <Empty small title={t('noGroups')} hint={t('noGroupsHint')} />}
      {list?.map((subject) => (
        <Row key={subject.id} gap={1}>
          <PaneEntry aria-current={subject.id === chosen?.id} onClick={() => choose(subject)}>
            <Text truncate grow>
              {subject.name}
            </Text>
            <Text size="xs" tone="muted" numeric>
              {subject.memberCount}
            </Text>
          </PaneEntry>
          <RoleMenu subject={subject} {...(mayEdit && { actions })} />
        </Row>
      ))}
    </SidePane>
  );
}

function RoleMenu({ subject, actions }: { subject: RoleOrGroup; actions?: RoleActions }): ReactNode {
  const t = useText('identity.users');
  if (subject.kind === 'role' && subject.builtIn)
    return (
      <Text size="xs" tone="muted" nowrap>
        {t('builtIn')}
      </Text>
    );
  if (actions === undefined) return null;
  const items = [
    { key: 'rename', label: t('rename'), onClick: () => actions.rename(subject) },
    { key: 'delete', label: t('delete'), danger: true, onClick: () => void actions.remove(subject).catch(() => undefined) },
  ];
  return (
    <MenuDropdown menu={{ items }}>
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('actionsOf', { name: subject.name })} />
    </MenuDropdown>
  );
}

/** A role: its members, or its permissions. */
export function RolePane({ role }: { role: Extract<RoleOrGroup, { kind: 'role' }> }): ReactNode {
  const t = useText('identity.users');
  const [view, setView] = useState<'members' | 'office'>('members');
  return (
    <Stack grow>
      <Toolbar title={role.name} level={2} pad={[2, 4]}>
        <Segmented<'members' | 'office'>
          aria-label={role.name}
          value={view}
          onChange={setView}
          options={[
            { value: 'members', label: t('members') },
            { value: 'office', label: t('officeLabel') },
          ]}
        />
      </Toolbar>
      {view === 'members' ? (
        <MemberList subject={role} />
      ) : (
        <Page>
          <RolePermissions key={JSON.stringify(role)} role={role} />
        </Page>
      )}
    </Stack>
  );
}

/** Roles and groups, their members, and the permissions of a role. */
export function RolesPage(): ReactNode {
  const t = useText('identity.users');
  const [{ kind, id }, choose] = useState<{ kind: RoleOrGroup['kind']; id?: string }>({ kind: 'role' });
  const rolesOrGroups = useRolesAndGroups(kind);
  const chosen = rolesOrGroups.list?.find((subject) => subject.id === id) ?? rolesOrGroups.list?.[0];
  return (
    <Split sideLabel={t('rolesAndGroups')} side={<RoleList {...rolesOrGroups} kind={kind} chosen={chosen} choose={choose} />}>
      {chosen?.kind === 'role' && <RolePane key={chosen.id} role={chosen} />}
      {chosen?.kind === 'group' && <MemberList key={chosen.id} subject={chosen} title={chosen.name} />}
    </Split>
  );
}
