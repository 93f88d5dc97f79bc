import { AppstoreOutlined, CloseOutlined, SearchOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { moduleType } from '@dossier/contract/core/rights';
import { session } from '@dossier/contract/identity/sessions';
import { Button, Input, Segmented } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { boundedTextParam, integerParam } from '../../../platform/page-query.ts';
import { session as ownSession } from '../../../platform/sessions.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { usePageTitle } from '../../../platform/ui/hooks.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { searchPath } from '../../documents/areas.ts';
import { patchCurrentUser, useCurrentUser } from '../../identity/current-user.ts';
import { SearchFilters } from './search-filters.tsx';
import { SearchQuery } from './search-query.ts';
import { SearchResults } from './search-results.tsx';
import styles from './search.module.css';

/** The field of the search words. */
export function SearchField({ keyword, search }: { keyword: string; search: (words: string) => void }): ReactNode {
  const t = useText('search');
  const [text, setText] = useState(keyword);
  return (
    <Input.Search
      value={text}
      maxLength={200}
      allowClear={{ clearIcon: <ClearIcon /> }}
      autoFocus={keyword === ''}
      placeholder={t('words')}
      aria-label={t('words')}
      searchIcon={<SearchOutlined aria-label={t('search')} />}
      onChange={(event) => setText(event.target.value)}
      onSearch={(words) => words.trim() !== '' && search(words.trim())}
    />
  );
}

const table = 1;
const snapshot = 2;

/** Searches items by name and content; the address holds the search. */
function SearchPage({ page }: { page: 2 | 3 | 4 }): ReactNode {
  const t = useText('search');
  const go = useNavigate();
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
    <Stack grow>
      <Row gap={3} justify="between" className={styles.top}>
        <SearchField key={keyword} keyword={query.keyword ?? ''} search={(words) => set({ keyword: words })} />
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
      </Row>
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
    </Stack>
  );
}

export const MySearchPage = (): ReactNode => <SearchPage page={moduleType.my} />;
export const EnterpriseSearchPage = (): ReactNode => <SearchPage page={moduleType.enterprise} />;
export const SystemSearchPage = (): ReactNode => <SearchPage page={moduleType.system} />;

const RedirectQuery = { keyword: boundedTextParam(200), pageNum: integerParam(1) };

/** /dms/searchPageNum?keyword=&pageNum= redirects to that page of the results; after a sign-in, if needed. */
export function SearchPageRedirect(): null {
  const go = useNavigate();
  const pageQuery = usePageQuery(RedirectQuery);
  // the address changes while this page is still mounted
  const [{ keyword, pageNum }] = useState(pageQuery);
  useEffect(() => go('/knowledge/search', { keyword, pageNo: pageNum }, { replace: true }), [go, keyword, pageNum]);
  return null;
}
