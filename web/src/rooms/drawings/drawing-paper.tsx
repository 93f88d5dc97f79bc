import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { paintScene } from './paint.ts';
import './drawing-paper.css';
import type { Scene } from './scene.ts';
import type { Sight, Size } from './sight.ts';

/** The longer side of what is printed, in pixels. */
const longer = 3600;

/** What is seen of a drawing, on white. */
export function pictureOf(scene: Scene, sight: Sight, size: Size): string {
  const density = longer / Math.max(size.width, size.height, 1);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(size.width * density), height: Math.round(size.height * density) });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return '';
  for (const _ of paintScene(context, { ...scene, ground: 'light' }, { sight, ...size, density })) continue;
  return canvas.toDataURL('image/png');
}

interface PaperProps {
  picture: string;
  title: string;
  done: () => void;
}

/** What the printer gets: the part of the drawing that is seen, and nothing of the window. */
export function DrawingPaper({ picture, title, done }: PaperProps): ReactNode {
  useEffect(() => {
    addEventListener('afterprint', done, { once: true });
    return () => removeEventListener('afterprint', done);
  }, [done]);
  return createPortal(
    <figure data-drawing-paper>
      <img src={picture} alt={title} onLoad={() => window.print()} />
      <figcaption>{title}</figcaption>
    </figure>,
    document.body,
  );
}
