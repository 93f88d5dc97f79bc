import { type Item, library } from '@dossier/contract/library';
import { type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useGo } from '../../ground/go.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { ItemActionsContext, useItemActions } from '../../ground/item-context.ts';
import { rowHeight, useLook } from '../../ground/look.ts';
import { queryClient } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { ActionBar } from './action-bar.tsx';
import { can, isFolder, placePath, prefetchPlace } from './area.ts';
import { useClipboard } from './clipboard.ts';
import { ItemMenu } from './item-menu.tsx';
import { DetailsPane } from './details/details-pane.tsx';
import { FolderEmpty } from './folder-empty.tsx';
import { phoneColumns, useItemColumns } from './item-columns.tsx';
import { CardGrid } from './list/card-grid.tsx';
import { DataList, type RowTraits } from './list/data-list.tsx';
import { useDrag } from './list/drag.ts';
import { useDragLayer } from './list/drag-layer.ts';
import { useListPrefs } from './list/list-prefs.ts';
import { useListState } from './list/list-state.ts';
import { ItemCard } from './list/name-cell.tsx';
import { useRenaming } from './list/renaming.ts';
import { pageQuery, type RowSource, usePagedRows } from './list/row-source.ts';
import type { Sort } from './list/sort.ts';
import { useListKeys } from './list/use-list-keys.tsx';
import { useReveal } from './list/use-reveal.ts';
import styles from './library.module.css';
import type { Place } from './use-place.ts';

interface FolderViewProps {
  place: Place;
  keyword: string | undefined;
  pageNo: number | undefined;
  filter: (keyword: string | undefined) => void;
}

const phoneRow = 60;

/** What lies in an area or a folder: actions, list or cards, details. */
export function FolderView({ place, keyword, pageNo, filter }: FolderViewProps): ReactNode {
  const t = useText('library');
  const phone = useMedia('phone');
  const join = use(ItemActionsContext);
  const density = useLook((look) => look.density);
  const { layout, sort } = useListPrefs();
  const { input, route } = useListInput(place, keyword, sort);
  const source = usePagedRows<Item>(route as never, input, {
    family: `${place.moduleType}/${place.id ?? ''}`,
    enabled: place.error === null,
  });
  const state = useListState(source, `${place.moduleType}/${place.id ?? ''}`);
  const [touch] = useState(() => matchMedia('(hover: none)').matches);
  const renaming = useRenaming((one) => one.id);
  const cut = useCutIds();
  const ctx = useItemContext(place, source, { rows: state.rows, sort });
  const columns = useItemColumns(place.id !== undefined);
  const reveal = useReveal(source, state, { pageNo, isReady: place.error === null });
  const itemActions = useItemActions(state.rows, ctx);
  const placeActions = useItemActions([], ctx);
  useListKeys({ itemActions, placeActions, ctx, rows: state.rows, up: () => goUp(place, ctx.go) });

  const open = useCallback(
    (item: Item) => void (isFolder(item) ? ctx.go(placePath(item.moduleType, item.id)) : join.open(item, ctx)),
    [join, ctx],
  );
  const traits = useCallback(
    (item: Item): RowTraits => ({
      ...(isFolder(item) && { folder: { id: item.id, upload: can(item.rights, 'upload') && item.publishing !== true } }),
      draggable: can(item.rights, 'modify') && place.id !== undefined,
      faint: cut.has(item.id),
    }),
    [cut, place.id],
  );
  const near = useCallback(
    (item: Item) =>
      prefetchPlace(
        item,
        (parentId) =>
          void queryClient.prefetchQuery(
            pageQuery(library.items as never, { parentId, sortField: sort.field, sortDirection: sort.direction }, 1),
          ),
      ),
    [sort],
  );
  useDragLayer();
  const drag = useDrag(state.rows, source);
  const error = place.error ?? source.error;
  const shared = {
    label: place.folder?.name ?? t('cabinets'),
    source,
    state,
    renaming,
    traits,
    open,
    near,
    onDragStart: drag,
    reveal,
    touch,
    details: () => useListPrefs.setState({ details: true }),
    address: (item: Item) => (isFolder(item) ? placePath(item.moduleType, item.id) : undefined),
  };
  return (
    <div className={styles.page}>
      <ActionBar place={place} state={state} itemActions={itemActions} placeActions={placeActions} keyword={keyword} filter={filter} />
      <div className={styles.body}>
        <ItemMenu itemActions={itemActions} placeActions={placeActions}>
          {/* Files dropped here are taken up by the upload layer, things of the list by the drag layer. */}
          <div
            className={styles.list}
            data-folder={place.id}
            data-upload={can(place.rights, 'upload') && place.id !== undefined && place.folder?.publishing !== true ? place.id : undefined}
            data-name={place.folder?.name}
          >
            {error !== null ? (
              <ErrorBox error={error} retry={() => void refreshAll(source)} />
            ) : source.total === 0 && (place.id === undefined || place.folder !== undefined) ? (
              <FolderEmpty place={place} keyword={keyword} actions={placeActions} clear={() => filter(undefined)} />
            ) : layout === 'grid' && !phone ? (
              <CardGrid key={state.key} {...shared} card={(item, isRenaming) => <ItemCard item={item} renaming={isRenaming} />} />
            ) : (
              <DataList
                key={state.key}
                {...shared}
                columns={phone ? phoneColumns : columns}
                bare={phone}
                rowHeight={phone ? phoneRow : rowHeight[density]}
              />
            )}
          </div>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={place.folder} close={() => useListPrefs.setState({ details: false })} />
      </div>
    </div>
  );
}

function useListInput(place: Place, keyword: string | undefined, sort: { field: string; direction: string }) {
  return useMemo(() => {
    const filtered = keyword === undefined || keyword === '' ? {} : { keyword };
    if (place.id === undefined) return { route: library.cabinets, input: { moduleType: place.moduleType, ...filtered } };
    return { route: library.items, input: { parentId: place.id, sortField: sort.field, sortDirection: sort.direction, ...filtered } };
  }, [place.id, place.moduleType, keyword, sort]);
}

function useCutIds(): ReadonlySet<string> {
  const { mode, items } = useClipboard();
  return useMemo(() => new Set(mode === 'cut' ? items.map((item) => item.id) : []), [mode, items]);
}

interface Shown {
  rows: Item[];
  sort: Sort;
}

function useItemContext(place: Place, source: RowSource<Item>, { rows, sort }: Shown): ItemContext {
  const go = useGo();
  // The clipboard decides whether there is anything to paste.
  useClipboard();
  const siblings = useCallback(
    () =>
      Array.from({ length: Math.min(source.total ?? 0, siblingLimit) }, (_, at) => source.rowAt(at)).filter((item) => item !== undefined),
    [source],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: siblings are read when asked for, from whatever has been read by then.
  return useMemo(
    () => ({
      place: 'list',
      ...(place.id !== undefined && { parentId: place.id }),
      moduleType: place.moduleType,
      parentRights: place.folder?.publishing === true ? place.rights & ~32 : place.rights,
      ...(place.id !== undefined && { sortField: sort.field, sortDirection: sort.direction }),
      get siblings() {
        return siblings();
      },
      go,
      startRename: (id: string) => useRenaming.getState().start(id),
      showDetails: (tab?: string) =>
        useListPrefs.setState(({ details }) => ({ details: tab !== undefined || !details, ...(tab !== undefined && { tab }) })),
    }),
    [place.id, place.moduleType, place.rights, place.folder, source.total, rows, sort, go],
  );
}

const siblingLimit = 10_000;

async function refreshAll(source: { retry: () => void }): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [library.ancestors.path] });
  source.retry();
}

function goUp(place: Place, go: (path: string) => void): void {
  if (place.id === undefined) return;
  const parent = place.ancestors.at(-2);
  go(placePath(place.moduleType, parent?.id, { select: place.id }));
}
