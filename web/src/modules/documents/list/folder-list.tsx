import { type Item, library } from '@dossier/contract/documents/library';
import { type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { create } from 'zustand';
import { rowHeight, useAppearance } from '../../../platform/appearance.ts';
import { useText } from '../../../platform/i18n.ts';
import { type ItemContext, ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { queryClient } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { CardGrid, cardShapes } from '../../../platform/ui/data-table/card-grid.tsx';
import { DataTable } from '../../../platform/ui/data-table/data-table.tsx';
import type { GroupHandling, ListProps, RowTraits } from '../../../platform/ui/data-table/list-frame.tsx';
import { arrangementOf, useArrangement, useLayout, useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import type { ListState } from '../../../platform/ui/data-table/list-state.ts';
import { type RowSource, pageQuery } from '../../../platform/ui/data-table/paged-rows.ts';
import { indexAt } from '../../../platform/ui/data-table/use-list-interaction.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { can, isFolder, mayOrganise, placePath, prefetchPlace } from '../areas.ts';
import { type FolderPlace, showDetails, useCutIds } from '../folder-context.ts';
import { useHighlight } from '../highlight.ts';
import { GalleryCard, ItemCard, phoneColumns, snapshotColumns, useItemColumns } from '../item-columns.tsx';
import { useRenaming } from '../renaming.ts';
import { folderInput } from './prefetch-folder.ts';
import { useRowTools } from '../row-tools.tsx';

/** The items dragged inside the window. */
const useDragging = create<{ items: Item[] }>(() => ({ items: [] }));

const mime = 'application/x-dossier-items';

/** Starts dragging the row under the pointer, with the whole selection if the row is selected. */
function useDrag(selected: Item[], source: { rowAt: (index: number) => Item | undefined }) {
  return (event: React.DragEvent) => {
    const index = indexAt(event.target);
    const row = index === undefined ? undefined : source.rowAt(index);
    if (row === undefined) return event.preventDefault();
    const items = selected.some((item) => item.id === row.id) ? selected : [row];
    event.dataTransfer.setData(mime, items.map((item) => item.id).join(','));
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setDragImage(ghost(items), -12, -8);
    useDragging.setState({ items });
  };
}

/** A small label beside the pointer instead of an image of the row. */
function ghost(items: Item[]): HTMLElement {
  const label = document.createElement('div');
  label.textContent = items.length === 1 ? (items[0]?.name ?? '') : `${items[0]?.name ?? ''} +${items.length - 1}`;
  Object.assign(label.style, {
    position: 'fixed',
    top: '-100px',
    maxWidth: '280px',
    padding: '4px 10px',
    overflow: 'hidden',
    borderRadius: '6px',
    background: 'var(--accent-solid)',
    color: '#fff',
    font: '13px var(--font)',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
  });
  document.body.append(label);
  setTimeout(() => label.remove());
  return label;
}

/** The valid drop target under the pointer. */
function targetOf(event: DragEvent): HTMLElement | undefined {
  const { items } = useDragging.getState();
  const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null;
  const id = place?.dataset.folder;
  if (place === null || id === undefined || items.length === 0) return undefined;
  // Not into itself, or into its present folder.
  if (items.some((item) => item.id === id || item.parentId === id)) return undefined;
  return place;
}

let currentTarget: HTMLElement | undefined;

function highlightTarget(place: HTMLElement | undefined): void {
  if (currentTarget === place) return;
  currentTarget?.removeAttribute('data-over');
  place?.setAttribute('data-over', '');
  currentTarget = place;
}

/** Lets list items be dropped on every folder of the page: rows, cards, tree, breadcrumb. */
function useDragLayer(): void {
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (useDragging.getState().items.length === 0) return;
      const place = targetOf(event);
      highlightTarget(place);
      if (place === undefined) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'move';
    };
    const onDrop = (event: DragEvent) => {
      const { items } = useDragging.getState();
      const place = targetOf(event);
      end();
      if (place === undefined) return;
      event.preventDefault();
      const target = { id: place.dataset.folder ?? '', name: place.dataset.name ?? '' };
      void import('../actions/item-operations.tsx').then(({ moveItems }) => moveItems(items, target)).catch(() => undefined);
    };
    const end = () => {
      highlightTarget(undefined);
      useDragging.setState({ items: [] });
    };
    addEventListener('dragover', onOver);
    addEventListener('drop', onDrop);
    addEventListener('dragend', end);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('drop', onDrop);
      removeEventListener('dragend', end);
    };
  }, []);
}

interface FolderListProps {
  place: FolderPlace;
  source: RowSource<Item>;
  state: ListState<Item>;
  ctx: ItemContext;
  reveal: number | undefined;
  groups: GroupHandling | undefined;
}

const phoneRow = 60;
const snapshotRow = 88;
const drawCard = (item: Item, renaming: boolean): ReactNode => <ItemCard item={item} renaming={renaming} />;
const drawPicture = (item: Item, renaming: boolean): ReactNode => <GalleryCard item={item} renaming={renaming} />;

/** The items of a folder as rows, as cards, or in the phone layout. */
export function FolderList(props: FolderListProps): ReactNode {
  const phone = useMedia('phone');
  const density = useAppearance((appearance) => appearance.density);
  const layout = useLayout(props.place);
  const columns = useItemColumns(props.place.id !== undefined);
  const shared = useShared(props);
  const tools = useRowTools(props.ctx);
  const key = `${props.state.key} ${layout}`;
  if (phone) return <DataTable key={key} {...shared} {...tools} columns={phoneColumns} bare rowHeight={phoneRow} />;
  if (layout === 'grid') return <CardGrid key={key} {...shared} card={drawCard} shape={cardShapes.grid} />;
  if (layout === 'gallery') return <CardGrid key={key} {...shared} card={drawPicture} shape={cardShapes.gallery} justified />;
  if (layout === 'snapshot') return <DataTable key={key} {...shared} columns={snapshotColumns} bare rowHeight={snapshotRow} />;
  return <DataTable key={key} {...shared} columns={columns} rowHeight={rowHeight[density]} />;
}

function useShared({ place, source, state, ctx, reveal, groups }: FolderListProps): ListProps<Item> {
  const t = useText('documents.library');
  const join = use(ItemExtensionsContext);
  const { sort, arrange } = useArrangement(place.id);
  const renaming = useRenaming((store) => store.id);
  const [touch] = useState(() => matchMedia('(hover: none)').matches);
  const onDragStart = useDrag(state.rows, source);
  useDragLayer();
  const near = useCallback((item: Item) => {
    const input = (parentId: string) => folderInput(parentId, undefined, arrangementOf(useListPreferences.getState(), parentId));
    prefetchPlace(item, (parentId) => void queryClient.prefetchQuery(pageQuery(library.items, input(parentId), 1)));
  }, []);
  return {
    label: place.ancestors.at(-1)?.name ?? place.folder?.name ?? t(place.id === undefined ? 'cabinets' : 'folder'),
    source,
    state,
    renaming,
    touch,
    near,
    reveal,
    groups,
    sorting: { sort, change: (next) => arrange({ sort: next }) },
    onDragStart,
    traits: useTraits(place),
    open: (item) => void (isFolder(item) ? ctx.go(placePath(item.moduleType, item.id)) : join.open(item, ctx)),
    details: () => showDetails(useListPreferences.getState().tab),
    // a new tab would not belong to a view-as session
    address: (item) => (session.viewsAs() ? undefined : join.addressOf(item)),
  };
}

function useTraits(place: FolderPlace): (item: Item) => RowTraits {
  const cut = useCutIds();
  const fresh = useHighlight((store) => store.fresh);
  return useCallback(
    (item) => ({
      ...(isFolder(item) && {
        folder: { id: item.id, upload: can(item.rights, 'upload') && item.publishing !== true && place.folder?.publishing !== true },
      }),
      draggable: mayOrganise(item, place.folder?.publishing) && place.id !== undefined,
      faint: cut.has(item.id),
      fresh: fresh.has(item.id),
    }),
    [cut, fresh, place.id, place.folder?.publishing],
  );
}
