import { right } from '@dossier/contract/rights';
import { type ReactNode, useRef, useState } from 'react';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { DocumentCard } from '../viewer/document-card.tsx';
import { usePrintGuard } from '../viewer/use-print-guard.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import type { WindowProps } from '../viewer/viewer-page.tsx';
import styles from './video.module.css';

const jump = 10;
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** A film in the browser's own player, with speeds and keys, or its card where the browser lacks the codec. */
export function VideoWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  const t = useText('content');
  const film = useRef<HTMLVideoElement>(null);
  const [speed, setSpeed] = useState(1);
  const [failure, setFailure] = useState<'codec' | 'network'>();
  usePrintGuard((view.rights & right.print) !== 0);
  useFilmKeys(film);
  const revision = currentRev ? { currentRev } : {};
  const changeSpeed = (value: number): void => {
    setSpeed(value);
    if (film.current) film.current.playbackRate = value;
  };
  return (
    <ViewerFrame view={view} {...revision} tools={!failure && <SpeedBox speed={speed} change={changeSpeed} />}>
      {failure ? (
        <DocumentCard view={view} {...revision} reason={t(failure === 'codec' ? 'codecMissing' : 'loadFailed')} />
      ) : (
        <div className={styles.stage}>
          {/* biome-ignore lint: people's own films come without captions */}
          <video
            ref={film}
            src={view.streamUrl}
            controls
            playsInline
            preload="metadata"
            aria-label={view.name}
            {...((view.rights & right.download) === 0 && { controlsList: 'nodownload' })}
            onLoadedMetadata={({ currentTarget }) => {
              currentTarget.playbackRate = speed;
              // A film of which only the sound is understood has no size.
              if (currentTarget.videoWidth === 0) setFailure('codec');
            }}
            onError={({ currentTarget: { error, currentTime } }) => {
              // In the midst of a film the address has run out: with a new one it goes on.
              if (error?.code === MediaError.MEDIA_ERR_NETWORK && currentTime > 0) again();
              else setFailure(error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'codec');
            }}
          />
        </div>
      )}
    </ViewerFrame>
  );
}

function SpeedBox({ speed, change }: { speed: number; change: (speed: number) => void }): ReactNode {
  const t = useText('content');
  return (
    <label className={styles.speed}>
      <span>{t('speed')}</span>
      <select value={speed} onChange={({ target }) => change(Number(target.value))}>
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </label>
  );
}

function useFilmKeys(film: React.RefObject<HTMLVideoElement | null>): void {
  const seek = (by: number) => (): void => {
    const box = film.current;
    if (box && Number.isFinite(box.duration)) box.currentTime = Math.min(box.duration, Math.max(0, box.currentTime + by));
  };
  const louder = (by: number) => (): void => {
    if (film.current) film.current.volume = Math.min(1, Math.max(0, film.current.volume + by));
  };
  const toggle = (event: KeyboardEvent): false | void => {
    const box = film.current;
    // A focused button has the space bar for itself, and so has the player.
    if (!box || event.target === box || event.target instanceof HTMLButtonElement) return false;
    if (box.paused) box.play().catch(() => undefined);
    else box.pause();
  };
  useHotkeys({
    Space: toggle,
    k: toggle,
    ArrowLeft: seek(-jump),
    ArrowRight: seek(jump),
    j: seek(-jump),
    l: seek(jump),
    ArrowUp: louder(0.1),
    ArrowDown: louder(-0.1),
    m: () => {
      if (film.current) film.current.muted = !film.current.muted;
    },
  });
}
