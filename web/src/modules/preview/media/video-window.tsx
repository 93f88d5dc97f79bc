import { right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { media } from '@dossier/contract/preview/media';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { languageTags, useLanguage, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import type { WindowProps } from '../view-request.ts';
import { usePrintGuard } from '../viewer/printing.tsx';
import { CardInstead, NoticeInstead, ViewerFrame } from '../viewer/viewer-frame.tsx';
import { DarkStage, ToolSelect } from '../viewer-parts.tsx';
import { WatermarkOverlay, useWatermark } from '../watermarks/watermark-overlay.tsx';
import styles from './media.module.css';
import { CommentOnMoment, MomentBar, useShownMoment } from './moment-comments.tsx';
import { useMediaSource } from './use-media-source.ts';

type Subtitles = OutputOf<typeof media.beside>['subtitles'][number];

interface TracksProps {
  subtitles: readonly Subtitles[];
  /** Label of subtitles in an unknown language. */
  plain: string;
}

/** The subtitle tracks of a video; the default is the language of the interface, else the first. */
function SubtitleTracks({ subtitles, plain }: TracksProps): ReactNode {
  const tag = languageTags[useLanguage()];
  const first = subtitles.find(({ lang }) => lang !== undefined && baseLanguage(lang) === baseLanguage(tag)) ?? subtitles[0];
  return subtitles.map((one) => (
    <track
      key={one.suffix}
      kind="subtitles"
      src={one.url}
      srcLang={one.lang ?? 'und'}
      label={labelOf(one, tag) ?? plain}
      default={one === first}
    />
  ));
}

const baseLanguage = (tag: string): string => tag.split('-', 1)[0] ?? tag;

function labelOf({ lang, suffix }: Subtitles, tag: string): string | undefined {
  const name = lang === undefined ? undefined : new Intl.DisplayNames([tag], { type: 'language' }).of(lang);
  return name ?? (suffix === '' ? undefined : suffix);
}

const jump = 10;
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** A video in the browser's player, with speeds and shortcuts, or its properties where the browser lacks the codec. */
export function VideoWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const player = useRef<HTMLVideoElement>(null);
  const [speed, setSpeed] = useState(1);
  const [length, setLength] = useState(Number.NaN);
  const mark = useWatermark(view.look);
  const { data: beside } = useCall(media.beside, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  const { failure, fail, retry, events } = useMediaSource({ element: player, url: view.streamUrl, again });
  usePrintGuard((view.rights & right.print) !== 0);
  useVideoKeys(player);
  const seekTo = (seconds: number): void => {
    if (player.current) player.current.currentTime = within(seconds, player.current.duration);
  };
  useShownMoment(Number.isFinite(length), seekTo);
  const changeSpeed = (value: number): void => {
    setSpeed(value);
    if (player.current) player.current.playbackRate = value;
  };
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      tools={!failure && <SpeedBox speed={speed} change={changeSpeed} />}
      comment={!failure && <CommentOnMoment now={() => player.current?.currentTime ?? 0} />}
    >
      {failure === 'codec' && <CardInstead view={view} currentRev={currentRev} reason={t('codecMissing')} />}
      {failure === 'network' && <NoticeInstead reason={t('loadFailed')} again={retry} />}
      {!failure && (
        <>
          <DarkStage>
            <video
              className={styles.film}
              ref={player}
              controls
              playsInline
              preload="metadata"
              aria-label={view.name}
              poster={beside?.poster}
              {...limitsOf(view.rights, mark !== undefined)}
              {...events}
              onDurationChange={({ currentTarget }) => setLength(currentTarget.duration)}
              onLoadedMetadata={(event) => {
                events.onLoadedMetadata(event);
                event.currentTarget.playbackRate = speed;
                // A video of which only the sound can be decoded has no size.
                if (event.currentTarget.videoWidth === 0) fail('codec');
              }}
            >
              <SubtitleTracks subtitles={beside?.subtitles ?? []} plain={t('subtitles')} />
            </video>
            <WatermarkOverlay look={view.look} />
          </DarkStage>
          <MomentBar length={length} seek={seekTo} />
        </>
      )}
    </ViewerFrame>
  );
}

/** Which buttons of the browser's player are hidden; its own full screen would lack the watermark, which the viewer's keeps. */
function limitsOf(rights: number, marked: boolean): { controlsList?: string; disablePictureInPicture?: boolean } {
  const list = [(rights & right.download) === 0 && 'nodownload', marked && 'nofullscreen'].filter(Boolean).join(' ');
  return { ...(list !== '' && { controlsList: list }), ...(marked && { disablePictureInPicture: true }) };
}

function SpeedBox({ speed, change }: { speed: number; change: (speed: number) => void }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <Row as="label" gap={2}>
      <Text size="s">{t('speed')}</Text>
      <ToolSelect label={t('speed')} value={speed} choose={change} options={speeds.map((value) => ({ value, label: `${value}×` }))} />
    </Row>
  );
}

type Video = HTMLVideoElement;

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));

function seek(player: Video, by: number): void {
  if (Number.isFinite(player.duration)) player.currentTime = within(player.currentTime + by, player.duration);
}

function louder(player: Video, by: number): void {
  player.volume = within(player.volume + by, 1);
}

function mute(player: Video): void {
  player.muted = !player.muted;
}

function toggle(player: Video): void {
  if (player.paused) player.play().catch(() => undefined);
  else player.pause();
}

function useVideoKeys(player: RefObject<Video | null>): void {
  const on =
    (action: (player: Video) => void) =>
    (event: KeyboardEvent): false | void => {
      // A focused player handles keys itself, and a focused button the space bar.
      if (!player.current || event.target === player.current || event.target instanceof HTMLButtonElement) return false;
      action(player.current);
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
