import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import '../viewer/printing.css';
import { paintScene } from './paint-drawing.ts';
import type { Scene } from './scene.ts';
import type { Size, Viewport } from './viewport.ts';

/** The longer side of the printed image, in pixels. */
const longer = 3600;

/** The visible part of a drawing, on white. */
export function imageOfScene(scene: Scene, sight: Viewport, size: Size): string {
  const density = longer / Math.max(size.width, size.height, 1);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(size.width * density), height: Math.round(size.height * density) });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return '';
  for (const _ of paintScene(context, { ...scene, ground: 'light' }, { sight, ...size, density })) continue;
  return canvas.toDataURL('image/png');
}

interface PrintProps {
  picture: string;
  title: string;
  done: () => void;
}

/** The printed page: the visible part of the drawing, without the window. */
export function DrawingPrint({ picture: image, title, done }: PrintProps): ReactNode {
  useEffect(() => {
    addEventListener('afterprint', done, { once: true });
    return () => removeEventListener('afterprint', done);
  }, [done]);
  return createPortal(
    <figure data-print-paper="drawing">
      <img src={image} alt={title} onLoad={() => window.print()} />
      <figcaption>{title}</figcaption>
    </figure>,
    document.body,
  );
}
