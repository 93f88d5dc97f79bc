import { lazy, Suspense } from 'react';
import { openDialog } from '../../../ground/dialogs.ts';
import type { Song } from './song.ts';

const AudioOverlay = lazy(() => import('./audio-overlay.tsx').then((m) => ({ default: m.AudioOverlay })));

/** Plays a song in a panel over the page. */
export function openSong(song: Song): void {
  openDialog((close) => (
    <Suspense>
      <AudioOverlay song={song} close={close} />
    </Suspense>
  ));
}
