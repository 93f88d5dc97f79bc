import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../scripts/runtime.mjs';

const canPin = (() => {
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const compileCache = fileURLToPath(new URL('../.cache/node', import.meta.url));

/** A server in a process of its own, on the first core where the machine can pin; the client uses the others. */
export interface Child {
  process: ChildProcess;
  /** Milliseconds from the start to the line that says it is ready. */
  started: number;
  /** Removes the pinning, for a comparison with a floor that uses every core. */
  unpin(): void;
  stop(): Promise<void>;
}

/** Starts a script with this Node and waits for its line with `ready`. */
export async function startScript(script: string, args: string[], env: Record<string, string> = {}): Promise<Child> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const command = [process.execPath, ...serverFlags, path, ...args];
  const begun = performance.now();
  const [program = '', ...rest] = canPin ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, rest, {
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // also where a measurement fails: it would block the next
  process.once('exit', () => child.kill());
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => /ready/.test(chunk.toString()) && resolve());
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    process: child,
    started: performance.now() - begun,
    unpin() {
      if (canPin) execFileSync('taskset', ['-acp', `0-${cpus().length - 1}`, String(child.pid)], { stdio: 'ignore' });
    },
    async stop() {
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Resident memory of a process in MB, from the system. */
export function memoryOf(pid: number): number {
  const kb = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString());
  return kb / 1024;
}
