import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, open, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Failure } from '@dossier/formats/task';
import { timeLimitOf } from '../jobs/deadline.ts';
import type { Isolation } from './find-program.ts';

const attempts = 20;

/**
 * Where Linux shares its cores out among sessions first (autogroups), being nice counts for nothing outside of one's own: a process that
 * began a session takes as much as all of ours together, unless its session is nice as a whole. The system takes such a wish from
 * everybody together once in 100 ms.
 */
async function lowerSessionPriority(pid: number, nice: number): Promise<void> {
  for (let n = 0; n < attempts; n++) {
    const said = await writeFile(`/proc/${pid}/autogroup`, String(nice)).catch((error: NodeJS.ErrnoException) => error);
    if (!(said instanceof Error) || said.code !== 'EAGAIN') return;
    await pause(100 + Math.random() * 50);
  }
}

/** One run of a program that we did not write on a file that we do not trust. */
export interface ProgramRun {
  /** Absolute path of the program, and what it is told. */
  program: string;
  args: string[];
  /** The one folder that it may write to; also its home, its place for temporary files and where it stands. */
  folder: string;
  /** The files that it works on, and under which path in its folder it finds each; it can change none of them. */
  inputs: { from: string; to: string }[];
  /** Folders with parts of the program that lie outside of the system's; where it can be shut in, it sees nothing else of ours. */
  readable?: string[];
  shutter: Isolation;
  timeoutMs: number;
  memoryMb: number;
  /** All that it may have written, in bytes. */
  maxOutput: number;
  /** A file in its folder for what it answers on its output stream, which else is lost. */
  answer?: string;
  /** So many cores may be at work for it at once; one where nothing is said. */
  cores?: number;
  /** It takes only what nobody else wants of the machine. */
  behind?: boolean;
  signal?: AbortSignal;
  env?: Record<string, string>;
}

/** How it ended; `said` is the end of what it wrote to its error stream. */
export type ProgramResult = { ok: true; said: string } | { ok: false; reason: Failure; said: string };

/** Of what takes only what nobody else wants. */
const niceness = 10;
const checkEveryMs = 250;
const saidLength = 2000;

/** Runs a program under limits on time, memory and output, without a network where the system lets us. Rejects only where its inputs cannot be had. */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  // who sees the whole disk gets copies: a link would let it write to what it was to read
  if (run.shutter.kind !== 'bwrap') {
    for (const { from, to } of run.inputs) await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
  const [program = '', ...args] = command({ ...run, readable: [...(run.readable ?? []), ...(await installFoldersOf(run.program))] });
  const answer = run.answer === undefined ? undefined : await open(run.answer, 'wx');
  const child = spawn(program, args, {
    cwd: run.folder,
    // a group of its own, so that what it starts ends with it
    detached: true,
    stdio: ['ignore', answer?.fd ?? 'ignore', 'pipe'],
    env: { HOME: run.folder, TMPDIR: run.folder, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...noProxy, ...run.env },
  });
  if (run.behind && child.pid !== undefined) void lowerSessionPriority(child.pid, niceness);
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
    const limit = timeLimitOf(run.timeoutMs);
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
    // what has left the group may hold the stream open for as long as it likes
    child.on('exit', () => setTimeout(() => child.stderr?.destroy(), 500).unref());
    child.on('close', (code, signal) =>
      settle(reason !== undefined || code !== 0 ? { ok: false, reason: reason ?? reasonOf(signal, code), said } : { ok: true, said }),
    );
  });
}

/** A program that does ask for the network finds nobody there, even where it cannot be shut in. */
const nobody = 'http://127.0.0.1:9';
const noProxy = { http_proxy: nobody, https_proxy: nobody, ftp_proxy: nobody, all_proxy: nobody };

/** What programs need of the system: themselves, their libraries, fonts and settings; no account, no key, no document. */
const system = (
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /nix/store /gnu/store /var/cache/fontconfig ' +
  '/etc/alternatives /etc/fonts /etc/libreoffice /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d'
)
  .split(' ')
  .flatMap((path) => ['--ro-bind-try', path, path]);

/** What is installed apart from the system has a folder of its own there; what lies beside it may be anything. */
async function installFoldersOf(program: string): Promise<string[]> {
  const [, top, name] = (await realpath(program).catch(() => '')).split('/');
  return top === 'opt' && name !== undefined ? [`/opt/${name}`] : [];
}

function command(run: ProgramRun): string[] {
  const { program, args, folder, shutter } = run;
  const limits = [
    'ulimit -c 0',
    `ulimit -t ${Math.ceil((run.timeoutMs / 1000) * (run.cores ?? 1))}`,
    `ulimit -v ${run.memoryMb * 1024}`,
    `ulimit -f ${Math.ceil(run.maxOutput / 512)}`,
    run.behind ? `exec nice -n ${niceness} "$@"` : 'exec "$@"',
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
  // it is in a session of its own already, without a terminal
  const alone = ['--unshare-all', '--die-with-parent', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
  return [shutter.path, ...alone, ...system, ...binds, ...limited];
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
  // a shell between us and the program says 128 and the number of the signal
  if (signal === 'SIGXCPU' || code === 128 + 24) return 'timeout';
  if (signal === 'SIGXFSZ' || code === 128 + 25) return 'too-large';
  if (signal === 'SIGABRT' || code === 128 + 6) return 'memory';
  return 'crashed';
}

/** The bytes of all files in a folder; what vanishes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return total;
}
