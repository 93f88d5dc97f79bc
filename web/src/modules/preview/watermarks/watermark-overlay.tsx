import { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Mark } from '@dossier/contract/preview/watermarks';
import { type ReactNode, useId } from 'react';
import { useCall } from '../../../platform/query.ts';
import styles from './watermark-overlay.module.css';

const apart = { loose: 320, normal: 220, dense: 150 } as const;
const leading = 1.4;

/** The watermark of a preview token, as far as the browser draws it. */
export function useWatermark(previewToken: string): Mark | undefined {
  const { data } = useCall(previewByToken.mark, { look: previewToken }, { staleTime: 60_000 });
  return data?.mark;
}

/** The watermark drawn by the browser over what cannot be rendered per viewer: video, and worksheet cells. */
export function WatermarkOverlay({ look: previewToken }: { look: string }): ReactNode {
  const mark = useWatermark(previewToken);
  if (!mark || mark.lines.length === 0) return null;
  return (
    <svg className={styles.mark} aria-hidden="true" fill={mark.colour} fillOpacity={mark.opacity} fontSize={mark.size}>
      {mark.place === 'tiled' ? <Tiles mark={mark} /> : <Stamps mark={mark} />}
    </svg>
  );
}

function Tiles({ mark: { lines, angle, size, density } }: { mark: Mark }): ReactNode {
  const id = useId();
  const width = Math.max(...lines.map((line) => line.length)) * size * 0.7 + apart[density];
  const height = lines.length * size * leading + apart[density];
  return (
    <>
      <defs>
        <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse" patternTransform={`rotate(${-angle})`}>
          <Lines lines={lines} size={size} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} fillOpacity={1} />
    </>
  );
}

const corners = [
  ['12%', '12%'],
  ['88%', '12%'],
  ['12%', '88%'],
  ['88%', '88%'],
] as const;

function Stamps({ mark: { lines, angle, size, place } }: { mark: Mark }): ReactNode {
  const middles = place === 'middle' ? [['50%', '50%'] as const] : corners;
  return middles.map(([x, y]) => (
    <svg key={`${x} ${y}`} x={x} y={y} overflow="visible" textAnchor="middle">
      <g transform={`rotate(${-angle})`}>
        <Lines lines={lines} size={size} />
      </g>
    </svg>
  ));
}

const Lines = ({ lines, size }: { lines: readonly string[]; size: number }): ReactNode =>
  lines.map((line, at) => (
    <text key={line} y={(at + 1) * size * leading} xmlSpace="preserve">
      {line}
    </text>
  ));
