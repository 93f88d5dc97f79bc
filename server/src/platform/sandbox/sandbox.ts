import { spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Answer, Failure, Job } from '@dossier/formats/task';
import type { Services } from '../context.ts';
import { type TimeLimit, timeLimitOf } from '../jobs/current-work.ts';
import { QueueFull, createFairScheduler } from '../jobs/fair-scheduler.ts';
import { answerReader } from './answer-frame.ts';

/** Options of one sandbox process. */
interface SandboxProcessOptions {
  /** Real paths of the readable folders. */
  readable: string[];
  /** The module that exports `tasks`. */
  tasks: string;
  heapMb: number;
  /**
   * Whether native code may be loaded, as image decoders need. The kernel's limits and the lack of a network apply to it too where the system
   * supports them.
   */
  addons: boolean;
  /** The nice value of the process, from 0 to 19. */
  niceness: number;
}

/** One sandbox process: runs one job at a time, and is discarded after a failed job. */
interface SandboxProcess {
  alive: () => boolean;
  ask: (task: string, job: Job, limit: TimeLimit) => Promise<Answer>;
  kill: () => void;
}

const here = dirname(fileURLToPath(import.meta.url));
/** Our code that jobs run; it lies outside of every package folder, which holds only links to it. */
const workspaces = ['packages/formats', 'contract/package.json', 'contract/src/core/csv.ts'].map((path) =>
  fileURLToPath(new URL(`../../../../${path}`, import.meta.url)),
);
/** Every folder in which Node looks for packages, up to the one that contains them. */
const libraries = packageFolders();
/**
 * With a POSIX shell, the kernel's limits apply too: no file may grow (-f; node:sqlite ignores the permission model), no core dump, limited memory
 * outside the heap (-d, kB), and processor seconds, so that an orphan ends.
 */
const limited = 'ulimit -f 0; ulimit -c 0; ulimit -d "$0"; ulimit -t 900; exec "$@"';

/** Without it the allocator in the decoders reserves a gigabyte at once, which the memory limit counts. */
const env = { MIMALLOC_ARENA_RESERVE: '0' };

/** Starts a sandbox process; starting takes some 100 ms, which count towards its first job. */
function startSandboxProcess(terms: SandboxProcessOptions): SandboxProcess {
  const [program = '', ...args] = commandOf(terms);
  const child = spawn(program, args, { cwd: here, env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  const [input, , , output] = child.stdio as unknown as [Writable, null, null, Readable];
  let gone = false;
  let waiting: { reader: ReturnType<typeof answerReader>; settle: (answer: Answer) => void } | undefined;

  const end = (reason: Failure): void => {
    gone = true;
    child.kill('SIGKILL');
    waiting?.settle({ ok: false, reason });
  };
  child.on('error', () => end('crashed'));
  child.on('exit', (_code, signal) => end(reasonOf(signal)));
  input.on('error', () => end('crashed'));
  output.on('error', () => end('crashed'));
  output.on('data', (chunk: Buffer) => {
    const answer = waiting ? waiting.reader.push(chunk) : 'lie';
    if (answer === 'lie') end('crashed');
    else if (answer) waiting?.settle(answer);
  });
  if (child.pid !== undefined) lower(child.pid, terms.niceness);

  return {
    alive: () => !gone,
    kill: () => end('crashed'),
    ask: (task, job, { ms, reason }) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end(reason), ms);
        const settle = (answer: Answer): void => {
          clearTimeout(timer);
          waiting = undefined;
          resolve(answer);
        };
        if (gone) return settle({ ok: false, reason: 'crashed' });
        waiting = { reader: answerReader(job.maxOutput), settle };
        input.write(`${JSON.stringify({ task, ...job })}\n`);
      }),
  };
}

function commandOf(terms: SandboxProcessOptions): string[] {
  const flags = [
    '--permission',
    ...[
      here,
      ...['pdf', 'text'].map((name) => join(dirname(here), name)),
      ...workspaces,
      ...libraries,
      dirname(terms.tasks),
      ...terms.readable,
    ].map((path) => `--allow-fs-read=${path}`),
    ...(terms.addons ? ['--allow-addons'] : []),
    '--no-experimental-sqlite',
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-warnings',
    `--max-old-space-size=${terms.heapMb}`,
  ];
  const command = [
    process.execPath,
    ...flags,
    fileURLToPath(new URL('./task-process.ts', import.meta.url)),
    terms.tasks,
    terms.addons ? 'addons' : '',
  ];
  if (process.platform === 'win32') return command;
  return ['/bin/sh', '-c', limited, String((terms.heapMb + 1024) * 1024), ...command];
}

function packageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const holder = dirname(dirname(resolve('yauzl/package.json')));
  const ancestorIds = resolve.paths('yauzl') ?? [];
  return ancestorIds.slice(0, ancestorIds.indexOf(holder) + 1).map((folder) => join(folder, '*'));
}

/** V8 aborts when its heap is full; the kernel sends SIGXCPU when the processor time is used up. */
function reasonOf(signal: NodeJS.Signals | null): Failure {
  if (signal === 'SIGXCPU') return 'timeout';
  return signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL' ? 'memory' : 'crashed';
}

/** Lowers the priority: a user who waits for a page goes before the index. */
function lower(pid: number, behind: number): void {
  try {
    setPriority(pid, behind);
  } catch {
    // it has ended already, or the system does not permit it: the priority stays
  }
}

/** Limits of a job: its time, the size of its output, parameters of the task, and whether a user waits: urgent jobs go first. */
interface SandboxLimits {
  timeoutMs?: number;
  maxOutput?: number;
  terms?: Record<string, unknown>;
  urgent?: boolean;
}

/** The file of a task: its path, and its name. */
interface SandboxFile {
  path: string;
  ext: string;
  name: string;
  size: number;
}

/** Runs tasks on hostile files in processes that may only read; a file that breaks its process fails one job. Never rejects. */
export interface Sandbox {
  run(task: 'extract' | (string & {}), file: SandboxFile, bounds?: SandboxLimits): Promise<Answer>;
  /** Ends the processes; waiting jobs fail as 'crashed'. */
  close(): void;
}

/** Options of the pool's processes. */
interface SandboxOptions {
  /** Readable folders for the tasks. */
  readable: string[];
  /** How many processes at most; started when needed. */
  size?: number;
  /** A process is replaced after so many jobs, and ended after so long idle. */
  jobsPerProcess?: number;
  idleMs?: number;
  heapMb?: number;
  /** The module that exports `tasks`. */
  tasks?: string;
  /** Whether the tasks need native code. */
  addons?: boolean;
  /** The nice value of the processes, from 0 to 19. */
  niceness?: number;
}

interface Slot {
  child?: SandboxProcess;
  jobs: number;
  busy: boolean;
  idle?: NodeJS.Timeout;
}

/** The slots for processes: each takes one job at a time. */
function slotsFor({ size = 1, jobsPerProcess = 100, idleMs = 3_600_000 }: SandboxOptions) {
  const slots: Slot[] = Array.from({ length: size }, () => ({ jobs: 0, busy: false }));
  const stop = (slot: Slot): void => {
    clearTimeout(slot.idle);
    slot.child?.kill();
    delete slot.child;
    slot.jobs = 0;
  };
  return {
    /** Called by a job whose turn has come: one slot is free then. A running process goes before one that would have to be started. */
    take(): Slot {
      const free = slots.filter(({ busy }) => !busy);
      const slot = free.find(({ child }) => child?.alive()) ?? free[0];
      if (slot === undefined) throw new Error('No process is free');
      slot.busy = true;
      clearTimeout(slot.idle);
      return slot;
    },
    release(slot: Slot, closed: boolean): void {
      slot.busy = false;
      if (!slot.child?.alive() || ++slot.jobs >= jobsPerProcess || closed) stop(slot);
      else slot.idle = setTimeout(() => stop(slot), idleMs).unref();
    },
    stopAll: () => slots.forEach(stop),
  };
}

/** A pool of sandbox processes, none of them started yet. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { readable, size = 1, heapMb = 512, addons = false, niceness: behind = 10 } = options;
  const tasks = options.tasks ?? fileURLToPath(new URL('./tasks.ts', import.meta.url));
  const slots = slotsFor(options);
  const scheduler = createFairScheduler(size);
  let closed = false;
  return {
    async run(task, file, { timeoutMs = 60_000, maxOutput = 2 * 1024 * 1024, urgent = false, terms } = {}) {
      const path = await inside(file.path, readable);
      if (path === undefined) return { ok: false, reason: 'broken' };
      const answer = scheduler(urgent, async (): Promise<Answer> => {
        const slot = slots.take();
        try {
          if (closed) return { ok: false, reason: 'crashed' };
          if (!slot.child?.alive()) {
            const folders = await Promise.all(readable.map((folder) => realpath(folder)));
            slot.child = startSandboxProcess({ readable: folders, tasks, heapMb, addons, niceness: behind });
          }
          return await slot.child.ask(task, { ...file, path, maxOutput, ...(terms && { terms }) }, timeLimitOf(timeoutMs));
        } finally {
          slots.release(slot, closed);
        }
      });
      return answer.catch((error: unknown) => {
        if (error instanceof QueueFull) return { ok: false, reason: 'busy' };
        throw error;
      });
    },
    close() {
      closed = true;
      slots.stopAll();
    },
  };
}

/** The real path of a plain file in one of the folders: the permission model would follow a link that leads out of them. */
async function inside(path: string, folders: string[]): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    for (const folder of folders) {
      if (real.startsWith((await realpath(folder)) + sep)) return (await stat(real)).isFile() ? real : undefined;
    }
  } catch {
    // the file is missing: there is nothing to read
  }
  return undefined;
}

/** One pool of sandbox processes for each server: made at first use, ended with the server. */
export function sandboxPool(options: (services: Services) => SandboxOptions): (services: Services) => Sandbox {
  const pools = new WeakMap<Services, Sandbox>();
  return (services) => {
    const known = pools.get(services);
    if (known !== undefined) return known;
    const made = createSandbox(options(services));
    services.stopping.addEventListener('abort', () => made.close(), { once: true });
    pools.set(services, made);
    return made;
  };
}
