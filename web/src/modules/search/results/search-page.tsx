import { AppstoreOutlined, CloseOutlined, SearchOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { moduleType } from '@dossier/contract/core/rights';
import { session as sessionCalls } from '@dossier/contract/identity/sessions';
import { type SearchTerms, savedSearches } from '@dossier/contract/search/saved-searches';
import { Button, Input, Segmented } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { boundedTextParam, integerParam } from '../../../platform/page-query.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { Breadcrumbs, PageBreadcrumbs } from '../../../platform/ui/links.tsx';
import { type AreaType, areaTitles, searchPath } from '../../documents/areas.ts';
import { patchCurrentUser, useCurrentUser } from '../../identity/current-user.ts';
import { SearchQuery, areaOf } from '../search-query.ts';
import { termsOf } from '../search-terms.ts';
import { KeepButtons, KeptSearches } from './kept-searches.tsx';
import { SearchFilters, SearchSort } from './search-filters.tsx';
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

/** A search whose filters are still being changed is no search of its own. */
const settleMs = 1500;

/** Keeps the search of the page among the last ones: new words at once, other filters when they have settled. */
function useRemembered(terms: SearchTerms): void {
  const text = JSON.stringify(terms);
  const last = useRef('');
  useEffect(() => {
    const { keyword = '' } = JSON.parse(text) as SearchTerms;
    if (keyword === '' || session.viewsAs()) return undefined;
    const remember = async (): Promise<void> => {
      await call(savedSearches.remember, { terms: JSON.parse(text) as SearchTerms }, { quiet: true });
      await invalidateRoutes(savedSearches.recent);
    };
    const isNew = last.current !== keyword;
    last.current = keyword;
    // a search that was not kept is no loss worth a notice
    const timer = setTimeout(() => void remember().catch(() => undefined), isNew ? 0 : settleMs);
    return () => clearTimeout(timer);
  }, [text]);
}

/** Results as a table or with snippets. */
function ViewSwitch(): ReactNode {
  const t = useText('search');
  const user = useCurrentUser();
  const show = (value: number) => {
    patchCurrentUser({ searchType: value });
    if (!session.viewsAs()) void call(sessionCalls.setSearchType, { value }).catch(() => undefined);
  };
  return (
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
  );
}

/** Searches items by name and content; the address holds the search. */
function SearchPage({ page }: { page: 2 | 3 | 4 }): ReactNode {
  const t = useText('search');
  const go = useNavigate();
  const query = usePageQuery(SearchQuery);
  const user = useCurrentUser();
  const phone = useMedia('phone');
  const keyword = query.keyword?.trim() ?? '';
  usePageTitle(keyword === '' ? t('search') : t('searchFor', { keyword }));
  const terms = termsOf(query, page);
  useRemembered(terms);
  const isAsked = keyword !== '' || query.tagIds !== undefined || query.card !== undefined;
  const set = useMemo(
    () => (changes: Partial<SearchQuery>) =>
      go(searchPath(page, { ...query, pageNo: undefined, ...changes }), undefined, { replace: true }),
    [go, page, query],
  );
  const sort = <SearchSort query={query} set={set} />;
  return (
    <Stack grow>
      <PageBreadcrumbs>
        <Breadcrumbs crumbs={[{ title: t('search') }, { title: areaName(query, page, t) }]} />
      </PageBreadcrumbs>
      <Row gap={3} align="start" justify="between" className={styles.top}>
        {/* elsewhere the field of the top bar has the words */}
        {phone && <SearchField key={keyword} keyword={query.keyword ?? ''} search={(words) => set({ keyword: words })} />}
        {!phone && <SearchFilters query={query} page={page} set={set} />}
        <Row gap={2} rigid>
          {!phone && sort}
          {!session.viewsAs() && <KeepButtons terms={isAsked ? terms : undefined} />}
          <ViewSwitch />
        </Row>
      </Row>
      {phone && (
        <SearchFilters query={query} page={page} set={set}>
          {sort}
        </SearchFilters>
      )}
      {isAsked ? (
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
      ) : (
        <Start />
      )}
    </Stack>
  );
}

/** Before anything is searched for: how to begin, and what was searched for before. */
function Start(): ReactNode {
  const t = useText('search');
  return (
    <Stack grow scroll className={styles.start}>
      <Empty icon={<SearchOutlined />} title={t('startTitle')} hint={t('startHint')} />
      {!session.viewsAs() && (
        <Stack className={styles.kept}>
          <KeptSearches />
        </Stack>
      )}
    </Stack>
  );
}

/** The searched area, which the path of the page names. */
function areaName(query: SearchQuery, page: number, t: TextOf<'search'>): string {
  return t(areaTitles[areaOf(query, page) as AreaType] ?? 'allAreas');
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
