import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';

/**
 * A body that brings less than this in so long a time is cut off: 0.5 kB/s. The slowest lines that people work on bring 2 kB/s, and those
 * who drip hold a descriptor each, of which a process may have a thousand.
 */
export const leastRate = { bytes: 10_000, windowMs: 20_000 };
const lookEveryMs = 1000;
/** What is read from a connection at a time: so much of a body may have come along with its head. */
const oneRead = 65_536;

const tooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** A body that is still coming in. */
interface OpenBody {
  raw: IncomingMessage;
  hasAnswer: () => boolean;
  /** Where its window began. */
  since: number;
  bytes: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether it is we who let the body wait: then nothing is read from its connection, however much its sender has. */
const waitsForUs = (raw: IncomingMessage): boolean => raw.readableLength >= raw.readableHighWaterMark;

/** Answers 408 where nothing was answered yet, and closes the connection: to who reads the body it broke off. */
function cutOff({ raw, hasAnswer }: OpenBody): void {
  if (!hasAnswer()) raw.socket.write(tooSlow);
  raw.socket.destroySoon();
}

/** Cuts off bodies that come too slowly, of every request. */
export function limitSlowBodies(app: FastifyInstance, services: Services): void {
  const open = new Set<OpenBody>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      const body = {
        raw,
        hasAnswer: () => reply.raw.headersSent,
        since: services.now(),
        bytes: Math.max(0, raw.socket.bytesRead - oneRead),
      };
      open.add(body);
      raw.once('close', () => open.delete(body));
    }
    done();
  });
  const look = (): void => {
    const now = services.now();
    for (const body of open) {
      if (body.raw.complete) open.delete(body);
      else if (now - body.since >= leastRate.windowMs) {
        const { bytesRead } = body.raw.socket;
        if (bytesRead - body.bytes < leastRate.bytes && !waitsForUs(body.raw)) cutOff(body);
        Object.assign(body, { since: now, bytes: bytesRead });
      }
    }
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  services.stopping.addEventListener('abort', () => clearInterval(timer));
}
