import type { Connection } from './room.ts';

/** The place of one is told this often at most. */
const toldEveryMs = 50;
/** Who has more bytes than this unread is told of places later, and is asked after this time. */
const maxUnread = 1 << 20;
const againMs = 500;

interface ShownPlace {
  /** Sends the latest place. */
  tell: (to: Connection) => void;
  /** Those who do not know it yet. */
  untold: Set<Connection>;
  toldAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** Shows to others where each one in a room is: of places that come fast the latest alone, and nothing to who cannot read as fast. */
export class ShownPlaces {
  private readonly places = new Map<Connection, ShownPlace>();

  /** Tells others, by a message for each of them, where a connection is. */
  show(from: Connection, others: Iterable<Connection>, tell: (to: Connection) => void): void {
    const place = this.places.get(from) ?? { tell, untold: new Set(), toldAt: Number.NEGATIVE_INFINITY, timer: undefined };
    this.places.set(from, place);
    place.tell = tell;
    place.untold = new Set(others);
    place.untold.delete(from);
    const wait = place.toldAt + toldEveryMs - performance.now();
    if (wait <= 0) this.tellAll(place);
    else this.tellAfter(place, wait);
  }

  private tellAfter(place: ShownPlace, ms: number): void {
    clearTimeout(place.timer);
    place.timer = setTimeout(() => {
      place.timer = undefined;
      this.tellAll(place);
    }, ms).unref();
  }

  private tellAll(place: ShownPlace): void {
    clearTimeout(place.timer);
    place.timer = undefined;
    place.toldAt = performance.now();
    for (const to of place.untold) {
      if (to.socket.readyState === to.socket.OPEN && to.socket.bufferedAmount > maxUnread) continue;
      place.untold.delete(to);
      place.tell(to);
    }
    if (place.untold.size > 0) this.tellAfter(place, againMs);
  }

  /** A connection has gone: what was not told of it is dropped. */
  forget(from: Connection): void {
    clearTimeout(this.places.get(from)?.timer);
    this.places.delete(from);
  }
}
