import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './drawings.module.css';
import { Painter } from './painter.ts';
import type { Scene } from './scene.ts';
import type { Sight, Size } from './sight.ts';

interface StageProps {
  scene: Scene;
  sight: Sight;
  size: Size;
  /** What it is called by who cannot see it. */
  label: string;
}

/** The canvas of a drawing. */
export function DrawingStage({ scene, sight, size, label }: StageProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter>(undefined);
  useEffect(() => {
    if (canvas.current === null) return;
    const own = new Painter(canvas.current);
    painter.current = own;
    return () => own.stop();
  }, []);
  useLayoutEffect(() => {
    if (size.width === 0 || size.height === 0) return;
    // the painter is made by the effect before, which comes after this one the first time
    const frame = requestAnimationFrame(() =>
      painter.current?.show(scene, { sight, ...size, density: Math.min(2, devicePixelRatio || 1) }),
    );
    return () => cancelAnimationFrame(frame);
  }, [scene, sight, size]);
  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} data-drawing />;
}
