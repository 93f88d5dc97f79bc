import type { OnlineSession } from '@dossier/contract/online';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Avatar } from '../../ground/ui/avatar.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { type Found, type PageOf, PagedTable } from './paged-table.tsx';
import styles from './people.module.css';
import { useSessionDeeds } from './use-session-deeds.tsx';

interface SessionsTableProps {
  found: Found<OnlineSession>;
  /** Sorted by when they were last used. */
  page: PageOf;
  setPage: (page: PageOf) => void;
}

/** Sessions in pages, with a menu on each. */
export function SessionsTable(props: SessionsTableProps): ReactNode {
  const t = useText('people');
  const columns = useColumns(props.page.sortDirection);
  const device = useDeviceName();
  const deeds = useSessionDeeds();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={{ title: t('noSessions') }}
      menuOf={deeds}
      menuName={(one) => t('actionsOfSession', { name: one.fullName, device: device(one), address: one.address })}
    />
  );
}

function useDeviceName(): (session: OnlineSession) => string {
  const t = useText('people');
  return ({ browser, system }) => [browser || t('aProgram'), system].filter((word) => word !== '').join(' · ');
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
      {session.viewer !== undefined && <Tag>{t('viewedBy', { name: session.viewer.name })}</Tag>}
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

function useColumns(sortDirection: PageOf['sortDirection']): TableColumnsType<OnlineSession> {
  const t = useText('people');
  const device = useDeviceName();
  return [
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
}
