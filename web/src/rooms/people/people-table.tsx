import { MoreOutlined } from '@ant-design/icons';
import type { Paged } from '@dossier/contract/page';
import type { Person } from '@dossier/contract/people';
import { Button, Dropdown, type MenuProps, Table, type TableColumnsType, Tag } from 'antd';
import { cloneElement, isValidElement, type ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Avatar } from '../../ground/ui/avatar.tsx';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import styles from './people.module.css';
import { useRoleName } from './role-name.ts';

export interface PageOf {
  pageNo: number;
  pageSize: number;
}

interface PeopleTableProps {
  found: { data?: Paged<Person> | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  page: PageOf;
  setPage: (page: PageOf) => void;
  empty: { title: string; hint?: string };
  /** What can be done with a person. */
  menuOf: (person: Person) => NonNullable<MenuProps['items']>;
}

/** The entry around it is what is pressed and bears the name; the button in it has none. */
export function turnSign(_page: number, type: string, element: ReactNode): ReactNode {
  return type !== 'page' && isValidElement<object>(element) ? cloneElement(element, { 'aria-hidden': true } as object) : element;
}

export const pageSizes = [30, 50, 100];

/** People in pages, with a menu on each. */
export function PeopleTable({ found, page, setPage, empty, menuOf }: PeopleTableProps): ReactNode {
  const columns = useColumns(menuOf);
  const total = found.data?.totalNumber ?? 0;
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  return (
    <Table<Person>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={found.data?.list ?? []}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: found.isPending ? ' ' : <Empty small {...empty} /> }}
      scroll={{ x: 'max-content' }}
      pagination={
        total > (pageSizes[0] as number) && {
          current: page.pageNo,
          pageSize: page.pageSize,
          total,
          pageSizeOptions: pageSizes,
          showSizeChanger: true,
          itemRender: turnSign,
          onChange: (pageNo, pageSize) => setPage({ pageNo: pageSize === page.pageSize ? pageNo : 1, pageSize }),
        }
      }
    />
  );
}

function useColumns(menuOf: PeopleTableProps['menuOf']): TableColumnsType<Person> {
  const t = useText('people');
  const roleName = useRoleName();
  const phone = useMedia('phone');
  const names = (list: { id: string; name: string }[]): string => list.map((one) => one.name).join(t('comma'));
  const columns: TableColumnsType<Person> = [
    {
      key: 'name',
      title: t('fullName'),
      render: (_, person) => (
        <span className={styles.person} data-off={!person.enabled || undefined}>
          <Avatar name={person.fullName} url={person.avatarUrl} size={22} />
          <span>{person.fullName}</span>
          <span className={styles.login}>{person.loginName}</span>
          {!person.enabled && <Tag>{t('disabled')}</Tag>}
          {person.guestOf !== undefined && <Tag>{t('guestOf', { name: person.guestOf })}</Tag>}
        </span>
      ),
    },
    { key: 'departments', title: t('departments'), render: (_, person) => names(person.departments) },
    { key: 'roles', title: t('roles'), render: (_, person) => person.roles.map((role) => roleName(role.name)).join(t('comma')) },
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
  const menu: TableColumnsType<Person>[number] = {
    key: 'menu',
    title: <span className={styles.hidden}>{t('actions')}</span>,
    width: 48,
    align: 'end',
    render: (_, person) => <RowActions items={menuOf(person)} label={t('actionsOf', { name: person.fullName })} />,
  };
  return [...(phone ? columns.slice(0, 1) : columns), menu];
}

/** The menu of a row. */
export function RowActions({ items, label }: { items: NonNullable<MenuProps['items']>; label: string }): ReactNode {
  if (items.length === 0) return null;
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={label} />
    </Dropdown>
  );
}
