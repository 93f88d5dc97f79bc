import { type Socket, connect } from 'node:net';
import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';

interface Reply {
  status: number;
  body: string;
}

/**
 * A person at work: one call after another over one connection. Written on the socket itself, because client and servers share the processors, and
 * `fetch` costs several times as much as the call that it makes.
 */
export class Person {
  token = '';
  private readonly socket: Socket;
  private taken: Buffer = Buffer.alloc(0);
  private settle: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk: Buffer) => this.take(chunk));
    this.socket.on('error', (error) => this.settle?.reject(error));
    this.socket.on('close', () => this.settle?.reject(new Error('The server closed the connection.')));
  }

  /** Makes a call; throws with its code where it is refused. */
  async call<R extends Route>(route: R, input: InputOf<R>): Promise<OutputOf<R>> {
    const read = route.method === 'GET';
    const query = new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)]));
    const body = read ? '' : JSON.stringify(input);
    const reply = await this.send(route.method, read ? `${route.path}?${query}` : route.path, {
      body: Buffer.from(body),
      headers: read ? '' : 'content-type: application/json\r\n',
    });
    const { code, message, data } = JSON.parse(reply.body) as { code: number; message: string; data: OutputOf<R> };
    if (code !== 200) throw new Error(`${route.path}: ${code} ${message}`);
    return data;
  }

  /** Sends all bytes of an upload in one request. */
  async upload(url: string, body: Buffer): Promise<void> {
    const headers = 'tus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\n';
    const { status } = await this.send('PATCH', new URL(url, 'http://x').pathname, { body, headers });
    if (status !== 204) throw new Error(`upload: ${status}`);
  }

  leave(): void {
    this.settle = undefined;
    this.socket.destroy();
  }

  private send(method: string, path: string, { body, headers }: { body: Buffer; headers: string }): Promise<Reply> {
    const length = method === 'GET' ? '' : `content-length: ${body.length}\r\n`;
    const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${this.token}\r\n${headers}${length}\r\n`;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(Buffer.concat([Buffer.from(head), body]));
    });
  }

  private take(chunk: Buffer): void {
    this.taken = this.taken.length === 0 ? chunk : Buffer.concat([this.taken, chunk]);
    const end = this.taken.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.taken.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.taken.length < end + 4 + length) return;
    const body = this.taken.toString('utf8', end + 4, end + 4 + length);
    this.taken = this.taken.subarray(end + 4 + length);
    this.settle?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
