import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const timeoutMs = 120_000;

/** The password of `admin` in every server that tests start as a process. */
export const adminPassword = 'admin-pass-1';

/** The real server in a process of its own. */
export interface ServerProcess {
  url: string;
  /** Its output, newest last. */
  output: string[];
  /** Kills it at once (SIGKILL), like a power cut. */
  kill(): Promise<void>;
  /** Asks it to end, and waits. */
  stop(): Promise<void>;
}

/** Starts the server on a data folder and a free port, with further settings; resolves when it listens. */
export async function startServer(data: string, further: Record<string, string> = {}): Promise<ServerProcess> {
  const output: string[] = [];
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DOSSIER_PORT: '0',
      DOSSIER_HOST: '127.0.0.1',
      DOSSIER_DATA: data,
      DOSSIER_ADMIN_PASSWORD: adminPassword,
      DOSSIER_DATABASE_URL: '',
      DOSSIER_LOG_LEVEL: 'error',
      ...further,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').catch(() => undefined);
  const url = await listening(child, output).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await ended;
    throw error;
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return { url, output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

function listening(child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The server ${why}.\n${output.join('')}`));
    const late = setTimeout(() => fail('did not listen in time'), timeoutMs);
    const read = (chunk: Buffer): void => {
      output.push(String(chunk));
      const port = /ready: http:\/\/localhost:(\d+)/.exec(output.join(''))?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', () => {
      clearTimeout(late);
      fail('ended');
    });
  });
}
