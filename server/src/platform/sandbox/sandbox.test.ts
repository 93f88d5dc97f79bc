import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { withDeadline } from '../jobs/current-work.ts';
import { createSandbox } from './sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'confined-'));
const readable = join(folder, 'blobs');
mkdirSync(readable);
const path = join(readable, 'a.txt');
writeFileSync(path, 'hello 合同');
writeFileSync(join(folder, 'secret.txt'), 'secret');
const tasks = fileURLToPath(new URL('./test-tasks/tasks.ts', import.meta.url));
const sandbox = createSandbox({ readable: [readable], tasks, heapMb: 128 });
const file = { path, ext: 'txt', name: 'a.txt', size: 12 };
afterAll(() => {
  sandbox.close();
  rmSync(folder, { recursive: true });
});

test('a task reads its file and answers', async () => {
  expect(await sandbox.run('echo', file)).toEqual({ ok: true, text: 'hello 合同' });
  expect(await sandbox.run('none', file)).toEqual({ ok: false, reason: 'unsupported' });
});

test('a task can only read', async () => {
  process.env.CONFINED_TEST = 'secret';
  const server = createServer((_request, response) => response.end()).listen(0);
  const name = String((server.address() as AddressInfo).port);
  expect(await sandbox.run('breakOut', { ...file, name })).toEqual({ ok: true, text: '' });
  expect(readFileSync(path, 'utf8')).toBe('hello 合同');
  expect(readdirSync(readable)).toEqual(['a.txt']);
  expect(await sandbox.run('environment', file)).toEqual({ ok: true, text: expect.not.stringContaining('CONFINED_TEST') });

  // Shows that the attempts are valid: each of them succeeds outside of the sandbox.
  mkdirSync(join(folder, 'free'));
  writeFileSync(join(folder, 'free/a.txt'), '');
  const script = `import(${JSON.stringify(tasks)}).then(async ({ tasks }) => { process.stdout.write((await tasks.breakOut(${JSON.stringify({ path: join(folder, 'free/a.txt'), name })})).text); process.exit(); })`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout.split(' ')).toHaveLength(22);
  server.close();
});

test('a path that leads out of the folder is not passed to it', async () => {
  symlinkSync('/etc/passwd', join(readable, 'link'));
  for (const other of [
    join(readable, 'link'),
    '/etc/passwd',
    join(readable, '../secret.txt'),
    join(readable, 'missing'),
    readable,
    `${readable}x`,
  ]) {
    expect(await sandbox.run('echo', { ...file, path: other })).toEqual({ ok: false, reason: 'broken' });
  }
  rmSync(join(readable, 'link'));
});

describe('a file that breaks its process fails that job only', () => {
  const bounds = { timeoutMs: 20_000 };
  test.each([
    ['hang', 'timeout', { timeoutMs: 500 }],
    ['spin', 'timeout', { timeoutMs: 500 }],
    ['heap', 'memory', bounds],
    ['buffers', 'memory', bounds],
    ['recursion', 'broken', bounds],
    ['exit', 'crashed', bounds],
    ['abort', 'memory', bounds],
    ['throws', 'broken', bounds],
    ['later', 'crashed', bounds],
    ['flood', 'crashed', bounds],
    ['lie', 'crashed', bounds],
    ['twice', 'crashed', bounds],
    ['mute', 'crashed', bounds],
  ])(
    '%s: %s',
    async (task, reason, limits) => {
      const jobs = [sandbox.run(task, file, limits), sandbox.run('echo', file)];
      expect(await Promise.all(jobs)).toEqual([
        { ok: false, reason },
        { ok: true, text: 'hello 合同' },
      ]);
    },
    30_000,
  );
});

test('the text is cut at a whole character', async () => {
  const answer = await sandbox.run('large', file, { maxOutput: 1000 });
  expect(answer).toEqual({ ok: true, text: '合'.repeat(333), pages: 3, cut: true });
});

test('a process serves many jobs, is replaced after its share, and ends when idle', async () => {
  const pool = createSandbox({ readable: [readable], tasks, jobsPerProcess: 2, idleMs: 100 });
  const pid = async (): Promise<number> => {
    const answer = await pool.run('pid', file);
    return answer.ok ? Number(answer.text) : 0;
  };
  const [first, second, third] = [await pid(), await pid(), await pid()];
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  await expect.poll(() => isRunning(third)).toBe(false);
  expect(await pid()).toBeGreaterThan(0);
  pool.close();
});

test('a process that hangs is killed, and the next job gets another', async () => {
  const pool = createSandbox({ readable: [readable], tasks });
  const answer = await pool.run('pid', file);
  const halted = answer.ok ? Number(answer.text) : 0;
  process.kill(halted, 'SIGSTOP');
  expect(await pool.run('echo', file, { timeoutMs: 500 })).toEqual({ ok: false, reason: 'timeout' });
  expect(await pool.run('echo', file)).toEqual({ ok: true, text: 'hello 合同' });
  await expect.poll(() => isRunning(halted)).toBe(false);
  pool.close();
});

test('a job is refused at once when too many wait', async () => {
  const pool = createSandbox({ readable: [readable], tasks });
  const hanging = pool.run('hang', file, { timeoutMs: 500 });
  const answers = await Promise.all([hanging, ...Array.from({ length: 250 }, () => pool.run('echo', file))]);
  // one runs and 200 wait; any of them may find its file first, so the one that hangs may be refused itself
  const reasons = answers.map((answer) => (answer.ok ? 'done' : answer.reason));
  const isRefused = reasons[0] === 'busy';
  expect(
    Object.fromEntries(
      Map.groupBy(reasons, (reason) => reason)
        .entries()
        .map(([reason, all]) => [reason, all.length]),
    ),
  ).toEqual(isRefused ? { done: 201, busy: 50 } : { done: 200, timeout: 1, busy: 50 });
  pool.close();
});

test('a job that starts late has only the time that is left, and its file is not blamed then', async () => {
  const pool = createSandbox({ readable: [readable], tasks });
  // two of a kind, as either may find its file first
  const jobs = withDeadline(400, () => ['hang', 'hang'].map((task) => pool.run(task, file, { timeoutMs: 60_000 })));
  expect(await Promise.all(jobs)).toEqual([
    { ok: false, reason: 'busy' },
    { ok: false, reason: 'busy' },
  ]);
  expect(await pool.run('echo', file)).toMatchObject({ ok: true });
  pool.close();
});

test('closing ends the processes and fails waiting jobs', async () => {
  const pool = createSandbox({ readable: [readable], tasks, size: 2 });
  const jobs = ['hang', 'hang', 'hang'].map((task) => pool.run(task, file));
  setTimeout(() => pool.close(), 300);
  expect(await Promise.all(jobs)).toEqual(jobs.map(() => ({ ok: false, reason: 'crashed' })));
  expect(await pool.run('echo', file)).toEqual({ ok: false, reason: 'crashed' });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
