import { type RefObject, useEffect, useRef, useState } from 'react';

export interface AudioControl {
  audio: RefObject<HTMLAudioElement | null>;
  state: 'loading' | 'ready' | 'failed';
  playing: boolean;
  time: number;
  length: number;
  volume: number;
  toggle: () => void;
  seek: (seconds: number) => void;
  setVolume: (volume: number) => void;
  /** For the element's own events. */
  events: Pick<
    React.AudioHTMLAttributes<HTMLAudioElement>,
    'onPlay' | 'onPause' | 'onTimeUpdate' | 'onDurationChange' | 'onError' | 'onEnded'
  >;
}

const startVolume = 0.4;
const readyCheck = 200;

/** An audio element and what is heard of it. */
export function useAudio(): AudioControl {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<AudioControl['state']>('loading');
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(Number.NaN);
  const [volume, setVolume] = useState(startVolume);
  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setInterval(() => {
      if ((audio.current?.readyState ?? 0) >= HTMLMediaElement.HAVE_FUTURE_DATA) setState('ready');
    }, readyCheck);
    return () => clearInterval(timer);
  }, [state]);
  useEffect(() => {
    if (audio.current) audio.current.volume = volume;
  });
  const seek = (seconds: number): void => {
    const box = audio.current;
    if (!box || !Number.isFinite(box.duration)) return;
    box.currentTime = Math.min(box.duration, Math.max(0, seconds));
    setTime(box.currentTime);
  };
  return {
    audio,
    state,
    playing,
    time,
    length,
    volume,
    seek,
    setVolume,
    toggle: () => {
      const box = audio.current;
      if (!box || state !== 'ready') return;
      if (box.paused) box.play().catch(() => setState('failed'));
      else box.pause();
    },
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setPlaying(false),
      onTimeUpdate: ({ currentTarget }) => setTime(currentTarget.currentTime),
      onDurationChange: ({ currentTarget }) => setLength(currentTarget.duration),
      onError: () => setState('failed'),
    },
  };
}
