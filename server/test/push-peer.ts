import { type ECDH, createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push service of this machine, and the browsers that it serves. */
export interface TestPushService {
  /** Its host with the port. */
  host: string;
  /** A browser that subscribes: what it tells the site. */
  browser(): TestBrowser;
  /** What it has been asked to carry, by the path of a browser. */
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** Answers all requests with this status from now on. */
  answer(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

export interface TestBrowser {
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** The messages that came, as the browser decrypts them. */
  messages(): { title: string; body: string; path: string; tag: string }[];
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** What a browser does with a message (RFC 8291). */
export function decrypt(own: ECDH, auth: Buffer, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const theirs = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + theirs.length);
  const shared = derive(own.computeSecret(theirs), auth, Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]), 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const cipher = createDecipheriv('aes-128-gcm', key, derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2));
}

/** The claims of the token by which a site names itself, if its signature is right (RFC 8292). */
export function claimsOf(header: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('The signature of the site is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
}

export async function startPushService(): Promise<TestPushService> {
  const received: TestPushService['received'] = [];
  let [status, more]: [number, Record<string, string>] = [201, {}];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (status < 300) received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(status, more).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    received,
    browser() {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      return {
        subscription: {
          endpoint: `http://${host}${path}`,
          p256dh: own.getPublicKey().toString('base64url'),
          auth: auth.toString('base64url'),
        },
        messages: () =>
          received
            .filter((one) => one.path === path)
            .map(({ body }) => JSON.parse(decrypt(own, auth, body).toString()) as ReturnType<TestBrowser['messages']>[number]),
      };
    },
    answer: (next, headers = {}) => void ([status, more] = [next, headers]),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
