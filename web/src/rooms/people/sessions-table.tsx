import type { OnlineSession } from '@dossier/contract/online';
import type { Paged } from '@dossier/contract/page';
import { Table, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Avatar } from '../../ground/ui/avatar.tsx';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import styles from './people.module.css';
import { type PageOf, pageSizes, RowActions, turnSign } from './people-table.tsx';
import { useSessionDeeds } from './use-session-deeds.tsx';

export interface SessionsAsked extends PageOf {
  /** By when they were last used. */
  sortDirection: 'asc' | 'desc';
}

interface SessionsTableProps {
  found: { data?: Paged<OnlineSession> | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  asked: SessionsAsked;
  setAsked: (asked: SessionsAsked) => void;
}

/** Sessions in pages, with a menu on each. */
export function SessionsTable({ found, asked, setAsked }: SessionsTableProps): ReactNode {
  const t = useText('people');
  const columns = useColumns(asked);
  const phone = useMedia('phone');
  const total = found.data?.totalNumber ?? 0;
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  return (
    <Table<OnlineSession>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={found.data?.list ?? []}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: found.isPending ? ' ' : <Empty small title={t('noSessions')} /> }}
      {...(!phone && { scroll: { x: 'max-content' } })}
      showSorterTooltip={false}
      onChange={({ current, pageSize }, _filters, sorter) => {
        const sortDirection = !Array.isArray(sorter) && sorter.order === 'ascend' ? 'asc' : 'desc';
        const same = sortDirection === asked.sortDirection && (pageSize ?? asked.pageSize) === asked.pageSize;
        setAsked({ pageNo: same ? (current ?? 1) : 1, pageSize: pageSize ?? asked.pageSize, sortDirection });
      }}
      pagination={
        total > (pageSizes[0] as number) && {
          current: asked.pageNo,
          pageSize: asked.pageSize,
          total,
          pageSizeOptions: pageSizes,
          showSizeChanger: true,
          itemRender: turnSign,
        }
      }
    />
  );
}

function useDeviceName(): (session: OnlineSession) => string {
  const t = useText('people');
  return ({ browser, system }) => [browser, system].filter((word) => word !== '').join(' · ') || t('unknownDevice');
}

function WhoseSession({ session }: { session: OnlineSession }): ReactNode {
  const t = useText('people');
  const phone = useMedia('phone');
  const device = useDeviceName();
  return (
    <span className={styles.person}>
      <Avatar name={session.fullName} url={session.avatarUrl} size={22} />
      <span>{session.fullName}</span>
      <span className={styles.login}>{session.loginName}</span>
      {session.current && <Tag>{t('thisSession')}</Tag>}
      {session.guestOf !== undefined && <Tag>{t('guestOf', { name: session.guestOf })}</Tag>}
      {session.elsewhere && <Tag>{t('worksElsewhere')}</Tag>}
      {phone && (
        <span className={styles.more}>
          {device(session)} · {session.address} · <Time iso={session.lastSeen} />
        </span>
      )}
    </span>
  );
}

function useColumns({ sortDirection }: SessionsAsked): TableColumnsType<OnlineSession> {
  const t = useText('people');
  const phone = useMedia('phone');
  const device = useDeviceName();
  const deeds = useSessionDeeds();
  const columns: TableColumnsType<OnlineSession> = [
    { key: 'person', title: t('person'), render: (_, one) => <WhoseSession session={one} /> },
    { key: 'device', title: t('device'), render: (_, one) => device(one) },
    { key: 'address', title: t('address'), render: (_, one) => one.address },
    { key: 'door', title: t('cameBy'), render: (_, one) => t(`door_${one.door}`) },
    { key: 'since', title: t('since'), width: 130, render: (_, one) => <Time iso={one.since} /> },
    {
      key: 'lastSeen',
      title: t('lastUsed'),
      width: 140,
      sorter: true,
      sortOrder: sortDirection === 'asc' ? 'ascend' : 'descend',
      sortDirections: ['descend', 'ascend', 'descend'],
      render: (_, one) => <Time iso={one.lastSeen} />,
    },
  ];
  const menu: TableColumnsType<OnlineSession>[number] = {
    key: 'menu',
    title: <span className={styles.hidden}>{t('actions')}</span>,
    width: 48,
    align: 'end',
    render: (_, one) => (
      <RowActions items={deeds(one)} label={t('actionsOfSession', { name: one.fullName, device: device(one), address: one.address })} />
    ),
  };
  return [...(phone ? columns.slice(0, 1) : columns), menu];
}
