import { SearchOutlined } from '@ant-design/icons';
import { type Hit, search } from '@dossier/contract/search';
import { type ReactNode, use, useMemo, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useGo } from '../../ground/go.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { ItemActionsContext, type ReadyAction, useItemActions } from '../../ground/item-context.ts';
import { rowHeight, useLook } from '../../ground/look.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { BottomBar, FittingActions } from '../library/action-buttons.tsx';
import { isFolder, placePath } from '../library/area.ts';
import { DetailsPane } from '../library/details/details-pane.tsx';
import { showDetails } from '../library/folder-context.ts';
import { ItemMenu } from '../library/item-menu.tsx';
import { DataList } from '../library/list/data-list.tsx';
import { useListPrefs } from '../library/list/list-prefs.ts';
import { type ListState, useListState } from '../library/list/list-state.ts';
import { useRenaming } from '../library/list/renaming.ts';
import { type RowSource, usePagedRows } from '../library/list/row-source.ts';
import { useReveal } from '../library/list/use-reveal.ts';
import { useListKeys } from '../library/list/use-list-keys.tsx';
import { snapshotColumns, useHitColumns } from './hit-columns.tsx';
import styles from './search.module.css';
import { isNarrowed, searchInput, type SearchQuery } from './search-query.ts';

interface ResultsProps {
  query: SearchQuery;
  page: number;
  snapshot: boolean;
  /** Looks everywhere instead. */
  widen: ReactNode;
}

/** The server counts no further. */
const countLimit = 1000;
const snapshotRow = 92;
/** What the line under a name adds to a row. */
const snippetLine = 18;

/** What was found, as a table or with pieces of the text. */
export function SearchResults({ query, page, snapshot, widen }: ResultsProps): ReactNode {
  const t = useText('search');
  const phone = useMedia('phone');
  const input = useMemo(() => searchInput(query, page), [query, page]);
  const source = usePagedRows<Hit>(search.search, input, { family: 'search' });
  const state = useListState(source, `search/${JSON.stringify(input)}`);
  const reveal = useReveal(source, state, { pageNo: query.pageNo, isReady: true });
  const ctx = useSearchContext(input.keyword, page);
  const actions = useItemActions(state.rows, ctx);
  useListKeys({ itemActions: actions, placeActions: [], ctx, rows: state.rows });
  const narrowed = isNarrowed(query, page);
  const count = state.selection.ids.size;
  return (
    <>
      <Head count={count} total={source.total} actions={actions} />
      <div className={styles.body}>
        <ItemMenu itemActions={actions} placeActions={[]}>
          <div className={styles.list}>
            {source.error !== null ? (
              <ErrorBox error={source.error} retry={source.retry} />
            ) : source.total === 0 ? (
              <Empty
                icon={<SearchOutlined />}
                title={input.keyword === '' ? t('nothingTagged') : t('nothing', { keyword: input.keyword })}
                hint={t(narrowed ? 'nothingNarrowed' : 'nothingHint')}
                {...(narrowed && { action: widen })}
              />
            ) : (
              <Hits source={source} state={state} ctx={ctx} cards={snapshot || phone} reveal={reveal} />
            )}
          </div>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPrefs.setState({ details: false })} />
      </div>
      {phone && count > 0 && <BottomBar actions={actions} />}
    </>
  );
}

interface HitsProps {
  source: RowSource<Hit>;
  state: ListState<Hit>;
  ctx: ItemContext;
  cards: boolean;
  reveal: number | undefined;
}

function Hits({ source, state, ctx, cards, reveal }: HitsProps): ReactNode {
  const t = useText('search');
  const join = use(ItemActionsContext);
  const density = useLook((look) => look.density);
  const columns = useHitColumns();
  const renaming = useRenaming((one) => one.id);
  const [touch] = useState(() => matchMedia('(hover: none)').matches);
  const address = (hit: Hit): string | undefined => (isFolder(hit) ? placePath(hit.moduleType, hit.id) : undefined);
  const open = (hit: Hit): void => void (isFolder(hit) ? ctx.go(placePath(hit.moduleType, hit.id)) : join.open(hit, ctx));
  return (
    <DataList
      key={`${state.key}${cards}`}
      label={t('results')}
      {...{ source, state, touch, renaming, open, address, reveal }}
      columns={cards ? snapshotColumns : columns}
      bare={cards}
      rowHeight={cards ? snapshotRow : rowHeight[density] + snippetLine}
      details={() => showDetails(useListPrefs.getState().tab)}
    />
  );
}

function Head({ count, total, actions }: { count: number; total: number | undefined; actions: ReadyAction[] }): ReactNode {
  const t = useText('search');
  const phone = useMedia('phone');
  if (count === 0) {
    return (
      <div className={styles.count} role="status">
        {total !== undefined && total > 0 && <span>{countWords(t, total)}</span>}
      </div>
    );
  }
  return (
    <div className={styles.count}>
      <span className={styles.selected} aria-live="polite">
        {t('nSelected', { n: count })}
      </span>
      {!phone && <FittingActions actions={actions} first={false} />}
    </div>
  );
}

function countWords(t: ReturnType<typeof useText<'search'>>, total: number): string {
  return total >= countLimit ? t('foundMany', { n: countLimit }) : t('found', { n: total });
}

function useSearchContext(keyword: string, moduleType: number): ItemContext {
  const go = useGo();
  return useMemo(
    () => ({
      place: 'search',
      moduleType,
      keyword,
      go,
      startRename: (id: string) => useRenaming.getState().start(id),
      showDetails,
    }),
    [keyword, moduleType, go],
  );
}
