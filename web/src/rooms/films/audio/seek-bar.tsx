import { films } from '@dossier/contract/films';
import type { KeyboardEvent, ReactNode } from 'react';
import { useCall } from '../../../ground/use-call.ts';
import { Waveform } from '../waveform.tsx';
import styles from './audio.module.css';
import { clockText } from './clock-text.ts';
import { type AudioControl, jump } from './use-audio.ts';

interface SeekBarProps {
  control: AudioControl;
  label: string;
  look: string | undefined;
}

/** Where a song is: in the picture of its loudness, or on a plain bar where there is none. */
export function SeekBar({ control, label, look }: SeekBarProps): ReactNode {
  const { time, length, seek, state } = control;
  const known = Number.isFinite(length) && length > 0;
  const { data } = useCall(films.wave, { look: look ?? '' }, { enabled: look !== undefined, staleTime: Number.POSITIVE_INFINITY });
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
    <div className={styles.seek}>
      <span>{clockText(time)}</span>
      {peaks.length > 0 ? <Waveform peaks={peaks} {...place} /> : <PlainBar {...place} />}
      <span>{clockText(length)}</span>
    </div>
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

function PlainBar({ label, time, length, told, disabled, seek }: PlaceProps): ReactNode {
  const keys = (event: KeyboardEvent): void => {
    const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
    if (!isBack && event.key !== 'ArrowRight' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    seek(time + (isBack ? -jump : jump));
  };
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={told}
      min={0}
      max={length || 1}
      step="any"
      value={time}
      disabled={disabled}
      style={{ '--part': `${length > 0 ? (time / length) * 100 : 0}%` } as React.CSSProperties}
      onChange={({ target }) => seek(Number(target.value))}
      onKeyDown={keys}
    />
  );
}
