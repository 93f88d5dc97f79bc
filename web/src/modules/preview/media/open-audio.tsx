import { Suspense, lazy } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import type { AudioTrack } from './audio-player.tsx';

const AudioOverlay = lazy(() => import('./audio-overlay.tsx').then((m) => ({ default: m.AudioOverlay })));

/** Opens the audio player over the page. */
export function openAudio(song: AudioTrack): void {
  openDialog((close) => (
    <Suspense>
      <AudioOverlay song={song} close={close} />
    </Suspense>
  ));
}
