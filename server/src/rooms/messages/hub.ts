import type { House } from '../../ground/ctx.ts';
import { sessionStands } from '../session/admit.ts';
import { standOf } from './queries.ts';

/** An open stream to one client of a person. */
export interface Stream {
  sessionId: number;
  send(event: 'message' | 'unread', data: { unread: number }): void;
  beat(): void;
  end(): void;
}

interface Listening {
  streams: Set<Stream>;
  unread: number;
  newest: number;
}

const beatMs = 25_000;
const pollMs = 5000;
/** More streams than this a person does not get: each holds a connection. */
const mostStreams = 10;

/** All open streams of a house, and what their people were last told. */
class Hub {
  readonly people = new Map<number, Listening>();
  readonly house: House;
  private timers: NodeJS.Timeout[] = [];

  constructor(house: House) {
    this.house = house;
    house.stopping.addEventListener('abort', () => this.endAll());
  }

  /** Adds a stream; false when the person has too many. */
  async join(personId: number, stream: Stream): Promise<boolean> {
    const listening = this.people.get(personId) ?? { streams: new Set<Stream>(), unread: 0, newest: 0 };
    if (listening.streams.size >= mostStreams || this.house.stopping.aborted) return false;
    listening.streams.add(stream);
    this.people.set(personId, listening);
    this.keepTime();
    if (listening.streams.size === 1) Object.assign(listening, (await this.standing([personId])).get(personId));
    return true;
  }

  leave(personId: number, stream: Stream): void {
    const listening = this.people.get(personId);
    listening?.streams.delete(stream);
    if (listening?.streams.size === 0) this.people.delete(personId);
    if (this.people.size > 0) return;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
  }

  /** Looks at the messages of people who listen and tells them what changed. */
  async announce(personIds: Iterable<number>): Promise<void> {
    const here = [...new Set(personIds)].filter((id) => this.people.has(id));
    if (here.length === 0) return;
    for (const [id, now] of await this.standing(here)) {
      const listening = this.people.get(id);
      if (listening === undefined) continue;
      const more = now.newest > listening.newest || now.unread > listening.unread;
      const other = now.unread !== listening.unread;
      Object.assign(listening, { unread: now.unread, newest: Math.max(now.newest, listening.newest) });
      if (!more && !other) continue;
      for (const stream of listening.streams) stream.send(more ? 'message' : 'unread', { unread: now.unread });
    }
  }

  /** Keeps connections alive and ends those whose session is over. */
  async beat(): Promise<void> {
    for (const personId of this.people.keys()) await this.look(personId);
  }

  /** The same for one person: where sessions were ended by somebody else, at once. */
  async look(personId: number): Promise<void> {
    for (const stream of this.people.get(personId)?.streams ?? []) {
      if (await sessionStands(this.house, stream.sessionId)) stream.beat();
      else stream.end();
    }
  }

  private async standing(personIds: number[]): Promise<Map<number, { unread: number; newest: number }>> {
    const rows = await standOf(this.house.database.read, personIds);
    return new Map(rows.map((row) => [row.id, { unread: row.unread ?? 0, newest: row.newest ?? 0 }]));
  }

  private keepTime(): void {
    if (this.timers.length > 0) return;
    const failed = (error: unknown) => this.house.log.warn({ err: error }, 'live messages');
    this.timers.push(setInterval(() => void this.beat().catch(failed), beatMs));
    // another process may have written the message: its commit wakes only its own listeners
    if (this.house.database.engine === 'postgres')
      this.timers.push(setInterval(() => void this.announce(this.people.keys()).catch(failed), pollMs));
  }

  private endAll(): void {
    for (const { streams } of this.people.values()) for (const stream of streams) stream.end();
  }
}

const hubs = new WeakMap<House, Hub>();

/** The hub of a house. */
export function hubOf(house: House): Hub {
  let hub = hubs.get(house);
  if (hub === undefined) {
    hub = new Hub(house);
    hubs.set(house, hub);
  }
  return hub;
}
