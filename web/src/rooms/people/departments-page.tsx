import { ApartmentOutlined, PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import { type Department, type Person, people } from '@dossier/contract/people';
import { Button, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { askPeople } from './add-people.tsx';
import { openCreatePerson } from './create-person.tsx';
import { DepartmentTree } from './department-tree.tsx';
import { openInviteGuest } from './invite-guest.tsx';
import styles from './people.module.css';
import { type PageOf, PeopleTable } from './people-table.tsx';
import { usePersonDeeds } from './use-person-deeds.tsx';

const firstPage: PageOf = { pageNo: 1, pageSize: 30 };

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
  const [page, setPage] = useState(firstPage);
  const found = useCall(people.users, { ...page, ...(department && { departmentId: department.id }) }, { keep: true });
  const add = useSend(people.addToDepartment, { refresh: [people.users, people.departments] });
  const menuOf = useMemberMenu(department);
  return (
    <section className={styles.page} aria-label={t('members')}>
      <div className={styles.bar}>
        <h2>{department?.name ?? t('everybody')}</h2>
        {department && (
          <Button
            icon={<UserAddOutlined />}
            onClick={() =>
              askPeople({
                title: t('addTo', { name: department.name }),
                save: (userIds) => add.mutateAsync({ id: department.id, userIds }),
              })
            }
          >
            {t('addPeople')}
          </Button>
        )}
        {!department && (
          <Button icon={<UserAddOutlined />} onClick={openInviteGuest}>
            {t('inviteGuest')}
          </Button>
        )}
        <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreatePerson(department)}>
          {t('newPerson')}
        </Button>
      </div>
      <PeopleTable
        found={found}
        page={page}
        setPage={setPage}
        empty={department ? { title: t('departmentEmpty'), hint: t('departmentEmptyHint') } : { title: t('nobodyYet') }}
        menuOf={menuOf}
      />
    </section>
  );
}

/** What can be done with a person here: the account's deeds, and taking out of the department for its direct members. */
function useMemberMenu(department: Department | undefined): (person: Person) => NonNullable<MenuProps['items']> {
  const t = useText('people');
  const deeds = usePersonDeeds();
  const remove = useSend(people.removeFromDepartment, { refresh: [people.users, people.departments] });
  return (person) => {
    if (!department || person.departments.every((one) => one.id !== department.id)) return deeds(person);
    const takeOut = (): void => remove.mutate({ id: department.id, userIds: [person.id] });
    return [
      ...deeds(person),
      { type: 'divider' },
      { key: 'out', icon: <ApartmentOutlined />, label: t('takeOut', { name: department.name }), onClick: takeOut },
    ];
  };
}
