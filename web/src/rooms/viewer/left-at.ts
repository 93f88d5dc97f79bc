import { useEffect } from 'react';
import type { View } from './ask-view.ts';

/** Where somebody is in a document that has pages. */
export interface PagePlace {
  page: number;
  scale: number;
  fit?: 'page-width' | 'page-fit' | undefined;
  rotation: number;
}

type Named = Pick<View, 'id' | 'version' | 'name'>;

/** A file out of an archive has the id of the archive. */
const keyOf = ({ id, version, name }: Named): string => `dossier-left ${id} ${version} ${name}`;

const isPlace = (kept: Partial<PagePlace> | null): kept is PagePlace =>
  [kept?.page, kept?.scale, kept?.rotation].every((value) => Number.isFinite(value)) && Number(kept?.scale) > 0;

/** Where a document was left in this tab. */
export function leftAt(view: Named): PagePlace | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(view)) ?? 'null') as Partial<PagePlace> | null;
    return isPlace(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps where one is, so that loading the page anew goes on there. */
export function useLeaving(view: Named, ready: boolean, { page, scale, fit, rotation }: PagePlace): void {
  const key = keyOf(view);
  useEffect(() => {
    if (!ready) return;
    try {
      sessionStorage.setItem(key, JSON.stringify({ page, scale, fit, rotation }));
    } catch {
      // the browser keeps no more: then it begins at the first page
    }
  }, [key, ready, page, scale, fit, rotation]);
}
