import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { codes } from '@dossier/contract/core/codes';
import type { FastifyInstance } from 'fastify';
import { currentRequester, type Requester } from '../jobs/current-work.ts';
import { Refusal } from '../refusal.ts';

/** Requests of one connection that may wait for the answers before them: with more waiting, it is not read until these were begun. */
const maxWaiting = 16;
/**
 * A connection with more is closed. One read brings up to 64 KiB, and so many only of requests that are shorter than those of browsers; clients that
 * send them ahead have to expect a close (RFC 9112, 9.3.2).
 */
export const mostWaiting = 256;

/** Bytes of a whole answer that is counted: all others are bounded by the connections. */
const large = 1 << 20;
/** Bytes of large answers that one requester may leave unread; an answer alone may be larger. Two of the largest workbooks have as much. */
export const maxUnreadBytes = 96 << 20;
/** The same for all visitors that one person has given links to: share sessions cost nothing. */
export const maxUnreadOfVisitors = 2 * maxUnreadBytes;
/** The same for everybody. */
export const maxUnreadOfAll = 512 << 20;
/** How long a large answer may wait for its reader. */
const stallMs = 120_000;

/** Requests of a connection that wait for their turn, and whether it is not read meanwhile. */
interface Line {
  waiting: number;
  isHeld: boolean;
}

const lines = new WeakMap<Socket, Line>();

function lineOf(socket: Socket): Line {
  const known = lines.get(socket);
  if (known !== undefined) return known;
  const line: Line = { waiting: 0, isHeld: false };
  lines.set(socket, line);
  // Node goes on reading when an answer was sent, or a body is read
  socket.on('resume', () => {
    if (line.isHeld) socket.pause();
  });
  return line;
}

/** Begins a request when the answers before it on its connection were taken. */
function whenItsTurn(socket: Socket, answer: ServerResponse, begin: () => void): void {
  const line = lineOf(socket);
  line.waiting++;
  if (line.waiting > mostWaiting) return void socket.destroy();
  if (line.waiting > maxWaiting && !line.isHeld) {
    line.isHeld = true;
    socket.pause();
  }
  const begun = (): void => {
    line.waiting--;
    if (line.waiting === 0 && line.isHeld) {
      line.isHeld = false;
      socket.resume();
    }
    begin();
  };
  // An answer gets its connection within the end of the one before, and in the context of that: those of others are served in between
  answer.once(
    'socket',
    AsyncResource.bind(() => setImmediate(begun)),
  );
}

/** A large answer that was not read yet; `drop` ends its connection. */
interface UnreadAnswer extends Pick<Requester, 'by' | 'visitor'> {
  size: number;
  drop: () => void;
}

const sizeOf = (answers: readonly UnreadAnswer[]): number => answers.reduce((sum, { size }) => sum + size, 0);

/** Large answers that were not read yet, in the order in which they were made. */
export class UnreadAnswers {
  private readonly answers = new Set<UnreadAnswer>();

  /** Counts an answer until the answered function is called; undefined where its requester leaves too much unread. */
  add(answer: UnreadAnswer): (() => void) | undefined {
    const { by, visitor, size } = answer;
    const exceeds = (held: readonly UnreadAnswer[], most: number): boolean => held.length > 0 && sizeOf(held) + size > most;
    const ofPerson = [...this.answers].filter((one) => one.by === by);
    const own = ofPerson.filter((one) => one.visitor === visitor);
    const ofVisitors = ofPerson.filter((one) => one.visitor !== '');
    if (exceeds(own, maxUnreadBytes) || (visitor !== '' && exceeds(ofVisitors, maxUnreadOfVisitors))) return undefined;
    while (exceeds([...this.answers], maxUnreadOfAll)) {
      const [most] = [...Map.groupBy(this.answers, (one) => one.by).values()].toSorted((one, other) => sizeOf(other) - sizeOf(one));
      // who has least goes on, and who leaves most unread loses what came first
      if (most?.[0] === undefined || sizeOf(most) <= sizeOf(ofPerson) + size) return undefined;
      this.answers.delete(most[0]);
      most[0].drop();
    }
    this.answers.add(answer);
    return () => void this.answers.delete(answer);
  }
}

/**
 * Bounds the memory of answers that nobody reads, and of requests that wait. A request is served once the answers before it on its connection are taken:
 * of hundreds that are sent at once one is begun. Large answers that are built whole count for the user or visitor who requested them, for all visitors of
 * one giver together, and for everybody.
 */
export function limitUnreadAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, { raw }, done) => {
    if (raw.socket === null) whenItsTurn(request.raw.socket, raw, () => done());
    else done();
  });
  const unread = new UnreadAnswers();
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    const { by, visitor } = currentRequester();
    // what nobody is identified for is of the client's files, which are in memory once
    if (size < large || by === request.ip || raw.destroyed) return done();
    const drop = (): void => void raw.socket?.destroy();
    const taken = unread.add({ by, visitor, size, drop });
    if (taken === undefined) return done(new Refusal(codes.tooManyRequests));
    raw.setTimeout(stallMs, drop);
    raw.once('close', taken);
    return done();
  });
}
