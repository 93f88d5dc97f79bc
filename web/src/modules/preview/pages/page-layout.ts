import type { OutputOf } from '@dossier/contract/core/route';
import type { pagesByToken } from '@dossier/contract/preview/pages';
import type { Fit } from '../pdf/pdf-state.ts';

export interface Size {
  width: number;
  height: number;
}

type Sizes = OutputOf<typeof pagesByToken.pages>['sizes'];

/** Space around each page. */
export const gap = 10;
const sides = 24;
/** CSS pixels per point at 100 %. */
const pixelsPerPoint = 96 / 72;
const scales = { least: 0.1, most: 8 } as const;

/** The size of each page in points. */
export const sizesOf = (runs: Sizes): Size[] =>
  runs.flatMap(({ width, height, count }) => Array.from({ length: count }, () => ({ width, height })));

/** The size of a page after rotation. */
export const turned = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** The box that a thumbnail is fitted into, and the space around it with the number of the page, in CSS pixels. */
export const thumbnailBox: Size = { width: 132, height: 172 };
const thumbnailFrame = 36;

/** The height of a thumbnail's row, which wide pages fill by their width. */
export const thumbnailRow = ({ width, height }: Size): number =>
  thumbnailFrame + Math.round(Math.min(thumbnailBox.height, (thumbnailBox.width * height) / width));

/** A page in CSS pixels. */
export const shownSize = (size: Size, scale: number): Size => ({
  width: Math.round(size.width * pixelsPerPoint * scale),
  height: Math.round(size.height * pixelsPerPoint * scale),
});

export const withinScales = (scale: number): number => Math.min(scales.most, Math.max(scales.least, scale));

/** The scale that fits pages into a box: all in width, or the current one whole. */
export function scaleFor(fit: Fit, box: Size, { widest, current }: { widest: number; current: Size }): number {
  const wide = (box.width - sides) / ((fit === 'page-width' ? widest : current.width) * pixelsPerPoint);
  const high = (box.height - 2 * gap) / (current.height * pixelsPerPoint);
  return withinScales(fit === 'page-width' ? wide : Math.min(wide, high));
}

/** The top of each page, followed by the end of the last. */
export function topsOf(sizes: Size[], { rotation, scale }: { rotation: number; scale: number }): number[] {
  const tops = [gap];
  for (const size of sizes) tops.push((tops.at(-1) ?? 0) + shownSize(turned(size, rotation), scale).height + gap);
  return tops;
}

/** The number of the page at a height, from 1. */
export function pageAt(tops: number[], height: number): number {
  let [low, high] = [0, tops.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
