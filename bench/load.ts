import { type Socket, connect } from 'node:net';

/** Requests per second and the times of single answers, in milliseconds. */
export interface Load {
  rate: number;
  p50: number;
  p95: number;
  bytes: number;
}

interface LoadOptions {
  port: number;
  path: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** Makes each path different, so that no answer comes from a cache. */
  anew?: boolean;
}

/** Repeats one GET over raw sockets, so that the client costs little: each connection waits for its answer before the next. */
export async function load({ port, path, headers = {}, connections, seconds, anew = false }: LoadOptions): Promise<Load> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requestOf = (address: string) => Buffer.from(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
  const same = requestOf(path);
  let count = Date.now();
  const request = anew ? () => requestOf(`${path}&t=${count++}`) : () => same;
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  let bytes = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      ask(connect({ port, host: '127.0.0.1', noDelay: true }), request, until, (ms, size) => {
        times.push(ms);
        bytes = size;
      }),
    ),
  );
  const spent = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { rate: times.length / spent, p50: at(0.5), p95: at(0.95), bytes };
}

function ask(socket: Socket, request: () => Buffer, until: number, tell: (ms: number, size: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = performance.now();
    let wanted = -1;
    let got = 0;
    let head: Buffer = Buffer.alloc(0);
    const next = () => {
      if (performance.now() > until) return socket.end();
      sent = performance.now();
      wanted = -1;
      got = 0;
      head = Buffer.alloc(0);
      socket.write(request());
    };
    socket.on('data', (chunk: Buffer) => {
      if (wanted < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        if (!/^HTTP\/1\.1 20[06]/.test(text)) return reject(new Error(`${text.slice(0, 60)} ${head.toString('utf8', end, end + 300)}`));
        wanted = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
        if (Number.isNaN(wanted)) return reject(new Error('an answer without a length'));
        got = head.length - end - 4;
      } else got += chunk.length;
      if (got >= wanted) {
        tell(performance.now() - sent, wanted);
        next();
      }
    });
    socket.on('connect', next);
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}
