import { lazy, Suspense } from 'react';
import { openDialog } from '../../../ground/dialogs.ts';

/** Through which pictures "previous" and "next" go: a list of ids, or the folder as the server sorts it. */
export type Through = { ids: string[] } | { sortField: string; sortDirection: 'asc' | 'desc' };

export interface PictureOpening {
  id: string;
  name: string;
  ext: string;
  currentRev?: string;
  through?: Through;
}

const PictureOverlay = lazy(() => import('./picture-overlay.tsx').then((m) => ({ default: m.PictureOverlay })));

/** Shows a picture over the page. */
export function openPicture(opening: PictureOpening): void {
  openDialog((close) => (
    <Suspense>
      <PictureOverlay opening={opening} close={close} />
    </Suspense>
  ));
}
