import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Services } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** A WebSocket that a module serves: `authorise` checks the ticket in the address before the connection stands, and answers who it takes over. */
export interface ServedSocket {
  path: string;
  /** The largest message in bytes; a larger one closes its connection. */
  maxMessage: number;
  /** Refuses by a `Refusal`, answered with its HTTP status. */
  authorise(services: Services, query: URLSearchParams): Promise<(socket: WebSocket) => void>;
}

/** A connection that answers none of two pings in a row is closed: networks often lose one silently. */
const pingMs = 20_000;

function refuseUpgrade(socket: Duplex, status: number): void {
  // the server's sockets stay half open otherwise
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** Whether a browser's page of this site opens the connection, or a program, which sends no origin. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** Takes WebSocket connections on the server's port; all end when the server stops. */
export function serveSockets(server: Server, services: Services, sockets: readonly ServedSocket[]): void {
  const served = sockets.map((socket) => ({
    socket,
    acceptor: new WebSocketServer({ noServer: true, maxPayload: socket.maxMessage, perMessageDeflate: false }),
  }));
  const unanswered = new Map<WebSocket, number>();

  const stand = (socket: WebSocket): void => {
    unanswered.set(socket, 0);
    socket.on('pong', () => unanswered.set(socket, 0));
    socket.on('close', () => unanswered.delete(socket));
    // a message too large, or no message of the protocol: `ws` closes the connection
    socket.on('error', (error) => services.log.debug({ err: error }, 'socket'));
  };

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const address = URL.parse(request.url ?? '', 'http://server');
    const found = served.find(({ socket }) => socket.path === address?.pathname);
    if (found === undefined || address === null) return refuseUpgrade(stream, 404);
    if (!isSameOrigin(request) || services.stopping.aborted) return refuseUpgrade(stream, 403);
    try {
      const accept = await found.socket.authorise(services, address.searchParams);
      found.acceptor.handleUpgrade(request, stream, head, (socket) => {
        stand(socket);
        accept(socket);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) services.log.error({ err: error, path: found.socket.path }, 'a socket was not opened');
      refuseUpgrade(stream, error instanceof Refusal ? error.answer.status : 500);
    }
  };

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    void upgrade(request, stream, head);
  });
  const timer = setInterval(() => {
    for (const [socket, count] of unanswered) {
      if (count >= 2) socket.terminate();
      else {
        unanswered.set(socket, count + 1);
        socket.ping();
      }
    }
  }, pingMs).unref();
  services.stopping.addEventListener('abort', () => {
    clearInterval(timer);
    // 1001: going away; clients connect again
    for (const socket of unanswered.keys()) socket.close(1001);
    for (const { acceptor } of served) acceptor.close();
  });
}
