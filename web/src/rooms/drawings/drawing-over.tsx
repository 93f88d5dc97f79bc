import type { Box } from '@dossier/contract/drawing-boxes';
import type { ReactNode } from 'react';
import styles from './drawings.module.css';
import { type Point, toPixels } from './sight.ts';
import type { Hold } from './snap.ts';
import type { DrawingModel } from './use-drawing-model.ts';
import type { Frame } from './use-hand.ts';

interface OverProps {
  model: DrawingModel;
  frame: Frame | undefined;
  hold: Hold | undefined;
  /** In the plan. */
  pointer: Point | undefined;
}

/** What lies over a drawing: places of words, a measure, a frame that is being pulled. */
export function DrawingOver({ model, frame, hold, pointer }: OverProps): ReactNode {
  const { sight, size, hits, hitAt, place, measure, points, isDone } = model;
  const at = (point: Point): Point => toPixels(sight, size, point);
  const open = measure && !isDone && (hold?.at ?? pointer);
  const line = [...points, ...(open && points.length > 0 ? [open] : [])].map(at);
  const held = hold && at(hold.at);
  return (
    <svg className={styles.over} width={size.width} height={size.height} aria-hidden="true">
      {hits.map(
        (hit, n) => hit.space === place && <rect key={n} {...rectOf(hit.box, at)} className={n === hitAt ? styles.hitNow : styles.hit} />,
      )}
      {measure === 'area' && line.length > 2 && <polygon points={line.join(' ')} className={styles.measured} />}
      {line.length > 1 && <polyline points={line.join(' ')} className={styles.measure} />}
      {points.map((point, n) => {
        const [x, y] = at(point);
        return <circle key={n} cx={x} cy={y} r={4} className={styles.point} />;
      })}
      {held &&
        (hold.kind === 'end' ? (
          <rect x={held[0] - 6} y={held[1] - 6} width={12} height={12} className={styles.hold} />
        ) : (
          <circle cx={held[0]} cy={held[1]} r={7} className={styles.hold} />
        ))}
      {frame && (
        <rect
          x={Math.min(frame.from[0], frame.to[0])}
          y={Math.min(frame.from[1], frame.to[1])}
          width={Math.abs(frame.to[0] - frame.from[0])}
          height={Math.abs(frame.to[1] - frame.from[1])}
          className={styles.frame}
        />
      )}
    </svg>
  );
}

/** A little larger than the words themselves. */
function rectOf([left, bottom, right, top]: Box, at: (point: Point) => Point) {
  const [[x1, y1], [x2, y2]] = [at([left, top]), at([right, bottom])];
  return { x: x1 - 3, y: y1 - 3, width: Math.max(6, x2 - x1 + 6), height: Math.max(6, y2 - y1 + 6), rx: 2 };
}
