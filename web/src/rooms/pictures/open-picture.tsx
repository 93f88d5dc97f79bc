import { lazy, Suspense } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import type { PictureOpening } from './opening.ts';

const PictureOverlay = lazy(() => import('./picture-overlay.tsx').then((m) => ({ default: m.PictureOverlay })));

/** Shows a picture over the page. */
export function openPicture(opening: PictureOpening): void {
  openDialog((close) => (
    <Suspense>
      <PictureOverlay opening={opening} close={close} />
    </Suspense>
  ));
}
