import { type ShareState, shareStates } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { SharesTable } from './shares-table.tsx';

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
