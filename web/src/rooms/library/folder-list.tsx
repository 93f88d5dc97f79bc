import { type Item, library } from '@dossier/contract/library';
import { type ReactNode, use, useCallback, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { ItemActionsContext } from '../../ground/item-context.ts';
import { rowHeight, useLook } from '../../ground/look.ts';
import { queryClient } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { can, isFolder, placePath, prefetchPlace } from './area.ts';
import { showDetails, useCutIds } from './folder-context.ts';
import { phoneColumns, snapshotColumns, useItemColumns } from './item-columns.tsx';
import { CardGrid } from './list/card-grid.tsx';
import { cardShapes } from './list/card-places.ts';
import { DataList } from './list/data-list.tsx';
import { useDrag } from './list/drag.ts';
import { useDragLayer } from './list/drag-layer.ts';
import { useHighlight } from './list/highlight.ts';
import { useLayout } from './list/layouts.ts';
import type { ListProps, RowTraits } from './list/list-props.ts';
import { useListPrefs } from './list/list-prefs.ts';
import type { ListState } from './list/list-state.ts';
import { GalleryCard, ItemCard } from './list/picture-cells.tsx';
import { useRenaming } from './list/renaming.ts';
import { pageQuery, type RowSource } from './list/row-source.ts';
import type { Place } from './use-place.ts';

interface FolderListProps {
  place: Place;
  source: RowSource<Item>;
  state: ListState<Item>;
  ctx: ItemContext;
  reveal: number | undefined;
}

const phoneRow = 60;
const snapshotRow = 88;
const drawCard = (item: Item, renaming: boolean): ReactNode => <ItemCard item={item} renaming={renaming} />;
const drawPicture = (item: Item, renaming: boolean): ReactNode => <GalleryCard item={item} renaming={renaming} />;

/** The items of a place as rows, as cards, or as a phone shows them. */
export function FolderList(props: FolderListProps): ReactNode {
  const phone = useMedia('phone');
  const density = useLook((look) => look.density);
  const layout = useLayout(props.place);
  const columns = useItemColumns(props.place.id !== undefined);
  const shared = useShared(props);
  const key = `${props.state.key} ${layout}`;
  if (phone) return <DataList key={key} {...shared} columns={phoneColumns} bare rowHeight={phoneRow} />;
  if (layout === 'grid') return <CardGrid key={key} {...shared} card={drawCard} shape={cardShapes.grid} />;
  if (layout === 'gallery') return <CardGrid key={key} {...shared} card={drawPicture} shape={cardShapes.gallery} justified />;
  if (layout === 'snapshot') return <DataList key={key} {...shared} columns={snapshotColumns} bare rowHeight={snapshotRow} />;
  return <DataList key={key} {...shared} columns={columns} rowHeight={rowHeight[density]} />;
}

function useShared({ place, source, state, ctx, reveal }: FolderListProps): ListProps<Item> {
  const t = useText('library');
  const join = use(ItemActionsContext);
  const sort = useListPrefs((prefs) => prefs.sort);
  const renaming = useRenaming((one) => one.id);
  const [touch] = useState(() => matchMedia('(hover: none)').matches);
  const onDragStart = useDrag(state.rows, source);
  useDragLayer();
  const near = useCallback(
    (item: Item) => {
      const input = { sortField: sort.field, sortDirection: sort.direction };
      prefetchPlace(item, (parentId) => void queryClient.prefetchQuery(pageQuery(library.items, { parentId, ...input }, 1)));
    },
    [sort],
  );
  return {
    label: place.ancestors.at(-1)?.name ?? place.folder?.name ?? t(place.id === undefined ? 'cabinets' : 'folder'),
    source,
    state,
    renaming,
    touch,
    near,
    reveal,
    onDragStart,
    traits: useTraits(place),
    open: (item) => void (isFolder(item) ? ctx.go(placePath(item.moduleType, item.id)) : join.open(item, ctx)),
    details: () => showDetails(useListPrefs.getState().tab),
    address: (item) => (isFolder(item) ? placePath(item.moduleType, item.id) : undefined),
  };
}

function useTraits(place: Place): (item: Item) => RowTraits {
  const cut = useCutIds();
  const fresh = useHighlight((one) => one.fresh);
  return useCallback(
    (item) => ({
      ...(isFolder(item) && { folder: { id: item.id, upload: can(item.rights, 'upload') && item.publishing !== true } }),
      draggable: can(item.rights, 'modify') && place.id !== undefined,
      faint: cut.has(item.id),
      fresh: fresh.has(item.id),
    }),
    [cut, fresh, place.id],
  );
}
