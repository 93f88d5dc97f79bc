import { LockOutlined } from '@ant-design/icons';
import { type Share, unlimited } from '@dossier/contract/share-shapes';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { type Found, PagedTable, type PageOf } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { sharePath } from './paths.ts';
import styles from './shares.module.css';
import { useShareDeeds } from './use-share-deeds.tsx';
import { Ends } from './ends.tsx';

interface SharesTableProps {
  found: Found<Share>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  searched: boolean;
}

/** How a share stands, in a word with a coloured dot. */
export function StateTag({ status }: Pick<Share, 'status'>): ReactNode {
  const t = useText('shares');
  return (
    <span className={styles.state} data-state={status}>
      {t(`state_${status}`)}
    </span>
  );
}

/** How many of a limit are used. */
export const usedOf = (used: number, limit: number): string => (limit === 0 && used === 0 ? '0' : `${used} / ${limit || unlimited}`);

/** Shares in pages, with a menu on each. */
export function SharesTable({ searched, ...props }: SharesTableProps): ReactNode {
  const t = useText('shares');
  const columns = useColumns();
  const deeds = useShareDeeds();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={searched ? { title: t('nothingFound') } : { title: t('noShares'), hint: t('noSharesHint') }}
      menuOf={deeds}
      menuName={({ name }) => t('actionsOf', { name })}
    />
  );
}

function ShareName({ share }: { share: Share }): ReactNode {
  const t = useText('shares');
  const phone = useMedia('phone');
  const joined = share.items.map((item) => item.name || t('goneItem')).join(', ');
  // one that is called as what it shares is named once
  const names = joined === share.name ? '' : joined;
  return (
    <span className={people.person} data-off={share.status !== 'enabled' || undefined}>
      <GoLink to={`${sharePath}?id=${share.id}`}>{share.name}</GoLink>
      {share.hasPassword && (
        <LockOutlined className={styles.sign ?? ''} role="img" title={t('withPassword')} aria-label={t('withPassword')} />
      )}
      {phone && <StateTag status={share.status} />}
      <span className={people.more} title={names}>
        {phone ? t('nOpens', { n: share.opens }) : names}
      </span>
    </span>
  );
}

function useColumns(): TableColumnsType<Share> {
  const t = useText('shares');
  return [
    { key: 'name', title: t('name'), render: (_, one) => <ShareName share={one} /> },
    { key: 'state', title: t('status'), width: 110, render: (_, one) => <StateTag status={one.status} /> },
    {
      key: 'for',
      title: t('forWhom'),
      width: 150,
      render: (_, one) =>
        one.recipients.length === 0 ? t('everybody') : t('nRecipients', { n: one.recipients.filter((who) => !who.byDomain).length }),
    },
    { key: 'opens', title: t('opens'), align: 'end', width: 90, render: (_, one) => one.opens },
    {
      key: 'downloads',
      title: t('downloads'),
      align: 'end',
      width: 110,
      render: (_, one) => (one.allowDownload ? usedOf(one.downloads, one.downloadLimit) : '–'),
    },
    {
      key: 'last',
      title: t('lastOpened'),
      width: 140,
      render: (_, one) => (one.lastOpenTime ? <Time iso={one.lastOpenTime} /> : t('notYet')),
    },
    { key: 'ends', title: t('validUntil'), width: 140, render: (_, one) => <Ends iso={one.deadline} /> },
  ];
}
