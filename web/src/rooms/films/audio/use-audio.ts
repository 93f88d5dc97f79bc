import { type AudioHTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react';
import { type MediaFailure, useMediaSource } from '../../viewer/use-media-source.ts';

/** Seconds that one goes back or forward by. */
export const jump = 10;

export interface AudioControl {
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
  /** Loads it again after a failure. */
  retry: () => void;
  /** For the element's own events. */
  events: AudioHTMLAttributes<HTMLAudioElement>;
}

const startVolume = 0.4;
const readyCheck = 200;

/** An audio element and what is heard of it; `again` asks for a fresh address where the old one ran out in the midst of the song. */
export function useAudio(url: string | undefined, again: () => Promise<boolean>): AudioControl {
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
    // What hinders it is told by the element's own error.
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
