import { getHeapStatistics } from 'node:v8';
import type { Services } from '../../../platform/context.ts';

/** Connections to all rooms of a server: of a user, of a visitor of a share link, and of all visitors that one person has given links to. */
export const maxConnections = { user: 50, visitor: 20, giver: 150 };

/** Of what all rooms may hold, as much as one user, one visitor and all visitors of one giver may. */
const shares = { user: 1 / 4, visitor: 1 / 8, giver: 1 / 4 };

/** Who connects: the identity by which rooms tell people apart, and the giver of the link where it is a visitor. */
export interface Entrant {
  identity: string;
  giver: number | undefined;
}

/** What a room holds about, in bytes, and what of it is due to whom. */
interface Weighed {
  weight: () => number;
  holders: () => readonly (Entrant & { bytes: number })[];
}

export const giverKey = (giver: number): string => `giver ${giver}`;

/** What the rooms of a server may take together: one person would otherwise fill its memory by opening thousands of documents. */
export class RoomBounds {
  /** Bytes that all rooms may hold about. Rooms that go beyond them stay, and those who hold the most open no more. */
  maxBytes = getHeapStatistics().heap_size_limit / 4;
  private readonly connections = new Map<string, number>();
  private readonly rooms = new Map<object, Weighed>();

  /** Counts a connection until the answered function is called; undefined where there are too many. */
  enter({ identity, giver }: Entrant): (() => void) | undefined {
    const counted: [key: string, most: number][] =
      giver === undefined
        ? [[identity, maxConnections.user]]
        : [
            [identity, maxConnections.visitor],
            [giverKey(giver), maxConnections.giver],
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
    for (const { weight } of this.rooms.values()) bytes += weight();
    return bytes >= this.maxBytes;
  }

  /** Whether one may open a room more, or write much more: until they hold their share, which is an equal one of all holders where the rooms are full. */
  mayHoldMore({ identity, giver }: Entrant): boolean {
    const held = new Map<string, number>();
    const identities = new Set<string>();
    for (const { holders } of this.rooms.values())
      for (const holder of holders()) {
        identities.add(holder.identity);
        const keys = holder.giver === undefined ? [holder.identity] : [holder.identity, giverKey(holder.giver)];
        for (const key of keys) held.set(key, (held.get(key) ?? 0) + holder.bytes);
      }
    const equal = this.isFull ? 1 / Math.max(identities.size, 1) : 1;
    const isBelow = (key: string, share: number): boolean => (held.get(key) ?? 0) < this.maxBytes * share;
    if (giver === undefined) return isBelow(identity, Math.min(shares.user, equal));
    return isBelow(identity, Math.min(shares.visitor, equal)) && isBelow(giverKey(giver), shares.giver);
  }

  /** Counts what a room holds, until it is forgotten. */
  weigh(room: object, weighed: Weighed): void {
    this.rooms.set(room, weighed);
  }

  forget(room: object): void {
    this.rooms.delete(room);
  }
}

const all = new WeakMap<Services, RoomBounds>();

/** The bounds of the rooms of a server. */
export function roomBounds(services: Services): RoomBounds {
  const known = all.get(services) ?? new RoomBounds();
  all.set(services, known);
  return known;
}
