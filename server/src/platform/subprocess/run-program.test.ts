import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Isolation, findIsolation } from '../engines.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

const searchPath = process.env['PATH'] ?? '';
let place: string;
let shutter: Isolation;
let count = 0;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'dossier-outside-'));
  await writeFile(join(place, 'secret'), 'of another');
  await writeFile(join(place, 'input'), 'given');
  shutter = await findIsolation(searchPath);
});
afterAll(() => rm(place, { recursive: true, force: true }));

const limits = { timeoutMs: 10_000, memoryMb: 512, maxOutput: 4 * 1024 * 1024 };

/** Runs a few lines of shell as the program. */
async function run(
  lines: string,
  changes: Partial<Parameters<typeof runProgram>[0]> = {},
): Promise<{ ran: ProgramResult; folder: string }> {
  const [folder, home] = [join(place, `work${++count}`), join(place, `program${count}`)];
  await mkdir(folder);
  await mkdir(home);
  const program = join(home, 'engine');
  await writeFile(program, `#!/bin/sh\n${lines}\n`);
  await chmod(program, 0o755);
  const inputs = [{ from: join(place, 'input'), to: join(folder, 'in.txt') }];
  return { ran: await runProgram({ ...limits, program, args: [], folder, inputs, shutter, ...changes }), folder };
}

describe('a program that succeeds', () => {
  it('finds its input and leaves its output', async () => {
    const { ran, folder } = await run('cat in.txt > out.txt');
    expect(ran).toEqual({ ok: true, said: '' });
    expect(await readFile(join(folder, 'out.txt'), 'utf8')).toBe('given');
  });

  it('does not change its inputs', async () => {
    await run('echo spoilt >> in.txt');
    expect(await readFile(join(place, 'input'), 'utf8')).toBe('given');
  });
});

it.skipIf(!existsSync('/proc/self/autogroup'))('a low priority is that of the whole session', async () => {
  const waitForNice =
    'n=0; until grep -q "nice 10" /proc/self/autogroup || [ $n -gt 40 ]; do n=$((n+1)); sleep 0.1; done; cat /proc/self/autogroup > out';
  const { folder } = await run(waitForNice, { niceness: 10 });
  expect(await readFile(join(folder, 'out'), 'utf8')).toContain('nice 10');
});

it('has more wall time at low priority, where other work may take the cores', async () => {
  expect((await run('sleep 3', { timeoutMs: 2000, niceness: 10 })).ran).toEqual({ ok: true, said: '' });
});

describe('a program that fails', () => {
  const faults: [string, string, Partial<Parameters<typeof runProgram>[0]>][] = [
    ['timeout', 'sleep 60', { timeoutMs: 500 }],
    ['timeout', 'sleep 60', { timeoutMs: 500, niceness: 10 }],
    ['timeout', 'while :; do :; done', { timeoutMs: 1000, niceness: 10 }],
    ['timeout', 'while :; do :; done', { timeoutMs: 1000 }],
    // its child processes are killed too
    ['timeout', '(sleep 60; echo late > late) & sleep 60', { timeoutMs: 500 }],
    // a stopped process receives no signal but SIGKILL
    ['timeout', 'kill -STOP $$', { timeoutMs: 500 }],
    ['crashed', 'echo why >&2; exit 3', {}],
    ['crashed', 'kill -9 $$', {}],
    ['too-large', 'head -c 4294967296 /dev/zero > big', {}],
    ['too-large', 'i=0; while :; do i=$((i+1)); head -c 1000000 /dev/zero > part$i; done', {}],
  ];
  it.each(faults)('is a failed job: %s after %s', async (reason, lines, changes) => {
    expect((await run(lines, changes)).ran).toMatchObject({ ok: false, reason });
  });

  it('is ended though a detached child keeps its stream open', async ({ skip }) => {
    if (!existsSync('/usr/bin/setsid')) skip();
    const left = "setsid sh -c 'echo $$ > left; exec sleep 1000' &";
    const { ran, folder } = await run(`${left} until [ -s left ]; do sleep 0.1; done; kill -STOP $$`, {
      timeoutMs: 5000,
      shutter: { kind: 'none' },
    });
    expect(ran).toMatchObject({ ok: false, reason: 'timeout' });
    // it still runs, and is ended here: throws where it is gone
    process.kill(Number(await readFile(join(folder, 'left'), 'utf8')), 'SIGKILL');
  });

  it('gets no more memory than its limit', async () => {
    const { ran } = await run('x=0123456789; while :; do x="$x$x"; done', { memoryMb: 256 });
    expect(ran.ok).toBe(false);
  });

  it('reports the end of its error output', async () => {
    expect((await run('head -c 100000 /dev/zero | tr "\\0" x >&2; echo end >&2; exit 1')).ran.said).toMatch(/^x{1995}\nend|^x+end/);
  });

  it('ends with the server', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    expect((await run('sleep 60', { signal: stop.signal })).ran).toMatchObject({ ok: false, reason: 'crashed' });
  });
});

describe('what a program sees', () => {
  const shutIn = async () => (await findIsolation(searchPath)).kind;

  it('is none of our files, where it can be isolated', async ({ skip }) => {
    if ((await shutIn()) !== 'bwrap') skip();
    const { ran, folder } = await run(`cat ${join(place, 'secret')} /etc/passwd ~root/* > seen; ls / > top; exit 0`);
    expect(ran.ok).toBe(true);
    expect(await readFile(join(folder, 'seen'), 'utf8')).toBe('');
    // folders of separately installed software are not visible either, except the program's own
    expect(await readFile(join(folder, 'top'), 'utf8')).not.toMatch(/^(?:home|root|opt|srv|mnt|media|boot)$/m);
  });

  it('is no network', async ({ skip }) => {
    if ((await shutIn()) === 'none') skip();
    const output: string[] = [];
    const server = createServer((socket) => output.push(String(socket.remotePort)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const script = `require("net").connect(${port},"127.0.0.1").on("connect",()=>process.exit(0)).on("error",()=>process.exit(7))`;
    const calling = (how: Isolation) =>
      run(`exec ${process.execPath} -e '${script}'`, { memoryMb: 1 << 20, readable: [dirname(process.execPath)], shutter: how });
    const free = await calling({ kind: 'none' });
    const confined = await calling(shutter);
    server.close();
    expect([free.ran.ok, output.length, confined.ran.ok]).toEqual([true, 1, false]);
  });
});

/** Processes whose home is a folder: those of one run. */
async function processesOf(folder: string): Promise<string[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
  return all.filter((_, at) => environments[at]?.split('\0').includes(`HOME=${folder}`));
}

describe.skipIf(!existsSync('/proc/self/environ'))('a server that is killed', () => {
  // from before the program is isolated until it runs
  it.each([0, 5, 10, 300])('takes its programs along, after %i ms', async (ms) => {
    for (const isolation of [shutter, { kind: 'none' }]) {
      const folder = await mkdtemp(join(place, 'left-'));
      const asked = { ...limits, program: '/bin/sleep', args: ['600'], folder, inputs: [], shutter: isolation };
      const module = new URL('./run-program.ts', import.meta.url).href;
      const lines = `const { runProgram } = await import('${module}'); console.log('ready'); void runProgram(${JSON.stringify(asked)});`;
      const server = spawn(process.execPath, ['--input-type=module', '-e', lines], { stdio: ['ignore', 'pipe', 'ignore'] });
      const gone = new Promise((resolve) => server.once('exit', resolve));
      await new Promise((resolve) => server.stdout.once('data', resolve));
      await pause(ms);
      server.kill('SIGKILL');
      await gone;
      // what is just being started is not seen yet, and comes to its own end
      const left = async (): Promise<string[]> => {
        const found = await processesOf(folder);
        await pause(100);
        return [...found, ...(await processesOf(folder))];
      };
      await expect.poll(left).toEqual([]);
    }
  });
});
