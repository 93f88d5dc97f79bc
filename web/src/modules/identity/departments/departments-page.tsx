import { ApartmentOutlined, PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Department, Named } from '@dossier/contract/identity/departments';
import { type Person, people } from '@dossier/contract/identity/users';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { Page, Split } from '../../../platform/ui/page-layout.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { useOwnPermissions } from '../department-scope.ts';
import { openUserChoice } from '../user-select.tsx';
import { openCreateUser, openInviteGuest } from '../users/user-dialogs.tsx';
import { UserListTools, UsersTable, useUserActions } from '../users/users-table.tsx';
import { DepartmentTree } from './department-tree.tsx';
import styles from './departments.module.css';
import { openHeads } from './use-department-actions.tsx';
import { type DepartmentTreeState, useDepartmentTree } from './use-department-tree.ts';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';

/** The departments of the organisation, and their members. */
export function DepartmentsPage(): ReactNode {
  const t = useText('identity.users');
  const tree = useDepartmentTree();
  return (
    <Split sideLabel={t('departments')} side={<DepartmentTree tree={tree} />}>
      <DepartmentMembers key={tree.chosen?.id ?? 'all'} tree={tree} />
    </Split>
  );
}

/** The members of the selected department, with those below it; or all users. */
function DepartmentMembers({ tree }: { tree: DepartmentTreeState }): ReactNode {
  const t = useText('identity.users');
  const place = tree.chosen && (tree.find(tree.chosen.id) ?? tree.chosen);
  const department = tree.chosen && tree.find(tree.chosen.id);
  const [below, setBelow] = useState(true);
  const pagedSearch = usePagedSearch();
  const found = useCall(people.users, { ...pagedSearch.input, ...(place && { departmentId: place.id, below }) }, { keep: true });
  const within = tree.nodes?.some((node) => node.headed && node.department.id === place?.id) ?? false;
  const menuOf = useMemberMenu(place, within);
  const nobody = place ? { title: t('departmentEmpty'), hint: t('departmentEmptyHint') } : { title: t('nobodyYet') };
  const toggle = department?.hasChildren && (
    <Checkbox
      checked={below}
      onChange={(event) => {
        setBelow(event.target.checked);
        pagedSearch.setPage({ ...pagedSearch.page, pageNo: 1 });
      }}
    >
      {t('withBelow')}
    </Checkbox>
  );
  return (
    <Page as="section" aria-label={t('members')}>
      <SearchBar title={place?.name ?? t('everybody')} label={t('findPeople')} search={pagedSearch}>
        {!place && <UserListTools />}
        <Buttons place={place} within={within} />
      </SearchBar>
      {department && <Facts department={department} tree={tree} toggle={toggle} />}
      <UsersTable
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        empty={pagedSearch.keyword ? { title: t('nobodyFound') } : nobody}
        menuOf={menuOf}
        {...(department && { heads: department.heads })}
      />
    </Page>
  );
}

/** The permissions that apply here: everywhere, or where the user heads the department. */
function useMayHere(within: boolean): (permission: Permission) => boolean {
  const { deeds, branchDeeds } = useOwnPermissions();
  return (permission) => deeds.includes(permission) || (within && branchDeeds.includes(permission));
}

function Buttons({ place, within }: { place: Named | undefined; within: boolean }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const mayHere = useMayHere(within);
  const add = useCallMutation(people.addToDepartment, { refresh: [people.users, people.departments] });
  const addPeople = ({ id, name }: Named): void =>
    openUserChoice({ title: t('addTo', { name }), save: (userIds) => add.mutateAsync({ id, userIds }) });
  return (
    <>
      {place && mayHere('departments.edit') && (
        <Button icon={<UserAddOutlined />} onClick={() => addPeople(place)}>
          {t('addPeople')}
        </Button>
      )}
      {!place && may('people.guests') && (
        <Button icon={<UserAddOutlined />} onClick={openInviteGuest}>
          {t('inviteGuest')}
        </Button>
      )}
      {may('people.edit') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreateUser(mayHere('people.edit') ? place : undefined)}>
          {t('newPerson')}
        </Button>
      )}
    </>
  );
}

/** The ancestors and heads of the department, and whether members below are included. */
function Facts({ department, tree, toggle }: { department: Department; tree: DepartmentTreeState; toggle: ReactNode }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const ancestorPath = tree.ancestors(department).map((one) => one.name);
  const heads = joinedNames(department.heads.map((head) => head.name));
  return (
    <Row wrap gap={3} className={styles.facts}>
      {ancestorPath.length > 0 && <span>{ancestorPath.join(' / ')}</span>}
      {(heads !== '' || may('departments.heads')) && (
        <span>
          {t('headsAre', { names: heads || t('nobody') })}{' '}
          {may('departments.heads') && (
            <Button type="link" size="small" onClick={() => openHeads(department)}>
              {t('change')}
            </Button>
          )}
        </span>
      )}
      {toggle}
    </Row>
  );
}

/** The actions on a member: those of the account, and for direct members the removal from the department. */
function useMemberMenu(department: Named | undefined, within: boolean): RowMenu<Person> {
  const t = useText('identity.users');
  const mayHere = useMayHere(within);
  const actionsOf = useUserActions();
  const remove = useCallMutation(people.removeFromDepartment, { refresh: [people.users, people.departments] });
  return (person) => {
    if (!department || !mayHere('departments.edit') || person.departments.every((one) => one.id !== department.id))
      return actionsOf(person);
    const takeOut = (): void => remove.mutate({ id: department.id, userIds: [person.id] });
    return [
      ...actionsOf(person),
      { type: 'divider' },
      { key: 'out', icon: <ApartmentOutlined />, label: t('takeOut', { name: department.name }), onClick: takeOut },
    ];
  };
}
