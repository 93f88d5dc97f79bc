import type { Item } from '@dossier/contract/library';
import { right } from '@dossier/contract/rights';
import { useMemo, useRef } from 'react';
import { useGo } from '../../ground/go.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { useClipboard } from './clipboard.ts';
import { useListPrefs } from './list/list-prefs.ts';
import { useRenaming } from './list/renaming.ts';
import type { RowSource } from './list/row-source.ts';
import type { Sort } from './list/sort.ts';
import type { Place } from './use-place.ts';

/** Opens the details pane at a tab; without one folds it or unfolds it. */
export function showDetails(tab?: string): void {
  useListPrefs.setState(({ details }) => ({ details: tab !== undefined || !details, ...(tab !== undefined && { tab }) }));
}

/** The items of the clipboard that are about to go. */
export function useCutIds(): ReadonlySet<string> {
  const { mode, items } = useClipboard();
  return useMemo(() => new Set(mode === 'cut' ? items.map((item) => item.id) : []), [mode, items]);
}

/** What actions may know of a folder and do in it. */
export function useFolderContext(place: Place, source: RowSource<Item>, sort: Sort): ItemContext {
  const go = useGo();
  const { id, moduleType } = place;
  // Nothing is uploaded by hand into a cabinet that flows alone fill.
  const fedByFlows = place.folder?.publishing === true;
  const parentRights = fedByFlows ? place.rights & ~right.upload : place.rights;
  const rows = useRef(source);
  rows.current = source;
  return useMemo(
    () => ({
      place: 'list',
      ...(id !== undefined && { parentId: id, sortField: sort.field, sortDirection: sort.direction }),
      moduleType,
      parentRights,
      fedByFlows,
      // Whatever has been read by the time somebody asks.
      get siblings() {
        const { total = 0, rowAt } = rows.current;
        return Array.from({ length: total }, (_, at) => rowAt(at)).filter((item) => item !== undefined);
      },
      go,
      startRename: (item: string) => useRenaming.getState().start(item),
      showDetails,
    }),
    [id, moduleType, parentRights, fedByFlows, sort, go],
  );
}
