import { getHeapStatistics } from 'node:v8';
import type { Services } from '../../../platform/context.ts';

/** Connections to all rooms of a server: of a user, of a visitor of a share link, and of all visitors that one person has given links to. */
const maxConnections = { user: 50, visitor: 20, giver: 150 };

/** Who connects: the identity by which rooms tell people apart, and the giver of the link where it is a visitor. */
interface Entrant {
  identity: string;
  giver: number | undefined;
}

/** What the rooms of a server may take together: one person would otherwise fill its memory by opening thousands of documents. */
export class RoomBounds {
  /** Bytes that all rooms may hold about. Rooms that go beyond them stay, and no more are opened. */
  maxBytes = getHeapStatistics().heap_size_limit / 4;
  private readonly connections = new Map<string, number>();
  private readonly weights = new Map<object, () => number>();

  /** Counts a connection until the answered function is called; undefined where there are too many. */
  enter({ identity, giver }: Entrant): (() => void) | undefined {
    const counted: [key: string, most: number][] =
      giver === undefined
        ? [[identity, maxConnections.user]]
        : [
            [identity, maxConnections.visitor],
            [`giver ${giver}`, maxConnections.giver],
          ];
    if (counted.some(([key, most]) => (this.connections.get(key) ?? 0) >= most)) return undefined;
    for (const [key] of counted) this.connections.set(key, (this.connections.get(key) ?? 0) + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      for (const [key] of counted) {
        const left = (this.connections.get(key) ?? 1) - 1;
        if (left === 0) this.connections.delete(key);
        else this.connections.set(key, left);
      }
    };
  }

  /** Whether the rooms hold as much as they may. */
  get isFull(): boolean {
    let bytes = 0;
    for (const weight of this.weights.values()) bytes += weight();
    return bytes >= this.maxBytes;
  }

  /** Counts what a room holds, until it is forgotten. */
  weigh(room: object, weight: () => number): void {
    this.weights.set(room, weight);
  }

  forget(room: object): void {
    this.weights.delete(room);
  }
}

const all = new WeakMap<Services, RoomBounds>();

/** The bounds of the rooms of a server. */
export function roomBounds(services: Services): RoomBounds {
  const known = all.get(services) ?? new RoomBounds();
  all.set(services, known);
  return known;
}
