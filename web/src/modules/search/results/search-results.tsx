import { SearchOutlined } from '@ant-design/icons';
import { type Hit, search } from '@dossier/contract/search/search';
import { type ReactNode, use, useMemo, useRef, useState } from 'react';
import { rowHeight, useAppearance } from '../../../platform/appearance.ts';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { type ItemContext, ItemExtensionsContext, type ReadyAction, useItemActions } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import type { Column } from '../../../platform/ui/data-table/columns.ts';
import { DataTable } from '../../../platform/ui/data-table/data-table.tsx';
import { session } from '../../../platform/sessions.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { PagesOf, useListPages } from '../../../platform/ui/data-table/list-pages.tsx';
import { type ListState, useListState } from '../../../platform/ui/data-table/list-state.ts';
import { type RowSource, usePagedRows } from '../../../platform/ui/data-table/paged-rows.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ItemThumbnail } from '../../../platform/ui/thumbnails.tsx';
import { BottomBar, FittingActions, ItemMenu } from '../../documents/action-buttons.tsx';
import { type AreaType, areaTitles, isFolder, placePath } from '../../documents/areas.ts';
import { DetailsPane } from '../../documents/details-pane.tsx';
import { showDetails } from '../../documents/folder-context.ts';
import { useReveal } from '../../documents/highlight.ts';
import { Marks, NameCell, NameWords } from '../../documents/item-columns.tsx';
import { useRenaming } from '../../documents/renaming.ts';
import { useListKeys } from '../../documents/use-list-keys.tsx';
import { type SearchQuery, isNarrowed, searchInput } from '../search-query.ts';
import styles from './search.module.css';

/** The columns of the results table. */
function useHitColumns(): readonly Column<Hit>[] {
  const t = useText('search');
  return useMemo(
    (): Column<Hit>[] => [
      { id: 'name', label: t('name'), width: 0, min: 220, cell: (hit, { renaming }) => <HitCell hit={hit} renaming={renaming} /> },
      { id: 'path', label: t('path'), width: 260, cell: (hit) => <span title={whereOf(hit, t)}>{whereOf(hit, t)}</span> },
      { id: 'updater', label: t('updater'), width: 120, cell: (hit) => hit.updaterName ?? hit.creatorName },
      { id: 'updated', label: t('updateTime'), width: 120, end: true, cell: (hit) => <RelativeTime iso={hit.updateTime} /> },
      { id: 'size', label: t('size'), width: 96, end: true, cell: (hit) => hit.size !== undefined && <FileSize bytes={hit.size} /> },
    ],
    [t],
  );
}

/** The path of a result: for a cabinet its area. */
function whereOf(hit: Hit, t: TextOf<'search'>): string {
  if (hit.path !== '') return hit.path;
  return t(areaTitles[hit.moduleType as AreaType] ?? 'allAreas');
}

/** The name of a result, and the snippet below. */
function HitCell({ hit, renaming }: { hit: Hit; renaming: boolean }): ReactNode {
  const name = <NameCell item={hit} renaming={renaming} />;
  if (hit.snippet === undefined || hit.snippet === '') return name;
  return (
    <Stack>
      {name}
      <Text as="p" size="xs" tone="muted" truncate className={styles.line}>
        <Snippet text={hit.snippet} />
      </Text>
    </Stack>
  );
}

/** A result with its snippet. */
function SnapshotCell({ hit, renaming }: { hit: Hit; renaming: boolean }): ReactNode {
  const t = useText('search');
  return (
    <Row gap={3} align="start">
      <span className={styles.picture}>
        <ItemThumbnail item={hit} icon={32} />
      </span>
      <Stack grow>
        {renaming ? (
          <NameCell item={hit} renaming />
        ) : (
          <Text as="div" size="m" strong>
            <Row as="span" gap={2}>
              <NameWords item={hit} />
              <Marks item={hit} />
            </Row>
          </Text>
        )}
        <Text as="p" size="s" className={styles.snippet}>
          {hit.snippet !== undefined && hit.snippet !== '' && <Snippet text={hit.snippet} />}
        </Text>
        <Text size="xs" tone="muted" truncate>
          {whereOf(hit, t)} · <RelativeTime iso={hit.updateTime} />
          {hit.size !== undefined && (
            <>
              {' · '}
              <FileSize bytes={hit.size} />
            </>
          )}
          {` · ${hit.updaterName ?? hit.creatorName}`}
        </Text>
      </Stack>
    </Row>
  );
}

/** The single column of results as snapshots. */
const snapshotColumns: readonly Column<Hit>[] = [
  { id: 'name', label: '', width: 0, cell: (hit, { renaming }) => <SnapshotCell hit={hit} renaming={renaming} /> },
];

interface ResultsProps {
  query: SearchQuery;
  page: number;
  snapshot: boolean;
  /** The action that searches everywhere instead. */
  widen: ReactNode;
}

/** The server counts hits up to here. */
const countLimit = 1000;
const snapshotRow = 92;
/** Height that the snippet adds to a row. */
const snippetLine = 18;

/** The results, as a table or with snippets. */
export function SearchResults({ query, page, snapshot, widen }: ResultsProps): ReactNode {
  const t = useText('search');
  const phone = useMedia('phone');
  const input = useMemo(() => searchInput(query, page), [query, page]);
  const whole = usePagedRows<Hit>(search.search, input, { family: 'search' });
  const pages = useListPages(whole);
  const { source } = pages;
  const state = useListState(source, `search/${JSON.stringify(input)}${pages.key}`);
  const reveal = useReveal(whole, state, { pageNo: query.pageNo, isReady: true, pages });
  const ctx = useSearchContext(input.keyword, page, source);
  const actions = useItemActions(state.rows, ctx);
  useListKeys({ itemActions: actions, placeActions: [], ctx, rows: state.rows });
  const narrowed = isNarrowed(query, page);
  const count = state.selection.ids.size;
  return (
    <>
      <Head count={count} total={whole.total} actions={actions} />
      <Row align="stretch" grow>
        <ItemMenu itemActions={actions} placeActions={[]}>
          <Stack grow>
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
          </Stack>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPreferences.setState({ details: false })} />
      </Row>
      {source.error === null && whole.total !== 0 && <PagesOf pages={pages} />}
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
  const join = use(ItemExtensionsContext);
  const density = useAppearance((appearance) => appearance.density);
  const columns = useHitColumns();
  const renaming = useRenaming((store) => store.id);
  const [touch] = useState(() => matchMedia('(hover: none)').matches);
  const address = (hit: Hit): string | undefined => (session.viewsAs() ? undefined : join.addressOf(hit));
  const open = (hit: Hit): void => void (isFolder(hit) ? ctx.go(placePath(hit.moduleType, hit.id)) : join.open(hit, ctx));
  return (
    <DataTable
      key={`${state.key}${cards}`}
      label={t('results')}
      {...{ source, state, touch, renaming, open, address, reveal }}
      columns={cards ? snapshotColumns : columns}
      bare={cards}
      rowHeight={cards ? snapshotRow : rowHeight[density] + snippetLine}
      details={() => showDetails(useListPreferences.getState().tab)}
    />
  );
}

function Head({ count, total, actions }: { count: number; total: number | undefined; actions: ReadyAction[] }): ReactNode {
  const t = useText('search');
  const phone = useMedia('phone');
  if (count === 0) {
    return (
      <Row gap={2} className={styles.count} role="status">
        {/* keeps the line until the number is known, so that the results below it do not move */}
        {total === undefined ? '\u00a0' : total > 0 && <span>{countWords(t, total)}</span>}
      </Row>
    );
  }
  return (
    <Row gap={2} className={styles.count}>
      <Text tone="accent" strong nowrap aria-live="polite">
        {t('nSelected', { count })}
      </Text>
      {!phone && <FittingActions actions={actions} first={false} />}
    </Row>
  );
}

function countWords(t: ReturnType<typeof useText<'search'>>, total: number): string {
  return total >= countLimit ? t('foundMany', { count: countLimit }) : t('found', { count: total });
}

function useSearchContext(keyword: string, moduleType: number, source: RowSource<Hit>): ItemContext {
  const go = useNavigate();
  const rows = useRef(source);
  rows.current = source;
  return useMemo(
    () => ({
      place: 'search',
      moduleType,
      keyword,
      // The hits loaded at the time of the call.
      get siblings() {
        const { total = 0, rowAt } = rows.current;
        return Array.from({ length: total }, (_, at) => rowAt(at)).filter((item) => item !== undefined);
      },
      go,
      startRename: (id: string) => useRenaming.getState().start(id),
      showDetails,
    }),
    [keyword, moduleType, go],
  );
}

interface SnippetPart {
  readonly text: string;
  readonly found: boolean;
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'", '&amp;': '&' };

/** Parses a snippet: `<em>` marks matches, everything else is escaped plain text. */
export function splitSnippet(snippet: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let found = false;
  for (const piece of snippet.split(/(<\/?em>)/)) {
    if (piece === '<em>') found = true;
    else if (piece === '</em>') found = false;
    else if (piece !== '') parts.push({ text: plain(piece), found });
  }
  return parts;
}

function plain(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => entities[entity] ?? entity);
}

/** A snippet with marked matches; never rendered as HTML. */
function Snippet({ text }: { text: string }): ReactNode {
  return splitSnippet(text).map((part, at) => {
    const key = `${at}-${part.text}`;
    return part.found ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
