import { ApartmentOutlined, PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import type { Department } from '@dossier/contract/departments';
import { type Person, people } from '@dossier/contract/people';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { useMay } from '../session/roles.ts';
import { askPeople } from './add-people.tsx';
import { openCreatePerson } from './create-person.tsx';
import { DepartmentTree } from './department-tree.tsx';
import { FindBar } from './find-bar.tsx';
import { openInviteGuest } from './invite-guest.tsx';
import type { MenuOf } from './paged-table.tsx';
import styles from './people.module.css';
import { PeopleTable } from './people-table.tsx';
import { useAsked } from './use-asked.ts';
import { usePersonDeeds } from './use-person-deeds.tsx';

/** The departments of the organisation, and who belongs to them. */
export function DepartmentsPage(): ReactNode {
  const [chosen, setChosen] = useState<Department>();
  return (
    <div className={styles.split}>
      <DepartmentTree chosen={chosen} choose={setChosen} />
      <Members key={chosen?.id ?? 'all'} department={chosen} />
    </div>
  );
}

function Members({ department }: { department: Department | undefined }): ReactNode {
  const t = useText('people');
  const asked = useAsked();
  const found = useCall(people.users, { ...asked.input, ...(department && { departmentId: department.id }) }, { keep: true });
  const may = useMay();
  const menuOf = useMemberMenu(department);
  const nobody = department ? { title: t('departmentEmpty'), hint: t('departmentEmptyHint') } : { title: t('nobodyYet') };
  return (
    <section className={styles.page} aria-label={t('members')}>
      <FindBar title={department?.name ?? t('everybody')} label={t('findPeople')} asked={asked}>
        {department && may('departments.edit') && <AddMembers department={department} />}
        {!department && may('people.guests') && (
          <Button icon={<UserAddOutlined />} onClick={openInviteGuest}>
            {t('inviteGuest')}
          </Button>
        )}
        {may('people.edit') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreatePerson(department)}>
            {t('newPerson')}
          </Button>
        )}
      </FindBar>
      <PeopleTable
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        empty={asked.keyword ? { title: t('nobodyFound') } : nobody}
        menuOf={menuOf}
      />
    </section>
  );
}

function AddMembers({ department: { id, name } }: { department: Department }): ReactNode {
  const t = useText('people');
  const add = useSend(people.addToDepartment, { refresh: [people.users, people.departments] });
  const ask = (): void => askPeople({ title: t('addTo', { name }), save: (userIds) => add.mutateAsync({ id, userIds }) });
  return (
    <Button icon={<UserAddOutlined />} onClick={ask}>
      {t('addPeople')}
    </Button>
  );
}

/** What can be done with a person here: the account's deeds, and taking out of the department for its direct members. */
function useMemberMenu(department: Department | undefined): MenuOf<Person> {
  const t = useText('people');
  const may = useMay();
  const deeds = usePersonDeeds();
  const remove = useSend(people.removeFromDepartment, { refresh: [people.users, people.departments] });
  return (person) => {
    if (!department || !may('departments.edit') || person.departments.every((one) => one.id !== department.id)) return deeds(person);
    const takeOut = (): void => remove.mutate({ id: department.id, userIds: [person.id] });
    return [
      ...deeds(person),
      { type: 'divider' },
      { key: 'out', icon: <ApartmentOutlined />, label: t('takeOut', { name: department.name }), onClick: takeOut },
    ];
  };
}
