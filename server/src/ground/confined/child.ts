import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Limit } from '../patience.ts';
import { answerReader } from './frame.ts';
import type { Answer, Failure, Job } from './job.ts';

/** How a confined process is made. */
export interface ChildTerms {
  /** Real paths of the folders whose files it may read. */
  readable: string[];
  /** The module that exports `tasks`. */
  tasks: string;
  heapMb: number;
  /** Whether native code may be loaded: decoders of pictures are. The kernel's limits and the lack of a network hold for it too where they can. */
  addons: boolean;
  /** How far behind everything else of the machine it stands, from 0 to 19. */
  behind: number;
}

/** One confined process: it does one job at a time, and is gone once a job has failed it. */
export interface Child {
  alive: () => boolean;
  ask: (task: string, job: Job, limit: Limit) => Promise<Answer>;
  kill: () => void;
}

const here = dirname(fileURLToPath(import.meta.url));
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
export function startChild(terms: ChildTerms): Child {
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
  if (child.pid !== undefined) lower(child.pid, terms.behind);

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

function commandOf(terms: ChildTerms): string[] {
  const flags = [
    '--permission',
    ...[here, join(dirname(here), 'text'), ...libraries, dirname(terms.tasks), ...terms.readable].map((path) => `--allow-fs-read=${path}`),
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
