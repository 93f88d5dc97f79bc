import { BackwardOutlined, ForwardOutlined, MutedOutlined, PauseCircleFilled, PlayCircleFilled, SoundOutlined } from '@ant-design/icons';
import { media } from '@dossier/contract/preview/media';
import { Button } from 'antd';
import { type AudioHTMLAttributes, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { clockText } from '../../../platform/place-texts.ts';
import { useCall } from '../../../platform/query.ts';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import styles from './media.module.css';
import { CommentOnMoment, MomentBar, useShownMoment } from './moment-comments.tsx';
import { type MediaFailure, useMediaSource } from './use-media-source.ts';
import { Waveform } from './waveform.tsx';

/** The track that the audio overlay plays. */
export interface AudioTrack {
  id: string;
  name: string;
  currentRev?: string;
  /** It is an attachment, which is only shared with its document. */
  isAttached?: boolean;
}

/** Seconds of a jump back or forward. */
const jumpSeconds = 10;

interface AudioControl {
  audio: RefObject<HTMLAudioElement | null>;
  state: 'loading' | 'ready' | 'failed';
  failure: MediaFailure | undefined;
  playing: boolean;
  time: number;
  length: number;
  volume: number;
  toggle: () => void;
  seek: (seconds: number) => void;
  setVolume: (volume: number) => void;
  /** Loads the file again after a failure. */
  retry: () => void;
  /** Event handlers of the audio element. */
  events: AudioHTMLAttributes<HTMLAudioElement>;
}

const startVolume = 0.4;
const readyCheck = 200;

/** An audio element and its state; `again` requests a new address when the old one expires during playback. */
function useAudio(url: string | undefined, again: () => Promise<boolean>): AudioControl {
  const audio = useRef<HTMLAudioElement>(null);
  const [ready, setReady] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(Number.NaN);
  const [volume, setVolume] = useState(startVolume);
  const { failure, waiting, retry, events: source } = useMediaSource({ element: audio, url, again });
  const state = failure ? 'failed' : ready && !waiting ? 'ready' : 'loading';
  useEffect(() => {
    if (audio.current) audio.current.volume = volume;
  }, [url, volume]);
  useReadyCheck(audio, !ready, () => setReady(true));
  const seek = (seconds: number): void => {
    const box = audio.current;
    if (!box || !Number.isFinite(box.duration)) return;
    box.currentTime = Math.min(box.duration, Math.max(0, seconds));
    setTime(box.currentTime);
  };
  const toggle = (): void => {
    const box = audio.current;
    if (!box || state !== 'ready') return;
    // A failure is reported by the element's error event.
    if (box.paused) box.play().catch(() => undefined);
    else box.pause();
  };
  const events: AudioControl['events'] = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => setPlaying(false),
    onTimeUpdate: ({ currentTarget }) => setTime(currentTarget.currentTime),
    onDurationChange: ({ currentTarget }) => setLength(currentTarget.duration),
    ...source,
  };
  return { audio, state, failure, playing, time, length, volume, seek, setVolume, toggle, retry, events };
}

function useReadyCheck(audio: RefObject<HTMLAudioElement | null>, loading: boolean, ready: () => void): void {
  const latest = useRef(ready);
  useEffect(() => {
    latest.current = ready;
  });
  useEffect(() => {
    if (!loading) return;
    const timer = setInterval(() => {
      if ((audio.current?.readyState ?? 0) >= HTMLMediaElement.HAVE_METADATA) latest.current();
    }, readyCheck);
    return () => clearInterval(timer);
  }, [audio, loading]);
}

interface SeekBarProps {
  control: AudioControl;
  label: string;
  look: string | undefined;
}

/** The seek bar: a waveform, or a plain bar where there is none. */
function SeekBar({ control, label, look: previewToken }: SeekBarProps): ReactNode {
  const { time, length, seek, state } = control;
  const known = Number.isFinite(length) && length > 0;
  const { data } = useCall(
    media.wave,
    { look: previewToken ?? '' },
    { enabled: previewToken !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  const place = {
    label,
    time: known ? Math.min(time, length) : 0,
    length: known ? length : 0,
    told: `${clockText(time)} / ${clockText(length)}`,
    disabled: !known || state !== 'ready',
    seek,
  };
  const peaks = data?.peaks ?? [];
  return (
    <Row gap={3} className={styles.seek}>
      <Text size="xs" numeric>
        {clockText(time)}
      </Text>
      {peaks.length > 0 ? <Waveform peaks={peaks} {...place} /> : <PlainBar {...place} />}
      <Text size="xs" numeric>
        {clockText(length)}
      </Text>
    </Row>
  );
}

interface PlaceProps {
  label: string;
  time: number;
  length: number;
  told: string;
  disabled: boolean;
  seek: (seconds: number) => void;
}

function PlainBar({ label, time, length, told: shown, disabled, seek }: PlaceProps): ReactNode {
  const keys = (event: KeyboardEvent): void => {
    const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
    if (!isBack && event.key !== 'ArrowRight' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    seek(time + (isBack ? -jumpSeconds : jumpSeconds));
  };
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={shown}
      min={0}
      max={length || 1}
      step="any"
      value={time}
      disabled={disabled}
      onChange={({ target }) => seek(Number(target.value))}
      onKeyDown={keys}
    />
  );
}

interface AudioPanelProps {
  name: string;
  url: string | undefined;
  /** Preview token for the waveform. */
  look: string | undefined;
  /** The server's message where there is no address. */
  refusal?: string;
  again: () => Promise<boolean>;
  /** Its comments are shown beside it. */
  isCommentable?: boolean;
}

/** The player of one track: play, jumps of ten seconds, seek bar, times, volume. */
export function AudioPanel({ name, url, look: previewToken, refusal, again, isCommentable = false }: AudioPanelProps): ReactNode {
  const t = useText('preview.viewer');
  const control = useAudio(url, again);
  const { audio, failure, time, toggle, seek, retry, events } = control;
  useShownMoment(control.state === 'ready', seek);
  const failed = refusal ?? (failure && t(failure === 'codec' ? 'audioUnplayable' : 'audioFailed'));
  const keys = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'ArrowLeft') seek(time - jumpSeconds);
    else if (event.key === 'ArrowRight') seek(time + jumpSeconds);
    else return;
    event.preventDefault();
  };
  return (
    <Stack gap={4} pad={4} className={styles.panel} role="group" aria-label={name} tabIndex={-1} onKeyDown={keys} data-autofocus>
      {url && <audio ref={audio} preload="auto" {...events} />}
      <Heading level={2} size="m" truncate className={styles.name} title={name}>
        {name}
      </Heading>
      {failed ? (
        <Stack gap={3} align="start" role="alert">
          <Text as="p">{failed}</Text>
          {failure === 'network' && <Button onClick={retry}>{t('reload')}</Button>}
        </Stack>
      ) : (
        <>
          <SeekBar control={control} label={t('position')} look={previewToken} />
          <MomentBar length={control.length} seek={seek} />
          <Buttons control={control} isCommentable={isCommentable} />
        </>
      )}
    </Stack>
  );
}

function Buttons({ control, isCommentable }: { control: AudioControl; isCommentable: boolean }): ReactNode {
  const t = useText('preview.viewer');
  const { state, playing, time, toggle, seek } = control;
  const ready = state === 'ready';
  return (
    <div className={styles.buttons}>
      <Volume control={control} />
      <Row gap={1}>
        <ToolButton
          label={t('back10')}
          icon={<Jump icon={<BackwardOutlined />} />}
          disabled={!ready}
          onClick={() => seek(time - jumpSeconds)}
        />
        <span className={styles.play}>
          {ready ? (
            <ToolButton
              label={playing ? t('pause') : t('play')}
              icon={playing ? <PauseCircleFilled /> : <PlayCircleFilled />}
              onClick={toggle}
            />
          ) : (
            <Spinner label={t('loading')} />
          )}
        </span>
        <ToolButton
          label={t('forward10')}
          icon={<Jump icon={<ForwardOutlined />} />}
          disabled={!ready}
          onClick={() => seek(time + jumpSeconds)}
        />
      </Row>
      <Row justify="end">{isCommentable && <CommentOnMoment now={() => control.audio.current?.currentTime ?? 0} />}</Row>
    </div>
  );
}

function Jump({ icon }: { icon: ReactNode }): ReactNode {
  return (
    <Stack as="span" align="center" className={styles.jump}>
      {icon}
      <small>{jumpSeconds}</small>
    </Stack>
  );
}

function Volume({ control }: { control: AudioControl }): ReactNode {
  const t = useText('preview.viewer');
  const { volume, setVolume } = control;
  const before = useRef(volume);
  const mute = (): void => {
    if (volume > 0) before.current = volume;
    setVolume(volume > 0 ? 0 : before.current);
  };
  return (
    <Row className={styles.volume}>
      <ToolButton label={volume > 0 ? t('mute') : t('unmute')} icon={volume > 0 ? <SoundOutlined /> : <MutedOutlined />} onClick={mute} />
      <input
        type="range"
        aria-label={t('volume')}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={({ target }) => setVolume(Number(target.value))}
      />
    </Row>
  );
}
