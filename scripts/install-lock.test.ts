import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const scripts = fileURLToPath(new URL('.', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'install-lock-'));
  folders.push(folder);
  return folder;
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

async function runNode(args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }): Promise<Ended> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, output };
}

/** Runs a piece of code under the lock, in a process of its own. */
const runUnderLock = (folder: string, code: string): Promise<Ended> =>
  runNode(
    [
      '--input-type=module',
      '--eval',
      `import { underLock } from ${JSON.stringify(join(scripts, 'install-lock.mjs'))};
       import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
       import { setTimeout as wait } from 'node:timers/promises';
       await underLock('lock', async () => { ${code} }, (holder) => writeFileSync('waits', String(holder)));`,
    ],
    { cwd: folder },
  );

/** Fails where another process does the same; each run is written down. */
const alone = `writeFileSync('inside', '', { flag: 'wx' }); await wait(30); rmSync('inside'); appendFileSync('done', '.');`;

it('lets one process in at a time, also where all find the lock of one that was killed', async () => {
  const folder = makeFolder();
  const killed = await runUnderLock(folder, `process.kill(process.pid, 'SIGKILL'); await wait(60_000);`);
  expect(killed.signal).toBe('SIGKILL');
  const ended = await Promise.all(Array.from({ length: 8 }, () => runUnderLock(folder, alone)));
  expect(ended.map(({ code, output }) => (code === 0 ? code : output))).toEqual(Array.from({ length: 8 }, () => 0));
  expect(readFileSync(join(folder, 'done'), 'utf8')).toBe('.'.repeat(8));
});

it('takes over from one that was killed while it took over', async () => {
  const folder = makeFolder();
  const { output } = await runNode(['--print', 'process.pid'], { cwd: folder });
  for (const name of ['lock', 'lock.left']) symlinkSync(output.trim(), join(folder, name));
  const ended = await Promise.all(Array.from({ length: 4 }, () => runUnderLock(folder, alone)));
  expect(ended.map(({ code, output: told }) => (code === 0 ? code : told))).toEqual([0, 0, 0, 0]);
});

it('waits for a process that lives, and says for which', async () => {
  const folder = makeFolder();
  symlinkSync(String(process.pid), join(folder, 'lock'));
  const waiting = runUnderLock(folder, alone);
  const told = join(folder, 'waits');
  await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8'), { timeout: 30_000 }).toBe(String(process.pid));
  expect(existsSync(join(folder, 'done'))).toBe(false);
  rmSync(join(folder, 'lock'));
  expect((await waiting).code).toBe(0);
  expect(existsSync(join(folder, 'done'))).toBe(true);
});

it('is free again after work that failed, and after work that ended its process', async () => {
  const folder = makeFolder();
  expect((await runUnderLock(folder, `throw new Error('no room');`)).code).toBe(1);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
  expect((await runUnderLock(folder, 'process.exit(3);')).code).toBe(3);
  expect((await runUnderLock(folder, alone)).code).toBe(0);
});

/** A project with nothing but the launcher, and an npm that takes half a second and does not bear another one beside it. */
function makeProject(): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = makeFolder();
  for (const name of ['scripts', 'bin']) mkdirSync(join(folder, name));
  for (const name of ['run.mjs', 'runtime.mjs', 'install-lock.mjs', 'scratch.mjs'])
    copyFileSync(join(scripts, name), join(folder, 'scripts', name));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
  writeFileSync(join(folder, 'program.mjs'), `console.log('runs');`);
  const npm = `#!/bin/sh
echo "$1" >> npm.log
mkdir inside || exit 1
sleep 0.5
rmdir inside
mkdir -p node_modules
cp package-lock.json node_modules/.package-lock.json
`;
  writeFileSync(join(folder, 'bin', 'npm'), npm, { mode: 0o755 });
  return { folder, env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` } };
}

it('installs once for commands that are started together', async () => {
  const { folder, env } = makeProject();
  const ended = await Promise.all(Array.from({ length: 3 }, () => runNode(['scripts/run.mjs', 'program.mjs'], { cwd: folder, env })));
  for (const { code, output } of ended) expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/runs\n$/) });
  expect(readFileSync(join(folder, 'npm.log'), 'utf8')).toBe('ci\n');
});
