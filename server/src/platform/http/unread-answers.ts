import { AsyncResource } from 'node:async_hooks';
import { codes } from '@dossier/contract/core/codes';
import type { FastifyInstance } from 'fastify';
import { currentRequester } from '../jobs/current-work.ts';
import { Refusal } from '../refusal.ts';

/** Bytes of a whole answer that is counted: all others are bounded by the connections. */
const large = 1 << 20;
/** Bytes of large answers that one requester may leave unread; an answer alone may be larger. Two of the largest workbooks have as much. */
export const maxUnreadBytes = 96 << 20;
/** How long a large answer may wait for its reader. */
const stallMs = 120_000;

/**
 * Bounds the memory of answers that nobody reads. A request is served once the answers before it on its connection are taken: of hundreds that are
 * sent at once one is begun. Large answers that are built whole count for the user or visitor who requested them.
 */
export function limitUnreadAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    // an answer has its connection when it is its turn; bound, as that comes in the context of the answer before
    if (raw.socket !== null) done();
    else
      raw.once(
        'socket',
        AsyncResource.bind(() => done()),
      );
  });
  const unread = new Map<string, number>();
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    const { by, among } = currentRequester();
    // what nobody is identified for is of the client's files, which are in memory once
    if (size < large || by === request.ip || raw.destroyed) return done();
    const requester = JSON.stringify([by, among]);
    const before = unread.get(requester) ?? 0;
    if (before > 0 && before + size > maxUnreadBytes) return done(new Refusal(codes.tooManyRequests));
    unread.set(requester, before + size);
    raw.setTimeout(stallMs, () => void raw.socket?.destroy());
    raw.once('close', () => {
      const rest = (unread.get(requester) ?? 0) - size;
      if (rest > 0) unread.set(requester, rest);
      else unread.delete(requester);
    });
    return done();
  });
}
