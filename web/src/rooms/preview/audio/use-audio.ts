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

/** An audio element and what is heard of it; `again` asks for a fresh address where the old one ran out in the midst of the song. */
export function useAudio(url: string | undefined, again: () => void): AudioControl {
  const audio = useRef<HTMLAudioElement>(null);
  const place = useRef(0);
  const [state, setState] = useState<AudioControl['state']>('loading');
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(Number.NaN);
  const [volume, setVolume] = useState(startVolume);
  useElement(audio, url, volume);
  useReadyCheck(audio, state === 'loading', () => setState('ready'));
  const seek = (seconds: number): void => {
    const box = audio.current;
    if (!box || !Number.isFinite(box.duration)) return;
    box.currentTime = Math.min(box.duration, Math.max(0, seconds));
    setTime(box.currentTime);
  };
  const toggle = (): void => {
    const box = audio.current;
    if (!box || state !== 'ready') return;
    if (box.paused) box.play().catch(() => setState('failed'));
    else box.pause();
  };
  const events: AudioControl['events'] = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => setPlaying(false),
    onTimeUpdate: ({ currentTarget }) => setTime(currentTarget.currentTime),
    onDurationChange: ({ currentTarget }) => {
      setLength(currentTarget.duration);
      if (place.current > 0) currentTarget.currentTime = place.current;
      place.current = 0;
    },
    onError: ({ currentTarget }) => {
      place.current = currentTarget.currentTime;
      setState(place.current > 0 ? 'loading' : 'failed');
      if (place.current > 0) again();
    },
  };
  return { audio, state, playing, time, length, volume, seek, setVolume, toggle, events };
}

type Element = RefObject<HTMLAudioElement | null>;

/** Gives the element its address and its volume; only now, so that none of its events comes before somebody listens. */
function useElement(audio: Element, url: string | undefined, volume: number): void {
  useEffect(() => {
    if (url) give(audio.current, { src: url });
  }, [audio, url]);
  useEffect(() => {
    give(audio.current, { volume });
  }, [audio, url, volume]);
}

function useReadyCheck(audio: Element, loading: boolean, ready: () => void): void {
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

function give(box: HTMLAudioElement | null, what: Partial<Pick<HTMLAudioElement, 'src' | 'volume'>>): void {
  if (box) Object.assign(box, what);
}
