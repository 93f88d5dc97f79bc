import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitOf } from '../patience.ts';
import { NoTurn, turnsOf } from '../turns.ts';
import { type Child, startChild } from './child.ts';
import type { Answer } from './job.ts';

/** How long a file may take, how many bytes it may give, what else the task is told, and whether somebody waits for it: then it goes before what nobody waits for. */
export interface Bounds {
  timeoutMs?: number;
  maxOutput?: number;
  terms?: Record<string, unknown>;
  urgent?: boolean;
}

/** The file a task works on: where it lies, and what it is called. */
export interface ConfinedFile {
  path: string;
  ext: string;
  name: string;
  size: number;
}

/** Runs tasks on hostile files in processes that may only read; whatever a file does to its process fails that one job. Never rejects. */
export interface Confined {
  run(task: 'extract' | (string & {}), file: ConfinedFile, bounds?: Bounds): Promise<Answer>;
  /** Ends the processes; jobs that still wait fail as 'crashed'. */
  close(): void;
}

/** How the processes of a pool are made. */
export interface Options {
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
  behind?: number;
}

interface Slot {
  child?: Child;
  jobs: number;
  busy: boolean;
  idle?: NodeJS.Timeout;
}

/** The places for processes: each is taken by one job at a time. */
function slotsFor({ size = 1, jobsPerProcess = 100, idleMs = 3_600_000 }: Options) {
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
export function createConfined(options: Options): Confined {
  const { readable, size = 1, heapMb = 512, addons = false, behind = 10 } = options;
  const tasks = options.tasks ?? fileURLToPath(new URL('./tasks.ts', import.meta.url));
  const slots = slotsFor(options);
  const turns = turnsOf(size);
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
            slot.child = startChild({ readable: folders, tasks, heapMb, addons, behind });
          }
          return await slot.child.ask(task, { ...file, path, maxOutput, ...(terms && { terms }) }, limitOf(timeoutMs));
        } finally {
          slots.release(slot, closed);
        }
      });
      return answer.catch((error: unknown) => {
        if (error instanceof NoTurn) return { ok: false, reason: 'busy' };
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
