import { UserAddOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { builtInRoles, type Person, people } from '@dossier/contract/people';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { askPeople } from './add-people.tsx';
import { FindBar } from './find-bar.tsx';
import type { MenuOf } from './paged-table.tsx';
import styles from './people.module.css';
import { PeopleTable } from './people-table.tsx';
import { useAsked } from './use-asked.ts';
import type { Circle } from './use-circles.ts';
import { usePersonDeeds } from './use-person-deeds.tsx';

const calls = {
  role: { members: people.roleMembers, add: people.addToRole, remove: people.removeFromRole, list: people.roles },
  group: { members: people.groupMembers, add: people.addToGroup, remove: people.removeFromGroup, list: people.groups },
};

/** Who belongs to a role or a group; putting in and taking out. */
export function MembersOf({ circle, title }: { circle: Circle; title?: string }): ReactNode {
  const t = useText('people');
  const asked = useAsked();
  const routes = calls[circle.kind];
  const found = useCall(routes.members, { ...asked.input, id: circle.id }, { keep: true });
  const add = useSend(routes.add, { refresh: [routes.members, routes.list, people.users] });
  const mayChange = useMayChange(circle);
  const menuOf = useMemberMenu(circle);
  const addPeople = (): void =>
    askPeople({ title: t('addTo', { name: circle.name }), save: (userIds) => add.mutateAsync({ id: circle.id, userIds }) });
  const empty = t(circle.kind === 'role' ? 'roleEmpty' : 'groupEmpty');
  return (
    <section className={styles.page} aria-label={t('members')}>
      <FindBar {...(title !== undefined && { title })} label={t('findPeople')} asked={asked}>
        {mayChange && (
          <Button type="primary" icon={<UserAddOutlined />} onClick={addPeople}>
            {t('addPeople')}
          </Button>
        )}
      </FindBar>
      <PeopleTable
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        empty={{ title: asked.keyword ? t('nobodyFound') : empty }}
        menuOf={menuOf}
      />
    </section>
  );
}

/** Whether the office lets one say who belongs; those who head departments do so by that. */
function useMayChange(circle: Circle): boolean {
  const may = useMay();
  return circle.kind === 'group' ? may('groups.edit') : may('roles.assign') && circle.stored !== builtInRoles.heads;
}

function useMemberMenu(circle: Circle): MenuOf<Person> {
  const t = useText('people');
  const deeds = usePersonDeeds();
  const routes = calls[circle.kind];
  const remove = useSend(routes.remove, { refresh: [routes.members, routes.list, people.users] });
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
