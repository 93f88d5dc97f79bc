import type { Lengths } from './lengths.ts';
import type { Viewport } from './use-viewport.ts';

/** One direction of what is drawn: the frozen ones first, then those that scrolling brought into sight. */
export interface Drawn {
  /** Where each begins in the window, from the edge of the cells. */
  places: Array<{ place: number; start: number; size: number }>;
  first: number;
  last: number;
  /** How much the frozen ones take. */
  frozen: number;
  frozenCount: number;
}

/** A pane that would leave no room for the rest does not stand still. */
const mostFrozen = 0.6;

export function drawnOf(lengths: Lengths, { frozen, offset, room }: { frozen: number; offset: number; room: number }): Drawn {
  const wished = lengths.startOf(frozen);
  const frozenCount = wished <= room * mostFrozen ? Math.min(frozen, lengths.count) : 0;
  const taken = frozenCount > 0 ? wished : 0;
  const places: Drawn['places'] = [];
  for (let place = 0; place < frozenCount; place++) put(places, { place, start: lengths.startOf(place), size: lengths.sizeOf(place) });
  const first = Math.max(frozenCount, lengths.at(taken + offset));
  let last = first - 1;
  for (let place = first; place < lengths.count; place++) {
    const start = lengths.startOf(place) - offset;
    if (start >= room) break;
    put(places, { place, start, size: lengths.sizeOf(place) });
    last = place;
  }
  return { places, first, last, frozen: taken, frozenCount };
}

/** Hidden ones take no room and are not drawn. */
function put(places: Drawn['places'], one: Drawn['places'][number]): void {
  if (one.size > 0) places.push(one);
}

/** Where one has to scroll to so that a place is in sight; undefined where it is. */
export function scrollFor(
  lengths: Lengths,
  place: number,
  { drawn, offset, room }: { drawn: Drawn; offset: number; room: number },
): number | undefined {
  if (place < drawn.frozenCount) return undefined;
  const [start, end] = [lengths.startOf(place), lengths.startOf(place) + lengths.sizeOf(place)];
  if (start < offset + drawn.frozen) return start - drawn.frozen;
  return end > offset + room ? end - room : undefined;
}

/** What of the window is left for the cells. */
export const roomOf = (view: Viewport, heads: { width: number; height: number }) => ({
  width: Math.max(0, view.width - heads.width),
  height: Math.max(0, view.height - heads.height),
});
