/** A rectangle of the window, in pixels. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface HoverPlacement {
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
