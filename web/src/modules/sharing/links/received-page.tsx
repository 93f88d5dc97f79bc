import { FolderOpenOutlined } from '@ant-design/icons';
import type { ReceivedShare } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import type { ReactNode } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { PagedTable, type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { ReceivedLink } from '../received-panel.tsx';
import { EndTime } from './end-time.tsx';

/** Shares that the user received from colleagues. */
export function ReceivedPage(): ReactNode {
  const t = useText('sharing.links');
  const pagedSearch = usePagedSearch();
  const found = useCall(shares.received, pagedSearch.input, { keep: true });
  const menuOf: RowMenu<ReceivedShare> = (share) => [
    { key: 'open', icon: <FolderOpenOutlined />, label: <ReceivedLink share={share}>{t('open')}</ReceivedLink> },
  ];
  const names = ({ items }: ReceivedShare): string => joinedNames(items.map((item) => item.name));
  return (
    <Page>
      <SearchBar label={t('findReceived')} search={pagedSearch} />
      <PagedTable<ReceivedShare, typeof pagedSearch.page>
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        empty={pagedSearch.keyword === '' ? { title: t('noReceived'), hint: t('noReceivedHint') } : { title: t('nothingFound') }}
        menuOf={menuOf}
        menuName={({ name }) => t('actionsOf', { name })}
        columns={[
          {
            key: 'name',
            title: t('name'),
            render: (_, row) => (
              <NameCell more={names(row)} phoneMore={row.giverName}>
                <ReceivedLink share={row} />
              </NameCell>
            ),
          },
          { key: 'giver', title: t('giver'), width: 180, render: (_, row) => row.giverName },
          { key: 'since', title: t('since'), width: 140, render: (_, row) => <RelativeTime iso={row.createTime} /> },
          {
            key: 'ends',
            title: t('validUntil'),
            width: 140,
            render: (_, row) => <EndTime iso={row.deadline} />,
          },
        ]}
      />
    </Page>
  );
}
