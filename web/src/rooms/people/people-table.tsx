import type { Named } from '@dossier/contract/departments';
import type { Person } from '@dossier/contract/people';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Avatar } from '../../ground/ui/avatar.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { type Found, type MenuOf, type PageOf, PagedTable } from './paged-table.tsx';
import styles from './people.module.css';
import { useRoleName } from './role-name.ts';

interface PeopleTableProps {
  found: Found<Person>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  empty: { title: string; hint?: string };
  menuOf: MenuOf<Person>;
  /** Who heads the department that the list is of. */
  heads?: readonly Named[];
}

/** People in pages, with a menu on each. */
export function PeopleTable({ heads = [], ...props }: PeopleTableProps): ReactNode {
  const t = useText('people');
  const columns = useColumns(heads);
  return <PagedTable {...props} columns={columns} menuName={({ fullName }) => t('actionsOf', { name: fullName })} />;
}

function PersonName({ person, isHead }: { person: Person; isHead: boolean }): ReactNode {
  const t = useText('people');
  const phone = useMedia('phone');
  const facts = usePersonFacts();
  const told = [facts.departments(person), facts.roles(person)].filter((fact) => fact !== '').join(' · ');
  return (
    <span className={styles.person} data-off={!person.enabled || undefined}>
      <Avatar name={person.fullName} url={person.avatarUrl} size={22} />
      <span>{person.fullName}</span>
      <span className={styles.login}>{person.loginName}</span>
      {isHead && <Tag>{t('head')}</Tag>}
      {!person.enabled && <Tag>{t('disabled')}</Tag>}
      {person.guestOf !== undefined && <Tag>{t('guestOf', { name: person.guestOf })}</Tag>}
      {phone && told !== '' && <span className={styles.more}>{told}</span>}
    </span>
  );
}

function Clipped({ words }: { words: string }): ReactNode {
  return (
    <span className={styles.clipped} title={words}>
      {words}
    </span>
  );
}

function usePersonFacts(): Record<'departments' | 'roles', (person: Person) => string> {
  const t = useText('people');
  const roleName = useRoleName();
  return {
    // the main one stands first, and says so where there are others
    departments: ({ departments }) =>
      departments.map(({ name }, index) => (index === 0 && departments.length > 1 ? t('mainNamed', { name }) : name)).join(t('comma')),
    roles: (person) => person.roles.map((role) => roleName(role.name)).join(t('comma')),
  };
}

function useColumns(heads: readonly Named[]): TableColumnsType<Person> {
  const t = useText('people');
  const { departments, roles } = usePersonFacts();
  return [
    {
      key: 'name',
      title: t('fullName'),
      render: (_, person) => <PersonName person={person} isHead={heads.some(({ id }) => id === person.id)} />,
    },
    { key: 'departments', title: t('departments'), render: (_, person) => <Clipped words={departments(person)} /> },
    { key: 'roles', title: t('roles'), render: (_, person) => <Clipped words={roles(person)} /> },
    {
      key: 'seen',
      title: t('lastSeen'),
      width: 130,
      render: (_, person) => {
        if (person.lastLoginTime) return <Time iso={person.lastLoginTime} />;
        return person.guestOf === undefined && t('never');
      },
    },
  ];
}
