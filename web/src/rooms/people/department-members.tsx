import { ApartmentOutlined, PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import type { Deed } from '@dossier/contract/deeds';
import type { Department, Named } from '@dossier/contract/departments';
import { type Person, people } from '@dossier/contract/people';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { askPeople } from './add-people.tsx';
import { openCreatePerson } from './create-person.tsx';
import styles from './departments.module.css';
import { FindBar } from './find-bar.tsx';
import { openHeads } from './heads-dialog.tsx';
import { openInviteGuest } from './invite-guest.tsx';
import type { MenuOf } from './paged-table.tsx';
import page from './people.module.css';
import { PeopleTable } from './people-table.tsx';
import { PeopleTools } from './people-tools.tsx';
import { useAsked } from './use-asked.ts';
import type { DepartmentTree } from './use-department-tree.ts';
import { useMe } from './use-me.ts';
import { usePersonDeeds } from './use-person-deeds.tsx';

/** Who belongs to the department that is looked at, with those below it, or everybody. */
export function DepartmentMembers({ tree }: { tree: DepartmentTree }): ReactNode {
  const t = useText('people');
  const place = tree.chosen && (tree.find(tree.chosen.id) ?? tree.chosen);
  const department = tree.chosen && tree.find(tree.chosen.id);
  const [below, setBelow] = useState(true);
  const asked = useAsked();
  const found = useCall(people.users, { ...asked.input, ...(place && { departmentId: place.id, below }) }, { keep: true });
  const within = tree.twigs?.some((twig) => twig.headed && twig.department.id === place?.id) ?? false;
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
      <FindBar title={place?.name ?? t('everybody')} label={t('findPeople')} asked={asked}>
        {!place && <PeopleTools />}
        <Buttons place={place} within={within} />
      </FindBar>
      {department && <Facts department={department} tree={tree} toggle={toggle} />}
      <PeopleTable
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
function useMayHere(within: boolean): (deed: Deed) => boolean {
  const { deeds, branchDeeds } = useMe();
  return (deed) => deeds.includes(deed) || (within && branchDeeds.includes(deed));
}

function Buttons({ place, within }: { place: Named | undefined; within: boolean }): ReactNode {
  const t = useText('people');
  const may = useMay();
  const mayHere = useMayHere(within);
  const add = useSend(people.addToDepartment, { refresh: [people.users, people.departments] });
  const addPeople = ({ id, name }: Named): void =>
    askPeople({ title: t('addTo', { name }), save: (userIds) => add.mutateAsync({ id, userIds }) });
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
        <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreatePerson(mayHere('people.edit') ? place : undefined)}>
          {t('newPerson')}
        </Button>
      )}
    </>
  );
}

/** Where the department lies, who heads it, and whether those below are listed too. */
function Facts({ department, tree, toggle }: { department: Department; tree: DepartmentTree; toggle: ReactNode }): ReactNode {
  const t = useText('people');
  const may = useMay();
  const way = tree.wayTo(department).map((one) => one.name);
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
function useMemberMenu(department: Named | undefined, within: boolean): MenuOf<Person> {
  const t = useText('people');
  const mayHere = useMayHere(within);
  const deeds = usePersonDeeds();
  const remove = useSend(people.removeFromDepartment, { refresh: [people.users, people.departments] });
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
