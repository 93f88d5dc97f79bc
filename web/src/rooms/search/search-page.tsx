import { AppstoreOutlined, CloseOutlined, SearchOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { moduleType } from '@dossier/contract/rights';
import { session } from '@dossier/contract/session';
import { Button, Segmented } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../ground/call.ts';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { session as ownSession } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { searchPath } from '../library/area.ts';
import { patchCurrentUser, useCurrentUser } from '../session/current-user.ts';
import styles from './search.module.css';
import { SearchFilters } from './search-filters.tsx';
import { SearchQuery } from './search-query.ts';
import { SearchResults } from './search-results.tsx';
import { SearchWords } from './search-words.tsx';

const table = 1;
const snapshot = 2;

/** Finds items by name and contents; the search is the address. */
function SearchPage({ page }: { page: 2 | 3 | 4 }): ReactNode {
  const t = useText('search');
  const go = useGo();
  const query = usePageQuery(SearchQuery);
  const user = useCurrentUser();
  const keyword = query.keyword?.trim() ?? '';
  usePageTitle(keyword === '' ? t('search') : t('searchFor', { keyword }));
  const set = useMemo(
    () => (changes: Partial<SearchQuery>) =>
      go(searchPath(page, { ...query, pageNo: undefined, ...changes }), undefined, { replace: true }),
    [go, page, query],
  );
  const show = (value: number) => {
    patchCurrentUser({ searchType: value });
    if (!ownSession.viewsAs()) void call(session.setSearchType, { value }).catch(() => undefined);
  };
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <SearchWords key={keyword} keyword={query.keyword ?? ''} search={(words) => set({ keyword: words })} />
        <Segmented
          size="small"
          aria-label={t('view')}
          value={user.searchType === snapshot ? snapshot : table}
          onChange={show}
          options={[
            { value: table, icon: <UnorderedListOutlined aria-label={t('viewTable')} />, title: t('viewTable') },
            { value: snapshot, icon: <AppstoreOutlined aria-label={t('viewSnapshot')} />, title: t('viewSnapshot') },
          ]}
        />
      </div>
      <SearchFilters query={query} page={page} set={set} />
      {keyword === '' && query.tagIds === undefined && query.card === undefined ? (
        <Empty icon={<SearchOutlined />} title={t('startTitle')} hint={t('startHint')} />
      ) : (
        <SearchResults
          query={query}
          page={page}
          snapshot={user.searchType === snapshot}
          widen={
            <Button icon={<CloseOutlined />} onClick={() => go(searchPath(page, { keyword, moduleType: 0 }))}>
              {t('widen')}
            </Button>
          }
        />
      )}
    </div>
  );
}

export const MySearchPage = (): ReactNode => <SearchPage page={moduleType.my} />;
export const EnterpriseSearchPage = (): ReactNode => <SearchPage page={moduleType.enterprise} />;
export const SystemSearchPage = (): ReactNode => <SearchPage page={moduleType.system} />;
