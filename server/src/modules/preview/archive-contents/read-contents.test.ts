import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Services } from '../../../platform/context.ts';
import { runAsRequester } from '../../../platform/jobs/current-work.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { RenderJob } from '../renderer.ts';
import { unpackEntryWith } from './read-contents.ts';

const asked: number[][] = [];
let slowMs = 0;

/** A sandbox that answers four pieces of each file, or endless slow ones; records the requested places. */
function processOf(): () => Sandbox {
  const here: number[] = [];
  asked.push(here);
  const run: Sandbox['run'] = async (_task, _file, { timeoutMs = 0, terms } = {}) => {
    here.push(Number(terms?.['place']));
    if (slowMs > timeoutMs) return { ok: false, reason: 'timeout' };
    if (slowMs > 0) await vi.advanceTimersByTimeAsync(slowMs);
    return { ok: true, text: '', bytes: Buffer.alloc(10), cut: slowMs > 0 || Number(terms?.['from']) < 30 };
  };
  return () => ({ run, close: () => undefined });
}
const unpack = unpackEntryWith([processOf(), processOf()]);

const folders: string[] = [];
async function unpacked(place: number) {
  const folder = await mkdtemp(join(tmpdir(), 'unpack-'));
  folders.push(folder);
  const source = { sha256: '', size: 1, ext: 'tgz', name: 'a.tgz' };
  const job: RenderJob = {
    services: {} as Services,
    source,
    path: '',
    folder,
    param: String(place),
    urgent: true,
    report: () => undefined,
  };
  return runAsRequester(`person ${place}`, () => unpack(job));
}
afterEach(async () => {
  vi.useRealTimers();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

it('concurrently requested files are unpacked one after the other, or by processes of their own', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(unpacked));
  expect(made.every(({ ok }) => ok)).toBe(true);
  // no file is requested again after its last piece
  for (const places of asked) expect(places.filter((place, at) => place !== places[at - 1]).length).toBe(new Set(places).size);
  expect(asked.flat().length).toBe(16);
});

it('a file with slow pieces is given up', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  slowMs = 30_000;
  expect(await unpacked(5)).toEqual({ ok: false, reason: 'timeout' });
});
