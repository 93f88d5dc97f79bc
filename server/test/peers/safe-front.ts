import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';

/** A TLS proxy for an LDAP server without TLS. */
export interface SafeFront {
  port: number;
  close(): Promise<void>;
}

/** The response to StartTLS (RFC 4511, 4.14): an extended response with success, under the id of the request. */
const granted = (id: number): Buffer => Buffer.from([0x30, 0x0c, 0x02, 0x01, id, 0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]);
const startTls = '1.3.6.1.4.1.1466.20037';

/** Grants StartTLS as the first request and forwards everything after; with `atOnce` TLS begins without it. */
export async function startSafeFront(
  plainPort: number,
  { atOnce = false, ...certificate }: { cert: string; key: string; atOnce?: boolean },
): Promise<SafeFront> {
  const open = new Set<Socket>();
  const handOn = (socket: Socket): void => {
    const safe = new TLSSocket(socket, { isServer: true, ...certificate });
    const plain = connect(plainPort, '127.0.0.1');
    open.add(plain);
    for (const one of [safe, plain]) one.on('error', () => void (safe.destroy(), plain.destroy()));
    safe.pipe(plain).pipe(safe);
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    if (atOnce) return handOn(socket);
    socket.once('data', (request: Buffer) => {
      // a sequence, its length, then the id of the request
      if (!request.includes(startTls)) return void socket.destroy();
      socket.write(granted(request[4] ?? 0));
      handOn(socket);
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}
