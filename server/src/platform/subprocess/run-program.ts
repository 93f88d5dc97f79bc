import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, open, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Failure } from '@dossier/formats/task';
import { timeLimitOf } from '../jobs/current-work.ts';
import type { Isolation } from '../engines.ts';

const attempts = 20;

/**
 * Where Linux shares its cores out among sessions first (autogroups), a nice value counts only within the session: a process that began a session
 * takes as much as all of ours together, unless its session has a nice value as a whole. The system accepts one such change from all processes
 * together in 100 ms.
 */
async function lowerSessionPriority(pid: number, nice: number): Promise<void> {
  for (let n = 0; n < attempts; n++) {
    const said = await writeFile(`/proc/${pid}/autogroup`, String(nice)).catch((error: NodeJS.ErrnoException) => error);
    if (!(said instanceof Error) || said.code !== 'EAGAIN') return;
    await pause(100 + Math.random() * 50);
  }
}

/** One run of a third-party program on an untrusted file. */
export interface ProgramRun {
  /** Absolute path of the program, and its arguments. */
  program: string;
  args: string[];
  /** The one writable folder; also its home, its folder for temporary files and its working directory. */
  folder: string;
  /** Its input files, and the path in its folder under which it finds each; they are read-only. */
  inputs: { from: string; to: string }[];
  /** Folders with parts of the program outside of the system's folders; where it is isolated, it sees nothing else of ours. */
  readable?: string[];
  shutter: Isolation;
  /** The most processor time on each of its cores, and the most wall time; at low priority `starvation` times as much wall time. */
  timeoutMs: number;
  memoryMb: number;
  /** The most bytes that it may write. */
  maxOutput: number;
  /** A file in its folder for its standard output, which is discarded otherwise. */
  answer?: string;
  /** The most cores that it may use at once; default one. */
  cores?: number;
  /** Runs at a lower priority than the server; by how much. */
  niceness?: number;
  signal?: AbortSignal;
  env?: Record<string, string>;
}

/** The result; `said` is the end of its error output. */
export type ProgramResult = { ok: true; said: string } | { ok: false; reason: Failure; said: string };

/** So that other requests stay fast: for what a user waits for, and for what nobody does. */
export const lowPriority = { awaited: 5, background: 10 };
/** On a busy machine a program of low priority gets so little of a core that wall time says nothing about its file. */
const starvation = 4;
const checkEveryMs = 250;
const saidLength = 2000;

/** Runs a program under limits on time, memory and output, without a network where the system supports it. Rejects only where an input cannot be read. */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  // a program that sees the whole disk gets copies: through a link it could write to its inputs
  if (run.shutter.kind !== 'bwrap') {
    for (const { from, to } of run.inputs) await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
  const [program = '', ...args] = command({ ...run, readable: [...(run.readable ?? []), ...(await installFoldersOf(run.program))] });
  const answer = run.answer === undefined ? undefined : await open(run.answer, 'wx');
  const child = spawn(program, args, {
    cwd: run.folder,
    // a process group of its own, so that its children end with it
    detached: true,
    stdio: ['ignore', answer?.fd ?? 'ignore', 'pipe', 'pipe'],
    env: { HOME: run.folder, TMPDIR: run.folder, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...noProxy, ...run.env },
  });
  if (run.niceness !== undefined && child.pid !== undefined) void lowerSessionPriority(child.pid, run.niceness);
  await answer?.close();
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-saidLength);
  });
  return new Promise((resolve) => {
    let reason: Failure | undefined;
    const end = (why: Failure): void => {
      reason ??= why;
      killGroup(child.pid);
    };
    const limit = timeLimitOf(run.niceness !== undefined ? run.timeoutMs * starvation : run.timeoutMs);
    const timer = setTimeout(() => end(limit.reason), limit.ms);
    const watch = setInterval(() => {
      void sizeOf(run.folder).then((size) => size > run.maxOutput && end('too-large'));
    }, checkEveryMs);
    const abort = (): void => end('crashed');
    if (run.signal?.aborted) abort();
    run.signal?.addEventListener('abort', abort, { once: true });
    const settle = (ran: ProgramResult): void => {
      clearTimeout(timer);
      clearInterval(watch);
      run.signal?.removeEventListener('abort', abort);
      killGroup(child.pid);
      resolve(ran);
    };
    child.on('error', () => settle({ ok: false, reason: 'crashed', said }));
    // a child that has left the group may hold the stream open for any time
    child.on('exit', () => {
      child.stdio[lifeline]?.destroy();
      setTimeout(() => child.stderr?.destroy(), 500).unref();
    });
    child.on('close', (code, signal) =>
      settle(reason !== undefined || code !== 0 ? { ok: false, reason: reason ?? reasonOf(signal, code), said } : { ok: true, said }),
    );
  });
}

/**
 * The descriptor that ends when this process does, however it ends: a shell in the background waits for that and kills the group. The kernel's signal
 * on the death of a parent, as of `--die-with-parent`, does not come where the parent was dead before it was asked for. The shell is nobody's child, as
 * the program might wait for all of its own.
 */
const lifeline = 3;
const watch = `( (read line; kill -9 0) <&${lifeline} >/dev/null 2>&1 & ) ; exec ${lifeline}<&-`;

/** A dead proxy: a program that uses the network fails at once, even where it cannot be isolated. */
const deadProxy = 'http://127.0.0.1:9';
const noProxy = { http_proxy: deadProxy, https_proxy: deadProxy, ftp_proxy: deadProxy, all_proxy: deadProxy };

/** What programs need of the system: executables, libraries, fonts and settings; no account, no key, no document. */
const system = (
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /nix/store /gnu/store /var/cache/fontconfig ' +
  '/etc/alternatives /etc/fonts /etc/libreoffice /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d'
)
  .split(' ')
  .flatMap((path) => ['--ro-bind-try', path, path]);

/** Separately installed software has a folder of its own there; other folders beside it may hold anything. */
async function installFoldersOf(program: string): Promise<string[]> {
  const [, top, name] = (await realpath(program).catch(() => '')).split('/');
  return top === 'opt' && name !== undefined ? [`/opt/${name}`] : [];
}

function command(run: ProgramRun): string[] {
  const { program, args, folder, shutter } = run;
  const seconds = Math.ceil((run.timeoutMs / 1000) * (run.cores ?? 1));
  const limits = [
    watch,
    'ulimit -c 0',
    // at its hard limit a process is killed without the signal that tells why
    `ulimit -S -t ${seconds}`,
    `ulimit -H -t ${seconds + 2}`,
    `ulimit -v ${run.memoryMb * 1024}`,
    `ulimit -f ${Math.ceil(run.maxOutput / 512)}`,
    run.niceness !== undefined ? `exec nice -n ${run.niceness} "$@"` : 'exec "$@"',
  ];
  const limited = ['/bin/sh', '-c', limits.join('; '), 'run', program, ...args];
  if (shutter.kind === 'unshare') return [shutter.path, '--net', '--map-root-user', ...limited];
  if (shutter.kind === 'none') return limited;
  const binds = [
    ...[dirname(program), ...(run.readable ?? [])].flatMap((path) => ['--ro-bind', path, path]),
    '--bind',
    folder,
    folder,
    '--chdir',
    folder,
    ...run.inputs.flatMap(({ from, to }) => ['--ro-bind', from, to]),
  ];
  // it already runs in a session of its own, without a terminal
  const isolatedArgs = ['--unshare-all', '--die-with-parent', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
  return [shutter.path, ...isolatedArgs, ...system, ...binds, ...limited];
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
}

function reasonOf(signal: NodeJS.Signals | null, code: number | null): Failure {
  // a shell between us and the program exits with 128 and the number of the signal
  if (signal === 'SIGXCPU' || code === 128 + 24) return 'timeout';
  if (signal === 'SIGXFSZ' || code === 128 + 25) return 'too-large';
  if (signal === 'SIGABRT' || code === 128 + 6) return 'memory';
  return 'crashed';
}

/** The bytes of all files in a folder; files that vanish meanwhile count nothing. */
async function sizeOf(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return total;
}
