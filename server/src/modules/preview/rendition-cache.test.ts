import { createHash } from 'node:crypto';
import { readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import type { Renderer, Rendition, Source } from './renderer.ts';
import { enforceCacheLimit, renditionFolder } from './rendition-cache.ts';
import { render, renditionState, sweepRenditions } from './renditions.ts';

let dossier: TestServer;
afterEach(() => dossier.close());

/** With its metadata it takes two blocks of the disk. */
const small: Renderer = { name: 'small', version: 1, render: async ({ param }) => ({ ok: true, content: Buffer.from(`of ${param}`) }) };
const large: Renderer = {
  name: 'large',
  version: 1,
  async render({ folder }) {
    const file = join(folder, 'large');
    await writeFile(file, Buffer.alloc(100_000));
    return { ok: true, content: { file } };
  },
};

async function sourceIn(parentId: string): Promise<Source> {
  await makeDocument(dossier, dossier.admin, { parentId, name: 'a.bin', bytes: 'a' });
  return { sha256: createHash('sha256').update('a').digest('hex'), size: 1, ext: 'bin', name: 'a.bin' };
}

const made = (source: Source, param: string): Promise<Rendition> => render(dossier.services, source, { renderer: small, param });

async function madeDaysAgo(source: Source, ...days: number[]): Promise<void> {
  for (const ago of days) {
    const rendition = await made(source, `day-${ago}`);
    const then = Date.now() / 1000 - ago * 86_400;
    if (rendition.ok) await utimes(rendition.path, then, then);
  }
}

const kept = async ({ sha256 }: Source): Promise<string[]> =>
  (await readdir(renditionFolder(dossier.services, sha256))).filter((name) => !name.endsWith('.json')).toSorted();

it('the least recently used renditions make room for new ones, and when the limit is lowered', async () => {
  dossier = await openTestServer({ renditionBytes: 5 * 8192 - 1 });
  const source = await sourceIn(await makeCabinet(dossier.admin));
  await madeDaysAgo(source, 3, 9, 5, 7);
  // used: it stays
  await made(source, 'day-9');
  await made(source, 'new');
  expect(await kept(source)).toEqual(['day-3', 'day-5', 'day-9', 'new'].map((param) => `small-1-bin-${param}`));

  Object.assign(dossier.services.config, { renditionBytes: 3 * 8192 });
  await dossier.reopen();
  await sweepRenditions(dossier.services);
  expect(await kept(source)).toEqual(['day-9', 'new'].map((param) => `small-1-bin-${param}`));
});

it('a new rendition evicts others even while the cache is being counted', async () => {
  dossier = await openTestServer({ renditionBytes: 5 * 8192 - 1 });
  const source = await sourceIn(await makeCabinet(dossier.admin));
  await madeDaysAgo(source, 3, 9, 5, 7);
  const { storage } = dossier.services;
  const counted = Promise.withResolvers<void>();
  const free = vi.spyOn(storage, 'free').mockImplementationOnce(async () => {
    await counted.promise;
    return 2 ** 40;
  });
  const count = enforceCacheLimit(dossier.services);
  await vi.waitFor(() => expect(free).toHaveBeenCalled());
  const rendering = made(source, 'new');
  await vi.waitFor(() => expect(free.mock.calls.length).toBe(2));
  counted.resolve();
  await Promise.all([count, rendering]);
  expect(await kept(source)).toEqual(['day-3', 'day-5', 'day-7', 'new'].map((param) => `small-1-bin-${param}`));
  free.mockRestore();
});

it('recently used renditions stay, even beyond the limit', async () => {
  dossier = await openTestServer({ renditionBytes: 3 * 8192 - 1 });
  const source = await sourceIn(await makeCabinet(dossier.admin));
  await madeDaysAgo(source, 0.8, 0.4);
  await made(source, 'day-0.8');
  for (const param of ['new', 'newer', 'newest']) await made(source, param);
  expect(await kept(source)).toEqual(['day-0.8', 'new', 'newer', 'newest'].map((param) => `small-1-bin-${param}`));
});

it('unused renditions are removed when disk space runs low', async () => {
  dossier = await openTestServer();
  const source = await sourceIn(await makeCabinet(dossier.admin));
  await madeDaysAgo(source, 3, 7, 5);
  const free = vi.spyOn(dossier.services.storage, 'free').mockResolvedValue(2 ** 30 - 4096);
  await made(source, 'x');
  expect(await kept(source)).toEqual(['day-3', 'day-5'].map((param) => `small-1-bin-${param}`));
  free.mockRestore();
});

it('a rendition above the size limit is not cached, and removes no others', async () => {
  dossier = await openTestServer({ renditionBytes: 50_000 });
  const source = await sourceIn(await makeCabinet(dossier.admin));
  await made(source, 'one');
  expect(await render(dossier.services, source, { renderer: large })).toEqual({ ok: false, reason: 'too-large' });
  expect(await kept(source)).toEqual(['small-1-bin-one']);
});

it('a failure caused by a removed input is not stored', async () => {
  dossier = await openTestServer();
  const source = await sourceIn(await makeCabinet(dossier.admin));
  const make: Renderer['render'] = async ({ param }) => {
    const part = await made(source, 'part');
    if (part.ok && param === 'removed') await rm(part.path);
    return { ok: false, reason: 'broken' };
  };
  const whole: Renderer = { name: 'whole', version: 1, render: make };
  for (const [param, left] of [
    ['removed', undefined],
    ['stands', { ok: false, reason: 'broken' }],
  ] as const) {
    await render(dossier.services, source, { renderer: whole, param });
    expect(await renditionState(dossier.services, source, { renderer: whole, param })).toEqual(left);
  }
});

it('nothing is rendered while the disk is nearly full, and no failure is stored', async () => {
  dossier = await openTestServer();
  const source = await sourceIn(await makeCabinet(dossier.admin));
  const free = vi.spyOn(dossier.services.storage, 'free').mockResolvedValue(2 ** 30 - 1);
  const make = vi.spyOn(small, 'render');
  expect([await made(source, 'x'), make.mock.calls.length]).toEqual([{ ok: false, reason: 'no-room' }, 0]);
  free.mockRestore();
  expect((await made(source, 'x')).ok).toBe(true);
});

it.each([0, 3])('a rendition truncated to %i bytes by a power cut is made again', async (left) => {
  dossier = await openTestServer();
  const source = await sourceIn(await makeCabinet(dossier.admin));
  const first = await made(source, 'cut');
  if (first.ok) await truncate(first.path, left);
  expect(await made(source, 'cut')).toMatchObject({ ok: true, size: first.ok && first.size });
});
