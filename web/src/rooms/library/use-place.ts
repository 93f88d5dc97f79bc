import { type Ancestor, type ItemDetail, library } from '@dossier/contract/library';
import { moduleType, objType, right } from '@dossier/contract/rights';
import { useEffect } from 'react';
import type { CallError } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { useCall } from '../../ground/use-call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { type AreaQuery, detailRoute, isFolder, keepPlace, placePath } from './area.ts';
import { highlight } from './list/highlight.ts';

/** Where the person is: an area, or a folder in it. */
export interface Place {
  moduleType: number;
  /** The open folder; undefined in the area itself. */
  id: string | undefined;
  ancestors: readonly Ancestor[];
  folder: ItemDetail | undefined;
  /** What the person may do here. */
  rights: number;
  error: CallError | null;
}

/** Reads the place from the address, follows links to single items, and notes the way for pages outside the client. */
export function usePlace(module: number, query: AreaQuery): Place {
  const go = useGo();
  const id = query.id;
  const path = useCall(library.ancestors, { id: id ?? '' }, { enabled: id !== undefined });
  const ancestors = path.data ?? [];
  const own = ancestors.at(-1);
  const detail = useCall(detailRoute(own?.objType ?? objType.folder), { id: id ?? '' }, { enabled: id !== undefined && own !== undefined });
  const user = useCurrentUser();

  // A link may name an item without its folder: its way tells where it lies.
  const lone = id === undefined ? (query.objId ?? query.select) : undefined;
  const way = useCall(library.ancestors, { id: lone ?? '' }, { enabled: lone !== undefined });
  useEffect(() => {
    const item = way.data?.at(-1);
    if (lone === undefined || item === undefined) return;
    const parent = way.data?.at(-2);
    if (isFolder(item) && query.objId !== undefined) go(placePath(item.moduleType, item.id), undefined, { replace: true });
    else if (parent !== undefined) go(placePath(item.moduleType, parent.id, { select: item.id }), undefined, { replace: true });
  }, [way.data, lone, query.objId, go]);

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
    rights: id === undefined ? (mayCreate ? right.upload : 0) : (detail.data?.rights ?? 0),
    error: id === undefined ? null : (path.error ?? null),
  };
}
