import { looks } from '@dossier/contract/looks';
import { type ReactNode, useId } from 'react';
import { useCall } from '../../ground/use-call.ts';
import styles from './sheets.module.css';

const apart = { loose: 320, normal: 220, dense: 150 } as const;
const leading = 1.4;

/** The mark over the cells, where somebody sees them who may not carry them away. */
export function MarkOverlay({ look }: { look: string }): ReactNode {
  const id = useId();
  const { data } = useCall(looks.mark, { look }, { staleTime: 60_000 });
  const mark = data?.mark;
  if (!mark || mark.lines.length === 0) return null;
  const { lines, angle, size, colour, opacity, density } = mark;
  const width = Math.max(...lines.map((line) => line.length)) * size + apart[density];
  const height = lines.length * size * leading + apart[density];
  return (
    <svg className={styles.mark} aria-hidden="true">
      <defs>
        <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse" patternTransform={`rotate(${-angle})`}>
          {lines.map((line, at) => (
            <text key={line} x={16} y={(at + 1) * size * leading} fontSize={size} fill={colour} fillOpacity={opacity}>
              {line}
            </text>
          ))}
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
