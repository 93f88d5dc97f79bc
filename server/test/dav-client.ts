import { type ClientRequest, request as open } from 'node:http';
import { webdav } from '@dossier/contract/webdav/devices';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';
import type { Made } from './make.ts';

export interface DavAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface DavAsk {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A WebDAV device; it sends paths unchanged, unlike a browser. */
export interface Dav {
  ask(method: string, path: string, options?: DavAsk): Promise<DavAnswer>;
  /** A request whose body the test sends itself. */
  begin(method: string, path: string, headers: Record<string, string>): ClientRequest;
  id: string;
  password: string;
}

/** A WebDAV client with these credentials. */
export function davWith(origin: string, credentials: string | undefined): Pick<Dav, 'ask' | 'begin'> {
  const { hostname, port } = new URL(origin);
  const authorization: Record<string, string> =
    credentials === undefined ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  const begin: Dav['begin'] = (method, path, headers) =>
    open({ hostname, port, method, path, headers: { ...authorization, ...headers }, agent: false });
  return {
    begin,
    ask: (method, path, { headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const sent = begin(method, path, { ...length, ...headers });
        sent.on('error', reject);
        sent.on('response', (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
          );
        });
        sent.end(body);
      }),
  };
}

/** A WebDAV device of a user, with a password of its own. */
export async function makeDevice(dossier: TestServer, made: Made & { client: Client }, name = 'Laptop'): Promise<Dav> {
  const { id, devicePassword } = await made.client.call(webdav.add, { name, password: made.password });
  return { id, password: devicePassword, ...davWith(await dossier.listen(), `${made.loginName}:${devicePassword}`) };
}

/** Locks a path for 100 seconds, exclusively where nothing else is said; the token is in angle brackets. */
export async function lockOn(
  device: Pick<Dav, 'ask'>,
  path: string,
  { shared = false, depth }: { shared?: boolean; depth?: string } = {},
): Promise<{ status: number; token: string }> {
  const scope = shared ? '<D:shared/>' : '<D:exclusive/>';
  const body = `<D:lockinfo xmlns:D="DAV:"><D:lockscope>${scope}</D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>`;
  const { status, headers } = await device.ask('LOCK', path, {
    body,
    headers: { timeout: 'Second-100', ...(depth !== undefined && { depth }) },
  });
  return { status, token: String(headers['lock-token'] ?? '') };
}
