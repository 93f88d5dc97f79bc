import { ApartmentOutlined, PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Department, Named } from '@dossier/contract/identity/departments';
import { type Person, people } from '@dossier/contract/identity/users';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import page from '../../../platform/ui/list-page.module.css';
import { SearchBar } from '../../../platform/ui/list-page.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { useOwnPermissions } from '../department-scope.ts';
import { openUserChoice } from '../user-select.tsx';
import { openCreateUser, openInviteGuest } from '../users/user-dialogs.tsx';
import { UserListTools, UsersTable, useUserActions } from '../users/users-table.tsx';
import styles from './departments.module.css';
import { openHeads } from './use-department-actions.tsx';
import type { DepartmentTreeState } from './use-department-tree.ts';

/** Who belongs to the department that is looked at, with those below it, or everybody. */
export function DepartmentMembers({ tree }: { tree: DepartmentTreeState }): ReactNode {
  const t = useText('identity.users');
  const place = tree.chosen && (tree.find(tree.chosen.id) ?? tree.chosen);
  const department = tree.chosen && tree.find(tree.chosen.id);
  const [below, setBelow] = useState(true);
  const asked = usePagedSearch();
  const found = useCall(people.users, { ...asked.input, ...(place && { departmentId: place.id, below }) }, { keep: true });
  const within = tree.nodes?.some((twig) => twig.headed && twig.department.id === place?.id) ?? false;
  const menuOf = useMemberMenu(place, within);
  const nobody = place ? { title: t('departmentEmpty'), hint: t('departmentEmptyHint') } : { title: t('nobodyYet') };
  const toggle = department?.hasChildren && (
    <Checkbox
      checked={below}
      onChange={(event) => {
        setBelow(event.target.checked);
        asked.setPage({ ...asked.page, pageNo: 1 });
      }}
    >
      {t('withBelow')}
    </Checkbox>
  );
  return (
    <section className={page.page} aria-label={t('members')}>
      <SearchBar title={place?.name ?? t('everybody')} label={t('findPeople')} search={asked}>
        {!place && <UserListTools />}
        <Buttons place={place} within={within} />
      </SearchBar>
      {department && <Facts department={department} tree={tree} toggle={toggle} />}
      <UsersTable
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        empty={asked.keyword ? { title: t('nobodyFound') } : nobody}
        menuOf={menuOf}
        {...(department && { heads: department.heads })}
      />
    </section>
  );
}

/** What the office lets the person do here: throughout, or where the department is one that they head. */
function useMayHere(within: boolean): (deed: Permission) => boolean {
  const { deeds, branchDeeds } = useOwnPermissions();
  return (deed) => deeds.includes(deed) || (within && branchDeeds.includes(deed));
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

/** Where the department lies, who heads it, and whether those below are listed too. */
function Facts({ department, tree, toggle }: { department: Department; tree: DepartmentTreeState; toggle: ReactNode }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const way = tree.ancestors(department).map((one) => one.name);
  const heads = department.heads.map((head) => head.name).join(t('comma'));
  return (
    <div className={styles.facts}>
      {way.length > 0 && <span>{way.join(' / ')}</span>}
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
    </div>
  );
}

/** What can be done with a person here: the account's deeds, and taking out of the department for its direct members. */
function useMemberMenu(department: Named | undefined, within: boolean): RowMenu<Person> {
  const t = useText('identity.users');
  const mayHere = useMayHere(within);
  const deeds = useUserActions();
  const remove = useCallMutation(people.removeFromDepartment, { refresh: [people.users, people.departments] });
  return (person) => {
    if (!department || !mayHere('departments.edit') || person.departments.every((one) => one.id !== department.id)) return deeds(person);
    const takeOut = (): void => remove.mutate({ id: department.id, userIds: [person.id] });
    return [
      ...deeds(person),
      { type: 'divider' },
      { key: 'out', icon: <ApartmentOutlined />, label: t('takeOut', { name: department.name }), onClick: takeOut },
    ];
  };
}
