import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../platform/context.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { type Entrant, giverKey, maxConnections } from './room-bounds.ts';

/** Bytes of messages that sockets may leave unread: those of one person or visitor, of all visitors of one giver, and of one room. */
const maxUnread = { identity: 32 << 20, giver: 96 << 20, room: 128 << 20 };
/** Bytes that a socket has not read before it is asked how much others have not. */
const unreadBeforeAsked = 1 << 20;

/** Answers of this size and below, in bytes, are given as they are asked for. */
export const largeAnswer = 64 << 10;
/** Bytes of large answers that may be unread at a time, of one person or visitor, and of all visitors of one giver; one alone may be larger. */
const maxAnswers = { identity: 32 << 20, giver: 128 << 20 };
/** So long a large answer waits for those of other visitors of its giver; then the largest of these is given up. */
const patienceMs = 60_000;
const askAgainMs = 100;

/** A connection to a room, as what is sent to it is counted. */
export interface Receiver extends Entrant {
  room: object;
  socket: { readonly readyState: number; readonly OPEN: number; terminate(): void };
  /** Bytes of messages that it has not read; of a message to several, its part. */
  unread: number;
  /** Bytes of large answers that it has not read. */
  answers: number;
  /** When it was given a large answer last. */
  answeredAt: number;
}

/** Answers that somebody may be given now, as of a time; below zero, they wait. */
interface Allowance {
  left: number;
  at: number;
}

/** What the rooms of a server send, and who does not read it. */
export class Outgoing {
  /** One connection asks for everything once, when it is made: a second time waits. */
  betweenAnswersMs = 5000;
  /** As many large answers as somebody may have connections are given at once, and as many again in this time. */
  refillMs = 60_000;
  private readonly receivers = new Set<Receiver>();
  private readonly allowances = new LimitedMap<Allowance>(10_000);

  add(receiver: Receiver): void {
    this.receivers.add(receiver);
  }

  remove(receiver: Receiver): void {
    this.receivers.delete(receiver);
  }

  /** Closes who leaves most unread, where it is too much together with others. */
  closeUnread(receiver: Receiver): void {
    if (receiver.unread <= unreadBeforeAsked) return;
    const groups: [most: number, isIn: (one: Receiver) => boolean][] = [
      [maxUnread.identity, (one) => one.identity === receiver.identity],
      [maxUnread.room, (one) => one.room === receiver.room],
    ];
    if (receiver.giver !== undefined) groups.push([maxUnread.giver, (one) => one.giver === receiver.giver]);
    for (const [most, isIn] of groups) {
      const group = this.among(isIn);
      if (group.reduce((sum, { unread }) => sum + unread, 0) > most) end(group.toSorted((one, other) => other.unread - one.unread)[0]);
    }
  }

  /** Waits until a large answer may be sent; it counts until the answered function is called. */
  async admit(receiver: Receiver, size: number): Promise<() => void> {
    const { identity, giver, socket } = receiver;
    await delay(Math.max(0, receiver.answeredAt + this.betweenAnswersMs - performance.now()), undefined, { ref: false });
    await this.turn(identity, giver === undefined ? maxConnections.user : maxConnections.visitor);
    if (giver !== undefined) await this.turn(giverKey(giver), maxConnections.giver);
    const since = performance.now();
    while (socket.readyState === socket.OPEN) {
      const isFull = (group: readonly Receiver[], most: number): boolean => {
        const held = group.reduce((sum, { answers }) => sum + answers, 0);
        return held > 0 && held + size > most;
      };
      const ofGiver = giver === undefined ? [] : this.among((one) => one.giver === giver);
      if (isFull(ofGiver, maxAnswers.giver)) {
        if (performance.now() - since > patienceMs) end(ofGiver.toSorted((one, other) => other.answers - one.answers)[0]);
      } else if (
        !isFull(
          this.among((one) => one.identity === identity),
          maxAnswers.identity,
        )
      )
        break;
      await delay(askAgainMs, undefined, { ref: false });
    }
    receiver.answeredAt = performance.now();
    receiver.answers += size;
    return () => {
      receiver.answers -= size;
    };
  }

  private among(isIn: (one: Receiver) => boolean): Receiver[] {
    return [...this.receivers].filter((one) => one.socket.readyState === one.socket.OPEN && isIn(one));
  }

  private async turn(key: string, most: number): Promise<void> {
    const now = performance.now();
    const known = this.allowances.get(key) ?? { left: most, at: now };
    const left = Math.max(-most, Math.min(most, known.left + ((now - known.at) * most) / this.refillMs) - 1);
    this.allowances.set(key, { left, at: now });
    if (left < 0) await delay((-left * this.refillMs) / most, undefined, { ref: false });
  }
}

/** A socket that does not read would not answer that it is closed either. */
const end = (receiver: Receiver | undefined): void => receiver?.socket.terminate();

const all = new WeakMap<Services, Outgoing>();

/** What the rooms of a server send. */
export function outgoing(services: Services): Outgoing {
  const known = all.get(services) ?? new Outgoing();
  all.set(services, known);
  return known;
}
