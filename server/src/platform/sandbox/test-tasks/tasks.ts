/** Tasks that try to break out; only sandbox.test.ts runs them. */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Tasks } from '@dossier/formats/task';

const settled = (thing: Socket | Server, event: string): Promise<string> =>
  new Promise((resolve, reject) => {
    thing.on('error', reject);
    thing.on(event, () => resolve(event));
  });
const udp = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4').on('error', reject);
    socket.send('x', 9, '127.0.0.1', (error) => (error ? reject(error) : resolve('sent')));
  });
// biome-ignore format: one attempt a line
const attempts: Record<string, (path: string, port: string) => unknown> = {
  readOutside: () => readFileSync('/etc/passwd'),
  readBeside: (path) => readFileSync(join(dirname(path), '../secret.txt')),
  readEnvironment: () => readFileSync('/proc/self/environ'),
  listOutside: () => readdirSync('/'),
  write: (path) => writeFileSync(join(dirname(path), 'written'), 'x'),
  change: (path) => writeSync(openSync(path, 'r+'), 'x'),
  makeFolder: (path) => mkdirSync(join(dirname(path), 'made')),
  makeLink: (path) => symlinkSync('/etc/passwd', join(dirname(path), 'linked')),
  sqlite: (path) => new (process.getBuiltinModule('node:sqlite').DatabaseSync)(join(dirname(path), 'made.db')).exec('create table t (x)'),
  rename: (path) => renameSync(path, `${path}.x`),
  remove: (path) => unlinkSync(`${path}.x`),
  connect: (_path, port) => settled(connect(Number(port), '127.0.0.1'), 'connect'),
  fetch: (_path, port) => fetch(`http://127.0.0.1:${port}/`),
  listen: () => settled(createServer().listen(0), 'listening'),
  udp,
  lookUp: () => lookup('localhost'),
  spawn: () => { const { error } = spawnSync('true'); if (error) throw error; },
  thread: () => new Worker('', { eval: true }),
  addon: () => createRequire(import.meta.url)('@node-rs/argon2'),
  signal: () => process.kill(process.ppid, 0),
  evaluate: () => Reflect.construct(Function, ['return 1'])(),
  inspector: () => import('node:inspector').then((inspector) => inspector.open(0)),
};

/** The names of the attempts that were not refused; the file's name is the port of a local server. */
async function breakOut(path: string, port: string): Promise<string> {
  const out: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt(path, port);
      out.push(name);
    } catch {
      // refused, as expected
    }
  }
  return out.join(' ');
}

/** The tasks of the tests. */
export const tasks: Tasks = {
  echo: async ({ path }) => ({ ok: true, text: readFileSync(path, 'utf8') }),
  breakOut: async ({ path, name }) => ({ ok: true, text: await breakOut(path, name) }),
  environment: async () => ({ ok: true, text: JSON.stringify(globalThis.process['env']) }),
  pid: async () => ({ ok: true, text: String(process.pid) }),
  hang: () => new Promise(() => setInterval(() => undefined, 1000)),
  spin: async () => {
    for (;;);
  },
  heap: async () => {
    const all: unknown[] = [];
    for (;;) all.push({ all, text: `${all.length}` });
  },
  buffers: async () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(64 * 1024 * 1024, 1));
  },
  recursion: async (job) => tasks.recursion?.(job) as never,
  exit: async () => process.exit(7),
  abort: async () => process.abort(),
  throws: async () => {
    throw new Error('any');
  },
  later: async () => {
    setTimeout(() => {
      throw new Error('later');
    }, 20);
    return new Promise(() => undefined);
  },
  flood: async () => {
    const chunk = Buffer.alloc(65536, 0x20);
    for (;;) writeSync(3, chunk);
  },
  lie: async () => {
    writeSync(3, Buffer.from('ffffffffffffffff', 'hex'));
    return new Promise(() => undefined);
  },
  twice: async ({ maxOutput }) => {
    writeSync(3, Buffer.from('000000020000000000', 'hex'));
    writeSync(3, Buffer.alloc(maxOutput));
    return { ok: true, text: 'second' };
  },
  mute: async () => {
    closeSync(3);
    return { ok: true, text: 'unheard' };
  },
  large: async () => ({ ok: true, text: '合'.repeat(10_000_000), pages: 3 }),
};
