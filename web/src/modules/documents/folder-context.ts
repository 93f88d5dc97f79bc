import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Ancestor, type Item, type ItemDetail, library } from '@dossier/contract/documents/library';
import { useEffect, useMemo, useRef } from 'react';
import { type CallError, noAnswer } from '../../platform/call.ts';
import type { ItemContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { queryClient, useCall } from '../../platform/query.ts';
import { type Sort, useListPreferences } from '../../platform/ui/data-table/list-preferences.ts';
import type { RowSource } from '../../platform/ui/data-table/paged-rows.ts';
import { useCurrentUser } from '../identity/current-user.ts';
import { useClipboard } from './actions/clipboard.ts';
import { type AreaQuery, detailRoute, isFolder, keepPlace, placePath } from './areas.ts';
import { highlight } from './highlight.ts';
import { useRenaming } from './renaming.ts';

/** The current area, or a folder in it. */
export interface FolderPlace {
  moduleType: number;
  /** The open folder; undefined in the area itself. */
  id: string | undefined;
  ancestors: readonly Ancestor[];
  folder: ItemDetail | undefined;
  /** The user's rights here; undefined until they are loaded. */
  rights: number | undefined;
  error: CallError | null;
}

/** The path of a folder as far as lists and trees tell that were read before: without a network it keeps the way back. */
function knownPath(id: string): Ancestor[] {
  const isRead = (row: { id: string }): boolean => row.id === id;
  const pages = [library.items, library.cabinets].flatMap(({ path }) =>
    queryClient.getQueriesData<{ list: readonly Item[] }>({ queryKey: [path] }),
  );
  const item = pages.flatMap(([, page]) => page?.list ?? []).find(isRead);
  const paths = queryClient.getQueriesData<readonly Ancestor[]>({ queryKey: [library.ancestors.path] });
  const below = paths.map(([, path]) => path ?? []).find((path) => path.some(isRead));
  if (below !== undefined) return below.slice(0, below.findIndex(isRead) + 1);
  const parents = paths.map(([, path]) => path ?? []).find((path) => path.length > 0 && path.at(-1)?.id === item?.parentId);
  if (item?.objType === objType.cabinet) return [item];
  return item === undefined || parents === undefined ? [] : [...parents, item];
}

/** Reads the place from the address, resolves links to single items, and stores the path for pages outside the client. */
export function useFolderPlace(module: number, query: AreaQuery): FolderPlace {
  const go = useNavigate();
  const id = query.id;
  const path = useCall(library.ancestors, { id: id ?? '' }, { enabled: id !== undefined });
  const isUnread = path.data === undefined && (path.error === null || path.error.code === noAnswer);
  const known = useMemo(() => (id === undefined || !isUnread ? [] : knownPath(id)), [id, isUnread]);
  const ancestors = path.data ?? known;
  const own = path.data?.at(-1);
  const detail = useCall(detailRoute(own?.objType ?? objType.folder), { id: id ?? '' }, { enabled: id !== undefined && own !== undefined });
  const user = useCurrentUser();

  // A link may name an item without its folder, which its ancestors tell.
  const lone = id === undefined ? (query.objId ?? query.select) : undefined;
  const ancestry = useCall(library.ancestors, { id: lone ?? '' }, { enabled: lone !== undefined });
  useEffect(() => {
    const item = ancestry.data?.at(-1);
    if (lone === undefined || item === undefined) return;
    const parent = ancestry.data?.at(-2);
    if (isFolder(item) && query.objId !== undefined) go(placePath(item.moduleType, item.id), undefined, { replace: true });
    else if (parent !== undefined) go(placePath(item.moduleType, parent.id, { select: item.id }), undefined, { replace: true });
  }, [ancestry.data, lone, query.objId, go]);

  useEffect(() => {
    if (query.select !== undefined || query.objId !== undefined) highlight(query.select ?? query.objId);
  }, [query.select, query.objId]);
  useEffect(() => {
    if (path.data !== undefined && id !== undefined) keepPlace(path.data);
  }, [path.data, id]);

  const mayCreate = module === moduleType.my || user.deeds.includes('cabinets.create');
  return {
    moduleType: own?.moduleType ?? module,
    id,
    ancestors: id === undefined ? [] : ancestors,
    folder: id === undefined ? undefined : detail.data,
    rights: id === undefined ? (mayCreate ? right.upload : 0) : detail.data?.rights,
    // without an answer, what is known of the folder stays in sight
    error: id === undefined || (path.data !== undefined && path.error?.code === noAnswer) ? null : path.error,
  };
}

/** Opens the details pane at a tab; without one toggles it. */
export function showDetails(tab?: string): void {
  useListPreferences.setState(({ details, preview }) => ({
    details: tab !== undefined || preview || !details,
    preview: false,
    ...(tab !== undefined && { tab }),
  }));
}

/** Shows the selected document itself in the details pane, or closes it. */
export function togglePreview(): void {
  useListPreferences.setState(({ details, preview }) => ({ details: !(details && preview), preview: !(details && preview) }));
}

/** The cut items of the clipboard. */
export function useCutIds(): ReadonlySet<string> {
  const { mode, items } = useClipboard();
  return useMemo(() => new Set(mode === 'cut' ? items.map((item) => item.id) : []), [mode, items]);
}

/** The context of actions on a folder. */
export function useFolderContext(place: FolderPlace, source: RowSource<Item>, sort: Sort): ItemContext {
  const go = useNavigate();
  const { id, moduleType: area } = place;
  // A publishing cabinet takes no uploads, as only flows write to it.
  const fedByFlows = place.folder?.publishing === true;
  const parentRights = fedByFlows && place.rights !== undefined ? place.rights & ~right.upload : place.rights;
  const cabinetId = place.ancestors[0]?.id;
  const rows = useRef(source);
  rows.current = source;
  return useMemo(
    () => ({
      place: 'list',
      ...(id !== undefined && { parentId: id, sortField: sort.field, sortDirection: sort.direction }),
      moduleType: area,
      parentRights,
      fedByFlows,
      ...(cabinetId !== undefined && { cabinetId }),
      // The rows loaded at the time of the call.
      get siblings() {
        const { total = 0, rowAt } = rows.current;
        return Array.from({ length: total }, (_, at) => rowAt(at)).filter((item) => item !== undefined);
      },
      go,
      startRename: (item: string) => useRenaming.getState().start(item),
      showDetails,
    }),
    [id, area, parentRights, fedByFlows, cabinetId, sort, go],
  );
}
