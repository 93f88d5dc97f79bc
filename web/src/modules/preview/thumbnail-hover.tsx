import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './thumbnails/thumbnails.module.css';

/** Milliseconds that the pointer rests before a thumbnail is enlarged. */
const restMs = 500;
/** Milliseconds to wait for a thumbnail that is unknown when the pointer has rested. */
const timeoutMs = 4000;
const pollMs = 100;

interface HoverImage {
  /** The thumbnail, shown until the larger image is loaded. */
  small: string;
  url: string;
  place: HoverPlacement;
}

const spotOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-list] [data-glance]') : null;

/** Shows a larger image beside the thumbnail or icon under the pointer. */
export function ThumbnailHover(): ReactNode {
  const [glance, setGlance] = useState<HoverImage>();
  const spot = useRef<HTMLElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      spot.current = null;
      setGlance(undefined);
    };
    const show = (of: HTMLElement, left: number): void => {
      if (!of.isConnected || spot.current !== of) return;
      const found = hoverImageOf(of);
      if (found !== undefined) return setGlance(found);
      if (left > 0) timer = setTimeout(() => show(of, left - pollMs), pollMs);
    };
    const over = (event: PointerEvent): void => {
      const at = event.pointerType === 'mouse' && event.buttons === 0 ? spotOf(event.target) : null;
      if (at === spot.current) return;
      end();
      spot.current = at;
      if (at !== null) timer = setTimeout(() => show(at, timeoutMs), restMs);
    };
    const ends = ['pointerdown', 'keydown', 'wheel', 'dragstart', 'contextmenu', 'blur'] as const;
    document.addEventListener('pointerover', over);
    for (const name of ends) addEventListener(name, end, { capture: true, passive: true });
    document.documentElement.addEventListener('pointerleave', end);
    return () => {
      end();
      document.removeEventListener('pointerover', over);
      for (const name of ends) removeEventListener(name, end, { capture: true });
      document.documentElement.removeEventListener('pointerleave', end);
    };
  }, []);
  if (glance === undefined) return null;
  return (
    <div className={styles.enlarged} style={glance.place} aria-hidden="true" data-glance-shown>
      <img src={glance.small} alt="" draggable={false} />
      <img src={glance.url} alt="" draggable={false} onError={() => setGlance(undefined)} />
    </div>
  );
}

function hoverImageOf(spot: HTMLElement): HoverImage | undefined {
  const { glance: small = '', shape: shapeText } = spot.dataset;
  const shape = parseShape(shapeText);
  if (small === '' || shape === undefined) return undefined;
  const place = hoverPlacement(spot.getBoundingClientRect(), shape, { width: innerWidth, height: innerHeight });
  return place === undefined ? undefined : { small, url: small.replace('/look/thumb/', '/look/glance/'), place };
}

/** A rectangle of the window, in pixels. */
interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface HoverPlacement {
  left: number;
  top: number;
  width: number;
  height: number;
}

const gap = 10;
const margin = 12;
/** The longer side of the larger image. */
const longest = 480;

/** The place of a larger image beside its thumbnail: never over it or outside the window; undefined without room. */
export function hoverPlacement(
  of: Rect,
  shape: { width: number; height: number },
  viewport: { width: number; height: number },
): HoverPlacement | undefined {
  const onRight = viewport.width - of.right - gap - margin;
  const onLeft = of.left - gap - margin;
  const wide = Math.max(onRight, onLeft);
  const most = { width: Math.min(longest, wide), height: Math.min(longest, viewport.height - 2 * margin) };
  const scale = Math.min(most.width / shape.width, most.height / shape.height);
  if (!(scale > 0) || scale * Math.max(shape.width, shape.height) < longest / 3) return undefined;
  const [width, height] = [Math.round(shape.width * scale), Math.round(shape.height * scale)];
  const left = onRight >= width ? of.right + gap : of.left - gap - width;
  const middle = (of.top + of.bottom) / 2 - height / 2;
  return { left, top: Math.min(Math.max(margin, middle), viewport.height - margin - height), width, height };
}

/** Parses a shape given as `width/height`. */
export function parseShape(text: string | undefined): { width: number; height: number } | undefined {
  const [width, height] = (text ?? '').split('/').map(Number);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : undefined;
}
