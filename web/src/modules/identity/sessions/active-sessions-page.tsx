import { LogoutOutlined, PoweroffOutlined, StopOutlined } from '@ant-design/icons';
import { type OnlineSession, activeSessions } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { type MenuProps, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { type PageRequest, type PageResult, PagedTable, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';

/**
 * The actions on a session: end it, end all of its user, disable the account; not for a guest's account, which belongs to another
 * organisation.
 */
export function useSessionActions(): (session: OnlineSession) => NonNullable<MenuProps['items']> {
  const t = useText('identity.users');
  const may = usePermissions();
  const refresh = [activeSessions.onlineSessions];
  const mutationOptions = { refresh, onDone: ({ ended }: { ended: number }) => notice.success(t('sessionsEnded', { count: ended })) };
  const one = useCallMutation(activeSessions.endOnline, { refresh });
  const all = useCallMutation(activeSessions.endOnlineOf, mutationOptions);
  const update = useCallMutation(people.updateUser, { refresh: [...refresh, people.users] });
  const endOne = async ({ id, current, fullName }: OnlineSession): Promise<void> => {
    const asked = current
      ? { title: t('endOwnAsk'), text: t('endOwnText') }
      : { title: t('endOneAsk', { name: fullName }), text: t('endOneText') };
    if (!(await confirm({ ...asked, ok: t('endSession'), danger: true }))) return;
    await one.mutateAsync({ id });
    notice.success(t('sessionEnded', { name: fullName }));
  };
  const endAll = async ({ userId, fullName }: OnlineSession): Promise<void> => {
    const question = { title: t('endAllAsk', { name: fullName }), text: t('endAllText'), ok: t('endAllSessions'), danger: true };
    if (await confirm(question)) await all.mutateAsync({ userId });
  };
  const block = async ({ userId, fullName }: OnlineSession): Promise<void> => {
    const question = { title: t('disableAsk', { name: fullName }), text: t('disableText'), ok: t('disable'), danger: true };
    if (!(await confirm(question))) return;
    await update.mutateAsync({ id: userId, enabled: false });
    notice.success(t('wasDisabled', { name: fullName }));
  };
  return (session) => {
    const item = (key: string, entry: { icon: ReactNode; label: string; run: (of: OnlineSession) => Promise<void> }) => ({
      key,
      icon: entry.icon,
      label: entry.label,
      danger: key === 'block',
      onClick: () => void entry.run(session).catch(() => undefined),
    });
    const endings = [
      item('end', { icon: <LogoutOutlined />, label: t('endSession'), run: endOne }),
      item('all', { icon: <PoweroffOutlined />, label: t('endAllSessions'), run: endAll }),
    ];
    const items = may('sessions.end') ? endings : [];
    const blockable = may('people.edit') && session.guestOf === undefined && !session.current;
    return blockable ? [...items, item('block', { icon: <StopOutlined />, label: t('blockPerson'), run: block })] : items;
  };
}

interface SessionsTableProps {
  found: PageResult<OnlineSession>;
  /** Sorted by last use. */
  page: PageRequest;
  setPage: (page: PageRequest) => void;
}

/** Sessions in pages, each with a menu. */
export function SessionsTable(props: SessionsTableProps): ReactNode {
  const t = useText('identity.users');
  const columns = useColumns(props.page.sortDirection);
  const device = useDeviceName();
  const actionsOf = useSessionActions();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={{ title: t('noSessions') }}
      menuOf={actionsOf}
      menuName={(one) => t('actionsOfSession', { name: one.fullName, device: device(one), address: one.address })}
    />
  );
}

function useDeviceName(): (session: OnlineSession) => string {
  const t = useText('identity.users');
  return ({ browser, system }) => [browser || t('aProgram'), system].filter((word) => word !== '').join(' · ');
}

function WhoseSession({ session }: { session: OnlineSession }): ReactNode {
  const t = useText('identity.users');
  const device = useDeviceName();
  return (
    <NameCell
      phoneMore={
        <>
          {device(session)} · {session.address} · <RelativeTime iso={session.lastSeen} />
        </>
      }
    >
      <Avatar name={session.fullName} url={session.avatarUrl} size={22} />
      <span>{session.fullName}</span>
      <Text size="s" tone="muted">
        {session.loginName}
      </Text>
      {session.current && <Tag>{t('thisSession')}</Tag>}
      {session.viewer !== undefined && <Tag>{t('viewedBy', { name: session.viewer.name })}</Tag>}
      {session.guestOf !== undefined && <Tag>{t('guestOf', { name: session.guestOf })}</Tag>}
      {session.elsewhere && <Tag>{t('worksElsewhere')}</Tag>}
    </NameCell>
  );
}

function useColumns(sortDirection: PageRequest['sortDirection']): TableColumnsType<OnlineSession> {
  const t = useText('identity.users');
  const device = useDeviceName();
  return [
    { key: 'person', title: t('person'), render: (_, one) => <WhoseSession session={one} /> },
    { key: 'device', title: t('device'), render: (_, one) => device(one) },
    { key: 'address', title: t('address'), render: (_, one) => one.address },
    { key: 'door', title: t('cameBy'), render: (_, one) => t(`door_${one.door}`) },
    { key: 'since', title: t('since'), width: 130, render: (_, one) => <RelativeTime iso={one.since} /> },
    {
      key: 'lastSeen',
      title: t('lastUsed'),
      width: 140,
      sorter: true,
      sortOrder: sortDirection === 'asc' ? 'ascend' : 'descend',
      sortDirections: ['descend', 'ascend', 'descend'],
      render: (_, one) => <RelativeTime iso={one.lastSeen} />,
    },
  ];
}

/** The active sessions with device and address, and how to end them. */
export function SessionsPage(): ReactNode {
  const t = useText('identity.users');
  const asked = usePagedSearch('desc');
  const found = useCall(activeSessions.onlineSessions, asked.input, { keep: true });
  return (
    <Page>
      <SearchBar label={t('findSessions')} wide search={asked}>
        <Text size="s" tone="muted" role="status">
          {found.data && t('sessionCount', { count: found.data.totalNumber })}
        </Text>
      </SearchBar>
      <SessionsTable found={found} page={asked.page} setPage={asked.setPage} />
    </Page>
  );
}
