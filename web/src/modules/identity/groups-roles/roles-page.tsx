import { MoreOutlined, PlusOutlined, UserAddOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { module } from '@dossier/contract/core/rights';
import { type Person, builtInRoles, people } from '@dossier/contract/identity/users';
import { Button, Dropdown, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import styles from '../../../platform/ui/list-page.module.css';
import { SearchBar } from '../../../platform/ui/list-page.tsx';
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
export function MemberList({ circle, title }: { circle: RoleOrGroup; title?: string }): ReactNode {
  const t = useText('identity.users');
  const pagedSearch = usePagedSearch();
  const routes = calls[circle.kind];
  const found = useCall(routes.members, { ...pagedSearch.input, id: circle.id }, { keep: true });
  const add = useCallMutation(routes.add, { refresh: [routes.members, routes.list, people.users] });
  const mayChange = useMayChange(circle);
  const menuOf = useMemberMenu(circle);
  const addPeople = (): void =>
    openUserChoice({ title: t('addTo', { name: circle.name }), save: (userIds) => add.mutateAsync({ id: circle.id, userIds }) });
  const empty = t(circle.kind === 'role' ? 'roleEmpty' : 'groupEmpty');
  return (
    <section className={styles.page} aria-label={t('members')}>
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
    </section>
  );
}

/** Whether the user may change the members; the heads of departments are set with the department. */
function useMayChange(circle: RoleOrGroup): boolean {
  const may = usePermissions();
  return circle.kind === 'group' ? may('groups.edit') : may('roles.assign') && circle.stored !== builtInRoles.heads;
}

function useMemberMenu(circle: RoleOrGroup): RowMenu<Person> {
  const t = useText('identity.users');
  const deeds = useUserActions();
  const routes = calls[circle.kind];
  const remove = useCallMutation(routes.remove, { refresh: [routes.members, routes.list, people.users] });
  if (!useMayChange(circle)) return deeds;
  return (person) => {
    const takeOut = (): void => remove.mutate({ id: circle.id, userIds: [person.id] });
    return [
      ...deeds(person),
      { type: 'divider' },
      { key: 'out', icon: <UserDeleteOutlined />, label: t('takeOut', { name: circle.name }), onClick: takeOut },
    ];
  };
}

export interface RoleActions {
  create: () => void;
  rename: (circle: RoleOrGroup) => void;
  remove: (circle: RoleOrGroup) => Promise<void>;
}

/** The areas of a new role. */
const defaultModules: number[] = [module.home, module.enterprise, module.my];

/** Creates, renames and deletes roles or groups; `made` receives the id of a new one. */
export function useRoleActions(kind: RoleOrGroup['kind'], made: (id: string) => void): RoleActions {
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
          save: async (name) => made((await createRole.mutateAsync({ name, moduleTypes: defaultModules })).id),
        });
      else
        openNameDialog({ title: t('newGroup'), ok: t('create'), save: async (name) => made((await createGroup.mutateAsync({ name })).id) });
    },
    rename: (circle) => {
      const { id, name } = circle;
      const rename = circle.kind === 'group' ? renameGroup : updateRole;
      openNameDialog({
        title: t('renameTitle', { name }),
        ok: t('rename'),
        name,
        save: (changed) => rename.mutateAsync({ id, name: changed }),
      });
    },
    remove: async (circle) => {
      const text = t(circle.kind === 'role' ? 'deleteRoleText' : 'deleteGroupText', { count: circle.memberCount });
      if (!(await confirm({ title: t('deleteAsk', { name: circle.name }), text, ok: t('delete'), danger: true }))) return;
      await (circle.kind === 'role' ? deleteRole : deleteGroup).mutateAsync({ id: circle.id });
    },
  };
}

interface RoleListProps {
  kind: RoleOrGroup['kind'];
  list: RoleOrGroup[] | undefined;
  error: unknown;
  retry: () => void;
  chosen: RoleOrGroup | undefined;
  choose: (circle: { kind: RoleOrGroup['kind']; id?: string }) => void;
}

/** The roles or the groups, each with its actions. */
export function RoleList({ kind, list, error, retry, chosen, choose }: RoleListProps): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const mayEdit = may(kind === 'role' ? 'roles.edit' : 'groups.edit');
  const deeds = useRoleActions(kind, (id) => choose({ kind, id }));
  return (
    <section className={styles.side} aria-label={t('rolesAndGroups')}>
      <header className={styles.sideHead}>
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
        {mayEdit && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label={t(kind === 'role' ? 'newRole' : 'newGroup')}
            title={t(kind === 'role' ? 'newRole' : 'newGroup')}
            onClick={deeds.create}
          />
        )}
      </header>
      <div className={styles.sideBody}>
        {error !== null && <ErrorBox small error={error} retry={retry} />}
        {list?.length === 0 && <Empty small title={t('noGroups')} hint={t('noGroupsHint')} />}
        {list?.map((circle) => (
          <div key={circle.id} className={styles.circle}>
            <button type="button" className={styles.entry} aria-current={circle.id === chosen?.id} onClick={() => choose(circle)}>
              <span className={styles.nodeName}>{circle.name}</span>
              <span className={styles.number}>{circle.memberCount}</span>
            </button>
            <RoleMenu circle={circle} {...(mayEdit && { deeds })} />
          </div>
        ))}
      </div>
    </section>
  );
}

function RoleMenu({ circle, deeds }: { circle: RoleOrGroup; deeds?: RoleActions }): ReactNode {
  const t = useText('identity.users');
  if (circle.kind === 'role' && circle.builtIn) return <span className={styles.builtIn}>{t('builtIn')}</span>;
  if (deeds === undefined) return null;
  const items = [
    { key: 'rename', label: t('rename'), onClick: () => deeds.rename(circle) },
    { key: 'delete', label: t('delete'), danger: true, onClick: () => void deeds.remove(circle).catch(() => undefined) },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('actionsOf', { name: circle.name })} />
    </Dropdown>
  );
}

/** A role: its members, or its permissions. */
export function RolePane({ role }: { role: Extract<RoleOrGroup, { kind: 'role' }> }): ReactNode {
  const t = useText('identity.users');
  const [view, setView] = useState<'members' | 'office'>('members');
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h2 title={role.name}>{role.name}</h2>
        <Segmented<'members' | 'office'>
          aria-label={role.name}
          value={view}
          onChange={setView}
          options={[
            { value: 'members', label: t('members') },
            { value: 'office', label: t('officeLabel') },
          ]}
        />
      </div>
      {view === 'members' ? <MemberList circle={role} /> : <RolePermissions key={JSON.stringify(role)} role={role} />}
    </div>
  );
}

/** Roles and groups, their members, and the permissions of a role. */
export function RolesPage(): ReactNode {
  const [{ kind, id }, choose] = useState<{ kind: RoleOrGroup['kind']; id?: string }>({ kind: 'role' });
  const circles = useRolesAndGroups(kind);
  const chosen = circles.list?.find((circle) => circle.id === id) ?? circles.list?.[0];
  return (
    <div className={styles.split}>
      <RoleList {...circles} kind={kind} chosen={chosen} choose={choose} />
      {chosen?.kind === 'role' && <RolePane key={chosen.id} role={chosen} />}
      {chosen?.kind === 'group' && <MemberList key={chosen.id} circle={chosen} title={chosen.name} />}
    </div>
  );
}
