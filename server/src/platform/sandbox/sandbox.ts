import { spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Answer, Failure, Job } from '@dossier/formats/task';
import type { Services } from '../context.ts';
import { type TimeLimit, timeLimitOf } from '../jobs/deadline.ts';
import { QueueFull, createFairScheduler } from '../jobs/fair-scheduler.ts';
import { answerReader } from './answer-frame.ts';

/** How a confined process is made. */
interface SandboxProcessOptions {
  /** Real paths of the folders whose files it may read. */
  readable: string[];
  /** The module that exports `tasks`. */
  tasks: string;
  heapMb: number;
  /** Whether native code may be loaded: decoders of pictures are. The kernel's limits and the lack of a network hold for it too where they can. */
  addons: boolean;
  /** How far behind everything else of the machine it stands, from 0 to 19. */
  niceness: number;
}

/** One confined process: it does one job at a time, and is gone once a job has failed it. */
interface SandboxProcess {
  alive: () => boolean;
  ask: (task: string, job: Job, limit: TimeLimit) => Promise<Answer>;
  kill: () => void;
}

const here = dirname(fileURLToPath(import.meta.url));
/** The readers of formats, which jobs run; outside of every folder of packages, where only a link to them lies. */
const formats = fileURLToPath(new URL('../../../../packages/formats', import.meta.url));
/** Every place where Node looks for a package on its way up to the one that holds them. */
const libraries = packageFolders();
/**
 * Where there is a POSIX shell, the kernel's limits come on top: no file may grow (-f; node:sqlite knows nothing of the permission model),
 * no core dump, memory outside the heap too (-d, kB), and processor seconds, so that an orphan ends.
 */
const limited = 'ulimit -f 0; ulimit -c 0; ulimit -d "$0"; ulimit -t 900; exec "$@"';

/** An allocator in the decoders would else set a gigabyte aside at once, which the limit on memory counts. */
const env = { MIMALLOC_ARENA_RESERVE: '0' };

/** Starts a confined process; it needs some 100 ms before its first job is begun, which count as that job's. */
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
    ...[here, join(dirname(here), 'text'), formats, ...libraries, dirname(terms.tasks), ...terms.readable].map(
      (path) => `--allow-fs-read=${path}`,
    ),
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
  const holder = dirname(dirname(resolve('saxes/package.json')));
  const onTheWay = resolve.paths('saxes') ?? [];
  return onTheWay.slice(0, onTheWay.indexOf(holder) + 1).map((folder) => join(folder, '*'));
}

/** V8 aborts when its heap is full; the kernel says SIGXCPU when the processor time is used up. */
function reasonOf(signal: NodeJS.Signals | null): Failure {
  if (signal === 'SIGXCPU') return 'timeout';
  return signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL' ? 'memory' : 'crashed';
}

/** People who wait for a page go before the index. */
function lower(pid: number, behind: number): void {
  try {
    setPriority(pid, behind);
  } catch {
    // it has ended already, or the system does not allow it: it runs as it is
  }
}

/** How long a file may take, how many bytes it may give, what else the task is told, and whether somebody waits for it: then it goes before what nobody waits for. */
interface SandboxLimits {
  timeoutMs?: number;
  maxOutput?: number;
  terms?: Record<string, unknown>;
  urgent?: boolean;
}

/** The file a task works on: where it lies, and what it is called. */
interface SandboxFile {
  path: string;
  ext: string;
  name: string;
  size: number;
}

/** Runs tasks on hostile files in processes that may only read; whatever a file does to its process fails that one job. Never rejects. */
export interface Sandbox {
  run(task: 'extract' | (string & {}), file: SandboxFile, bounds?: SandboxLimits): Promise<Answer>;
  /** Ends the processes; jobs that still wait fail as 'crashed'. */
  close(): void;
}

/** How the processes of a pool are made. */
interface SandboxOptions {
  /** Folders whose files the tasks may read. */
  readable: string[];
  /** How many processes at most; started when needed. */
  size?: number;
  /** A process is replaced after so many jobs, and ended after so long without one. */
  jobsPerProcess?: number;
  idleMs?: number;
  heapMb?: number;
  /** The module that exports `tasks`. */
  tasks?: string;
  /** Whether the tasks need native code. */
  addons?: boolean;
  /** How far behind everything else of the machine they stand, from 0 to 19. */
  niceness?: number;
}

interface Slot {
  child?: SandboxProcess;
  jobs: number;
  busy: boolean;
  idle?: NodeJS.Timeout;
}

/** The places for processes: each is taken by one job at a time. */
function slotsFor({ size = 1, jobsPerProcess = 100, idleMs = 3_600_000 }: SandboxOptions) {
  const slots: Slot[] = Array.from({ length: size }, () => ({ jobs: 0, busy: false }));
  const stop = (slot: Slot): void => {
    clearTimeout(slot.idle);
    slot.child?.kill();
    delete slot.child;
    slot.jobs = 0;
  };
  return {
    /** To be called by who has a turn: then one of them is free. A process that stands goes before one that would have to be started. */
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

/** A pool of confined processes, none of them started yet. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { readable, size = 1, heapMb = 512, addons = false, niceness: behind = 10 } = options;
  const tasks = options.tasks ?? fileURLToPath(new URL('./tasks.ts', import.meta.url));
  const slots = slotsFor(options);
  const turns = createFairScheduler(size);
  let closed = false;
  return {
    async run(task, file, { timeoutMs = 60_000, maxOutput = 2 * 1024 * 1024, urgent = false, terms } = {}) {
      const path = await inside(file.path, readable);
      if (path === undefined) return { ok: false, reason: 'broken' };
      const answer = turns(urgent, async (): Promise<Answer> => {
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
    // not there: there is nothing to read
  }
  return undefined;
}

/** A pool of confined processes of each house: made at the first need, ended with the house. */
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
