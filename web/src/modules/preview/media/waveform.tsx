import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo } from 'react';
import styles from './media.module.css';

/** Width of a bar with its gap, in units of the drawing. */
const barPitch = 3;
const [thickness, height, least] = [2, 100, 4];

/** The heights of `count` bars, each the maximum of its peaks. */
export function barHeights(peaks: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, n) => {
    const from = Math.floor((n * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((n + 1) * peaks.length) / count));
    return Math.max(least, ...peaks.slice(from, to));
  });
}

/** The bars as one path, symmetric about the middle. */
export function barsPath(heights: readonly number[]): string {
  return heights.map((high, n) => `M${n * barPitch} ${(height - high) / 2}h${thickness}v${high}h-${thickness}z`).join('');
}

const keyJump = 10;
const barCount = 120;
const width = barCount * barPitch;

interface WaveformProps {
  peaks: readonly number[];
  label: string;
  /** Position and duration in seconds. */
  time: number;
  length: number;
  /** The position as text. */
  told: string;
  disabled: boolean;
  seek: (seconds: number) => void;
}

/** A waveform: the played part is coloured; a click, a drag or the keys seek. */
export function Waveform({ peaks, label, time, length, told: shown, disabled, seek }: WaveformProps): ReactNode {
  const clip = useId();
  const path = useMemo(() => barsPath(barHeights(peaks, barCount)), [peaks]);
  const pull = (event: PointerEvent<HTMLDivElement>): void => {
    const isPulled = event.type === 'pointerdown' ? event.button === 0 : event.currentTarget.hasPointerCapture(event.pointerId);
    if (disabled || !isPulled) return;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    seek(length * Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  const keys = (event: KeyboardEvent): void => {
    const to = placeOf(event.key, time, length);
    if (disabled || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    seek(to);
  };
  return (
    <div
      className={styles.wave}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-disabled={disabled}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={shown}
      onPointerDown={pull}
      onPointerMove={pull}
      onKeyDown={keys}
    >
      <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id={clip}>
          <rect width={length > 0 ? (width * time) / length : 0} height="100" />
        </clipPath>
        <path className={styles.ahead} d={path} />
        <path className={styles.heard} d={path} clipPath={`url(#${clip})`} />
      </svg>
    </div>
  );
}

function placeOf(key: string, time: number, length: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return time - keyJump;
  if (key === 'ArrowRight' || key === 'ArrowUp') return time + keyJump;
  if (key === 'PageDown') return time - length / 10;
  if (key === 'PageUp') return time + length / 10;
  if (key === 'Home') return 0;
  return key === 'End' ? length : undefined;
}
