import { type AddressInfo, type Socket, createServer } from 'node:net';
import { eicar } from './eicar.ts';

/** Speaks the part of clamd's protocol that the server uses, and fails as a test wants; the real clamd is asked in `real-clamd.test.ts`. */
export interface ClamdPeer {
  /** For the configuration. */
  address: string;
  version: string;
  /** Longer streams are refused. */
  most: number;
  /** Texts that it takes for a virus. */
  threats: string[];
  /** Contents whose judging it waits for. */
  held: Promise<void> | undefined;
  /** How many streams it has judged. */
  judged: number;
  /** It breaks off at streams with this text. */
  breaksAt: string | undefined;
  /** What it answers to every stream instead of a verdict. */
  complaint: string | undefined;
  /** Ends every connection without an answer. */
  silent: boolean;
  close(): Promise<void>;
}

/** The streamed bytes, once their last chunk has come. */
function streamIn(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > bytes.length) return undefined;
    chunks.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

export async function openClamdPeer(): Promise<ClamdPeer> {
  const sockets = new Set<Socket>();
  const verdictOf = (peer: ClamdPeer, body: Buffer): string => {
    const found = peer.threats.find((text) => body.includes(text));
    return found === undefined ? 'stream: OK\0' : `stream: ${found === eicar ? 'Eicar-Signature' : 'Word-Signature'} FOUND\0`;
  };
  const answer = async (peer: ClamdPeer, socket: Socket, received: Buffer): Promise<void> => {
    if (received.toString('latin1').startsWith('zVERSION\0')) return void socket.end(`${peer.version}\0`);
    const command = 'zINSTREAM\0';
    if (!received.toString('latin1').startsWith(command)) return;
    if (received.length > peer.most + command.length + 8) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    const body = streamIn(received.subarray(command.length));
    if (body === undefined) return;
    if (peer.complaint !== undefined) return void socket.end(`${peer.complaint}\0`);
    if (peer.breaksAt !== undefined && body.includes(peer.breaksAt)) return void socket.destroy();
    await peer.held;
    peer.judged++;
    socket.end(verdictOf(peer, body));
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (peer.silent) return void socket.destroy();
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      if (!socket.writableEnded) void answer(peer, socket, received);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const peer: ClamdPeer = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    version: 'ClamAV 1.0.0/1/today',
    most: 1 << 20,
    threats: [eicar],
    held: undefined,
    judged: 0,
    silent: false,
    breaksAt: undefined,
    complaint: undefined,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
  return peer;
}
