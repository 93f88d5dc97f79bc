import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from '../runtime.mjs';

const timeoutMs = 30_000;
const sampling = 250;
const adminPassword = 'corpus-admin-1';

/** The real server in a process of its own, monitored. */
export interface TestServer {
  url: string;
  admin: { loginName: string; password: string };
  /** Its output since it was ready: errors, and attempted external connections. */
  complaints(): string[];
  alive(): boolean;
  /** Its resident memory in MB: at the first sample, and at its highest since. */
  memory(): { start: number; peak: number };
  stop(): Promise<void>;
}

/** Starts the server on a fresh data folder and a free port. */
export async function startServer(data: string): Promise<TestServer> {
  const preload = fileURLToPath(new URL('watch-sockets.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--import', preload, 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DOSSIER_PORT: '0',
      DOSSIER_HOST: '127.0.0.1',
      DOSSIER_DATA: data,
      DOSSIER_ADMIN_PASSWORD: adminPassword,
      DOSSIER_DATABASE_URL: '',
      DOSSIER_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')));
  const ended = once(child, 'close');
  const url = await listening(child, lines);
  const memory = sample(child.pid ?? 0);
  return {
    url,
    admin: { loginName: 'admin', password: adminPassword },
    complaints: () => lines.filter((line) => !line.includes('Dossier is ready')),
    alive: () => child.exitCode === null && child.signalCode === null,
    memory: memory.read,
    async stop() {
      memory.end();
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      await ended;
      clearTimeout(late);
    },
  };
}

async function listening(child: ChildProcess, lines: string[]): Promise<string> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const port = /ready: http:\/\/localhost:(\d+)/.exec(lines.join('\n'))?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start.\n${lines.join('\n')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function sample(pid: number): { read: () => { start: number; peak: number }; end: () => void } {
  const start = memoryOf(pid) ?? 0;
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid) ?? 0);
  }, sampling);
  return { read: () => ({ start, peak }), end: () => clearInterval(timer) };
}

function memoryOf(pid: number): number | undefined {
  try {
    const status = `/proc/${pid}/status`;
    const kb = existsSync(status)
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString();
    return Number(kb) / 1024;
  } catch {
    // it has ended; `alive` reports that
    return undefined;
  }
}
