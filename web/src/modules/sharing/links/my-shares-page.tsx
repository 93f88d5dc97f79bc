import {
  CommentOutlined,
  DeleteOutlined,
  EditOutlined,
  LineChartOutlined,
  LinkOutlined,
  LockOutlined,
  PoweroffOutlined,
  ShareAltOutlined,
} from '@ant-design/icons';
import { library } from '@dossier/contract/documents/library';
import { type Share, type ShareState, shareStates, unlimited } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { Segmented, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { StatusText } from '../../../platform/ui/page-parts.tsx';
import { type PageRequest, type PageResult, PagedTable, type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { EndTime } from './end-time.tsx';
import { sharePath, sharesPath } from './paths.ts';
import { openEditShare, openLink } from './share-dialog.tsx';

const refreshedByActions = [shares.list, shares.show, library.items, library.documents];

/** The user's shares, and their state. */
export function MySharesPage(): ReactNode {
  const t = useText('sharing.links');
  const pagedSearch = usePagedSearch();
  const [status, setStatus] = useState<ShareState | 'all'>('all');
  const found = useCall(shares.list, { ...pagedSearch.input, ...(status !== 'all' && { status }) }, { keep: true });
  const choose = (next: ShareState | 'all'): void => {
    setStatus(next);
    pagedSearch.setPage({ ...pagedSearch.page, pageNo: 1 });
  };
  return (
    <Page>
      <SearchBar
        label={t('findShares')}
        search={pagedSearch}
        views={
          <Segmented<ShareState | 'all'>
            aria-label={t('status')}
            value={status}
            onChange={choose}
            options={[
              { value: 'all', label: t('state_all') },
              ...shareStates.map((state) => ({ value: state, label: t(`state_${state}`) })),
            ]}
          />
        }
      />
      <SharesTable
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        searched={pagedSearch.keyword !== '' || status !== 'all'}
      />
    </Page>
  );
}

/** The actions on a share; on its own page without the link to it. */
export function useShareActions(onPage = false): RowMenu<Share> {
  const t = useText('sharing.links');
  const go = useNavigate();
  const close = useCallMutation(shares.close, { refresh: refreshedByActions });
  const reopen = useCallMutation(shares.reopen, { refresh: refreshedByActions });
  const remove = useCallMutation(shares.remove, { refresh: [shares.list, library.items, library.documents] });
  const closeShare = async ({ id, name }: Share): Promise<void> => {
    await close.mutateAsync({ id });
    notice.undo(t('wasClosed', { name }), {
      label: t('undo'),
      run: () => void reopen.mutateAsync({ id }).catch(() => undefined),
      about: [id],
    });
  };
  const open = async ({ id, name }: Share): Promise<void> => {
    await reopen.mutateAsync({ id });
    notice.success(t('wasOpened', { name }));
  };
  const confirmDelete = async ({ id, name }: Share): Promise<void> => {
    if (!(await confirm({ title: t('removeAsk', { name }), text: t('removeText'), ok: t('remove'), danger: true }))) return;
    await remove.mutateAsync({ id });
    if (onPage) go(sharesPath, {}, { replace: true });
  };
  const ignoreRefusal = (work: Promise<void>): void => void work.catch(() => undefined);
  return (share) => [
    ...(onPage ? [] : [{ key: 'follow', icon: <LineChartOutlined />, label: t('follow'), onClick: () => go(sharePath, { id: share.id }) }]),
    { key: 'link', icon: <LinkOutlined />, label: t('showLink'), onClick: () => openLink(share) },
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openEditShare(share) },
    share.status === 'closed'
      ? { key: 'open', icon: <PoweroffOutlined />, label: t('reopen'), onClick: () => ignoreRefusal(open(share)) }
      : { key: 'close', icon: <PoweroffOutlined />, label: t('close'), onClick: () => ignoreRefusal(closeShare(share)) },
    { key: 'remove', icon: <DeleteOutlined />, label: t('remove'), danger: true, onClick: () => ignoreRefusal(confirmDelete(share)) },
  ];
}

interface SharesTableProps {
  found: PageResult<Share>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  searched: boolean;
}

const tones = { enabled: 'done', expired: 'warn', closed: undefined } as const;

/** The state of a share, as text with a coloured dot. */
export function StateTag({ status }: Pick<Share, 'status'>): ReactNode {
  const t = useText('sharing.links');
  return <StatusText tone={tones[status]}>{t(`state_${status}`)}</StatusText>;
}

/** Usage of a limit as text. */
export const usedOf = (used: number, limit: number): string => (limit === 0 && used === 0 ? '0' : `${used} / ${limit || unlimited}`);

/** Shares in pages, each with a menu. */
export function SharesTable({ searched, ...props }: SharesTableProps): ReactNode {
  const t = useText('sharing.links');
  const columns = useColumns();
  const actionsOf = useShareActions();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={searched ? { title: t('nothingFound') } : { icon: <ShareAltOutlined />, title: t('noShares'), hint: t('noSharesHint') }}
      menuOf={actionsOf}
      menuName={({ name }) => t('actionsOf', { name })}
    />
  );
}

/** Tells that visitors may edit. */
export function EditMark(): ReactNode {
  const t = useText('sharing.links');
  return (
    <Text tone="muted">
      <EditOutlined role="img" title={t('mayEdit')} aria-label={t('mayEdit')} />
    </Text>
  );
}

/** Tells that visitors may comment. */
export function CommentMark(): ReactNode {
  const t = useText('sharing.links');
  return (
    <Text tone="muted">
      <CommentOutlined role="img" title={t('mayComment')} aria-label={t('mayComment')} />
    </Text>
  );
}

function ShareName({ share }: { share: Share }): ReactNode {
  const t = useText('sharing.links');
  const phone = useMedia('phone');
  const joined = joinedNames(share.items.map((item) => item.name || t('goneItem')));
  // a share with the name of its item shows it once
  const names = joined === share.name ? '' : joined;
  return (
    <NameCell off={share.status !== 'enabled'} more={names} phoneMore={t('nOpens', { count: share.opens })}>
      <AppLink to={`${sharePath}?id=${share.id}`}>{share.name}</AppLink>
      {share.hasPassword && (
        <Text tone="muted">
          <LockOutlined role="img" title={t('withPassword')} aria-label={t('withPassword')} />
        </Text>
      )}
      {share.allowEdit && <EditMark />}
      {share.allowComment && <CommentMark />}
      {phone && <StateTag status={share.status} />}
    </NameCell>
  );
}

function useColumns(): TableColumnsType<Share> {
  const t = useText('sharing.links');
  return [
    { key: 'name', title: t('name'), render: (_, row) => <ShareName share={row} /> },
    { key: 'state', title: t('status'), width: 110, render: (_, row) => <StateTag status={row.status} /> },
    {
      key: 'for',
      title: t('forWhom'),
      width: 150,
      render: (_, row) =>
        row.recipients.length === 0 ? t('everybody') : t('nRecipients', { count: row.recipients.filter((who) => !who.byDomain).length }),
    },
    { key: 'opens', title: t('opens'), align: 'end', width: 90, render: (_, row) => row.opens },
    {
      key: 'downloads',
      title: t('downloads'),
      align: 'end',
      width: 110,
      render: (_, row) => (row.allowDownload ? usedOf(row.downloads, row.downloadLimit) : '–'),
    },
    {
      key: 'last',
      title: t('lastOpened'),
      width: 140,
      render: (_, row) => (row.lastOpenTime ? <RelativeTime iso={row.lastOpenTime} /> : t('notYet')),
    },
    { key: 'ends', title: t('validUntil'), width: 140, render: (_, row) => <EndTime iso={row.deadline} /> },
  ];
}
