import { films } from '@dossier/contract/films';
import { right } from '@dossier/contract/rights';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { SubtitleTracks } from './subtitle-tracks.tsx';
import { MarkOverlay, useMark } from '../watermarks/mark-overlay.tsx';
import { CardInstead, NoticeInstead } from '../viewer/not-shown.ts';
import { useMediaSource } from '../viewer/use-media-source.ts';
import { usePrintGuard } from '../viewer/use-print-guard.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import type { WindowProps } from '../viewer/window-props.ts';
import styles from './video.module.css';

const jump = 10;
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** A film in the browser's own player, with speeds and keys, or its card where the browser lacks the codec. */
export function VideoWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  const t = useText('viewer');
  const film = useRef<HTMLVideoElement>(null);
  const [speed, setSpeed] = useState(1);
  const mark = useMark(view.look);
  const { data: beside } = useCall(films.beside, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  const { failure, fail, retry, events } = useMediaSource({ element: film, url: view.streamUrl, again });
  usePrintGuard((view.rights & right.print) !== 0);
  useFilmKeys(film);
  const changeSpeed = (value: number): void => {
    setSpeed(value);
    if (film.current) film.current.playbackRate = value;
  };
  return (
    <ViewerFrame view={view} currentRev={currentRev} tools={!failure && <SpeedBox speed={speed} change={changeSpeed} />}>
      {failure === 'codec' && <CardInstead view={view} currentRev={currentRev} reason={t('codecMissing')} />}
      {failure === 'network' && <NoticeInstead reason={t('loadFailed')} again={retry} />}
      {!failure && (
        <div className={styles.stage}>
          <video
            ref={film}
            controls
            playsInline
            preload="metadata"
            aria-label={view.name}
            poster={beside?.poster}
            {...limitsOf(view.rights, mark !== undefined)}
            {...events}
            onLoadedMetadata={(event) => {
              events.onLoadedMetadata(event);
              event.currentTarget.playbackRate = speed;
              // A film of which only the sound is understood has no size.
              if (event.currentTarget.videoWidth === 0) fail('codec');
            }}
          >
            <SubtitleTracks subtitles={beside?.subtitles ?? []} plain={t('subtitles')} />
          </video>
          <MarkOverlay look={view.look} />
        </div>
      )}
    </ViewerFrame>
  );
}

/** What the player's own buttons leave out; in a full screen of its own a film would be without the mark, the viewer's keeps it. */
function limitsOf(rights: number, marked: boolean): { controlsList?: string; disablePictureInPicture?: boolean } {
  const list = [(rights & right.download) === 0 && 'nodownload', marked && 'nofullscreen'].filter(Boolean).join(' ');
  return { ...(list !== '' && { controlsList: list }), ...(marked && { disablePictureInPicture: true }) };
}

function SpeedBox({ speed, change }: { speed: number; change: (speed: number) => void }): ReactNode {
  const t = useText('viewer');
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

type Film = HTMLVideoElement;

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));

function seek(film: Film, by: number): void {
  if (Number.isFinite(film.duration)) film.currentTime = within(film.currentTime + by, film.duration);
}

function louder(film: Film, by: number): void {
  film.volume = within(film.volume + by, 1);
}

function mute(film: Film): void {
  film.muted = !film.muted;
}

function toggle(film: Film): void {
  if (film.paused) film.play().catch(() => undefined);
  else film.pause();
}

function useFilmKeys(film: RefObject<Film | null>): void {
  const on =
    (deed: (film: Film) => void) =>
    (event: KeyboardEvent): false | void => {
      // The player itself hears keys while it has the focus, and a focused button has the space bar.
      if (!film.current || event.target === film.current || event.target instanceof HTMLButtonElement) return false;
      deed(film.current);
    };
  useHotkeys({
    Space: on(toggle),
    k: on(toggle),
    ArrowLeft: on((box) => seek(box, -jump)),
    ArrowRight: on((box) => seek(box, jump)),
    j: on((box) => seek(box, -jump)),
    l: on((box) => seek(box, jump)),
    ArrowUp: on((box) => louder(box, 0.1)),
    ArrowDown: on((box) => louder(box, -0.1)),
    m: on(mute),
  });
}
