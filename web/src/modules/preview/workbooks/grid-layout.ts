import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The sizes of rows or columns: the start of each, and the index at a position. All in pixels, indices from 0. */
export interface Lengths {
  count: number;
  total: number;
  sizeOf: (place: number) => number;
  startOf: (place: number) => number;
  /** The index at this pixel; beyond the end the last one. */
  at: (pixel: number) => number;
}

interface LengthOptions {
  count: number;
  /** The size outside the runs. */
  usual: number;
  /** Triples: first, last, pixels; in any order. */
  runs: readonly number[];
  /** Sizes set by the user, by index; they take precedence. */
  own?: ReadonlyMap<number, number> | undefined;
  zoom: number;
}

interface Stretch {
  first: number;
  last: number;
  size: number;
  start: number;
}

/** Computes the layout: runs of equal size, found by binary search. */
export function lengthsOf({ count, usual, runs, own, zoom }: LengthOptions): Lengths {
  const stretches = stretchesOf(count, usual, { runs, own, zoom });
  const last = stretches.at(-1);
  const total = last ? last.start + last.size * (last.last - last.first + 1) : 0;
  const find = (isBehind: (stretch: Stretch) => boolean): Stretch | undefined => {
    let [low, high] = [0, stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(stretches[middle] as Stretch)) high = middle;
      else low = middle + 1;
    }
    return stretches[low - 1];
  };
  return {
    count,
    total,
    sizeOf: (place) => {
      const stretch = find(({ first }) => first > place);
      return stretch && place <= stretch.last ? stretch.size : 0;
    },
    startOf: (place) => {
      const stretch = find(({ first }) => first > place);
      return stretch ? stretch.start + (Math.min(place, stretch.last + 1) - stretch.first) * stretch.size : 0;
    },
    at: (pixel) => {
      const stretch = find(({ start }) => start > pixel);
      if (!stretch) return 0;
      const place = stretch.size === 0 ? stretch.last : stretch.first + Math.floor((pixel - stretch.start) / stretch.size);
      return Math.min(place, stretch.last);
    },
  };
}

function stretchesOf(count: number, usual: number, { runs, own, zoom }: Pick<LengthOptions, 'runs' | 'own' | 'zoom'>): Stretch[] {
  const named: Array<[first: number, last: number, size: number]> = [];
  for (let at = 0; at + 2 < runs.length; at += 3) named.push([runs[at] ?? 0, runs[at + 1] ?? 0, runs[at + 2] ?? 0]);
  named.sort(([a], [b]) => a - b);
  const stretches: Stretch[] = [];
  let [next, start] = [0, 0];
  const push = (first: number, last: number, size: number): void => {
    if (last < first) return;
    const scaled = Math.round(size * zoom);
    stretches.push({ first, last, size: scaled, start });
    start += scaled * (last - first + 1);
    next = last + 1;
  };
  const stretch = (first: number, last: number, size: number): void => {
    const inside = own ? [...own].filter(([place]) => place >= first && place <= last).toSorted(([a], [b]) => a - b) : [];
    for (const [place, length] of inside) {
      push(next, place - 1, size);
      push(place, place, length);
    }
    push(next, last, size);
  };
  for (const [first, last, size] of named) {
    if (last < next || first >= count) continue;
    stretch(next, Math.max(first, next) - 1, usual);
    stretch(next, Math.min(last, count - 1), size);
  }
  stretch(next, count - 1, usual);
  return stretches;
}

/** Browsers limit element heights to somewhat above ten million pixels: a longer sheet is scrolled in proportion. */
const longest = 8_000_000;

interface Viewport {
  width: number;
  height: number;
  /** The scroll position in the sheet's own pixels. */
  left: number;
  top: number;
}

/** Observes the size and scroll position of a container. */
export function useViewport(box: RefObject<HTMLElement | null>, total: number) {
  const [view, setView] = useState<Viewport>({ width: 0, height: 0, left: 0, top: 0 });
  const extent = Math.min(total, longest);
  const scale = useCallback(
    (height: number): number => (total > longest && extent > height ? (total - height) / (extent - height) : 1),
    [total, extent],
  );
  const read = useCallback((): void => {
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = box.current ?? document.body;
    setView({ width, height, left: Math.abs(scrollLeft), top: scrollTop * scale(height) });
  }, [box, scale]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    read();
    const watch = new ResizeObserver(read);
    // Rendered synchronously, before the browser paints the new scroll position.
    const scrolled = (): void => flushSync(read);
    watch.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [box, read]);
  const scrollTo = useCallback(
    (to: { left?: number; top?: number }): void => {
      const element = box.current;
      if (!element) return;
      if (to.top !== undefined) element.scrollTop = to.top / scale(element.clientHeight);
      if (to.left !== undefined) element.scrollLeft = to.left;
    },
    [box, scale],
  );
  return { view, extent, scrollTo };
}

/** The rendered rows or columns: the frozen ones first, then those in view. */
export interface VisibleSpan {
  /** Start of each in the window, from the edge of the cells. */
  places: Array<{ place: number; start: number; size: number }>;
  first: number;
  last: number;
  /** Size of the frozen ones. */
  frozen: number;
  frozenCount: number;
}

/** Panes that would take a larger fraction of the window are not frozen. */
const mostFrozen = 0.6;

export function visibleSpanOf(
  lengths: Lengths,
  { frozen, offset, room: space }: { frozen: number; offset: number; room: number },
): VisibleSpan {
  const wished = lengths.startOf(frozen);
  const frozenCount = wished <= space * mostFrozen ? Math.min(frozen, lengths.count) : 0;
  const taken = frozenCount > 0 ? wished : 0;
  const places: VisibleSpan['places'] = [];
  for (let place = 0; place < frozenCount; place++) put(places, { place, start: lengths.startOf(place), size: lengths.sizeOf(place) });
  const first = Math.max(frozenCount, lengths.at(taken + offset));
  let last = first - 1;
  for (let place = first; place < lengths.count; place++) {
    const start = lengths.startOf(place) - offset;
    if (start >= space) break;
    put(places, { place, start, size: lengths.sizeOf(place) });
    last = place;
  }
  return { places, first, last, frozen: taken, frozenCount };
}

/** Skips hidden ones, which have no size. */
function put(places: VisibleSpan['places'], placed: VisibleSpan['places'][number]): void {
  if (placed.size > 0) places.push(placed);
}

/** The scroll position that brings an index into view; undefined where it is in view. */
export function scrollFor(
  lengths: Lengths,
  place: number,
  { drawn, offset, room: space }: { drawn: VisibleSpan; offset: number; room: number },
): number | undefined {
  if (place < drawn.frozenCount) return undefined;
  const [start, end] = [lengths.startOf(place), lengths.startOf(place) + lengths.sizeOf(place)];
  if (start < offset + drawn.frozen) return start - drawn.frozen;
  return end > offset + space ? end - space : undefined;
}

/** The part of the window left for the cells. */
export const innerSizeOf = (view: Viewport, heads: { width: number; height: number }) => ({
  width: Math.max(0, view.width - heads.width),
  height: Math.max(0, view.height - heads.height),
});
