import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { timeLimitOf, withDeadline } from '../../platform/jobs/current-work.ts';
import type { Renderer, Source } from './renderer.ts';
import { render, renditionState } from './renditions.ts';

let dossier: TestServer;
let source: Source;
beforeAll(async () => {
  dossier = await openTestServer();
  await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'a.bin', bytes: 'a' });
  source = { sha256: createHash('sha256').update('a').digest('hex'), size: 1, ext: 'bin', name: 'a.bin' };
});
afterAll(() => dossier.close());

/** A renderer that takes this long each time, or up to its deadline. */
function slow(name: string, ...takes: number[]): { renderer: Renderer; begun: () => number } {
  let begun = 0;
  const renderer: Renderer = {
    name,
    version: 1,
    async render() {
      const limit = timeLimitOf(takes[begun++] ?? 0);
      await pause(limit.ms);
      return limit.reason === 'busy' ? { ok: false, reason: 'busy' } : { ok: true, content: Buffer.from(name) };
    },
  };
  return { renderer, begun: () => begun };
}

it('a job aborted by its deadline is not stored as a failure of the file', async () => {
  const { renderer, begun } = slow('cut', 60_000, 0);
  expect(await withDeadline(30, () => render(dossier.services, source, { renderer }))).toEqual({ ok: false, reason: 'busy' });
  expect(await renditionState(dossier.services, source, { renderer })).toBeUndefined();
  expect(await render(dossier.services, source, { renderer })).toMatchObject({ ok: true });
  expect(begun()).toBe(2);
});

it('a request that joins before the start extends the deadline', async () => {
  const { renderer, begun } = slow('shared', 60);
  const first = withDeadline(20, () => render(dossier.services, source, { renderer }));
  const others = [true, false].map((urgent) => render(dossier.services, source, { renderer, urgent }));
  expect(await first).toEqual({ ok: false, reason: 'busy' });
  for (const other of others) expect(await other).toMatchObject({ ok: true });
  expect(begun()).toBe(1);
});

it('a request with more time than a running job starts it again', async () => {
  const { renderer, begun } = slow('anew', 60_000, 0);
  const first = withDeadline(60, () => render(dossier.services, source, { renderer }));
  await vi.waitFor(() => expect(begun()).toBe(1), { interval: 1, timeout: 60_000 });
  const others = [true, false].map((urgent) => render(dossier.services, source, { renderer, urgent }));
  expect(await first).toEqual({ ok: false, reason: 'busy' });
  for (const other of others) expect(await other).toMatchObject({ ok: true });
  expect(begun()).toBe(2);
});

it('a request with less time than the job stops waiting at its own deadline', async () => {
  const { renderer } = slow('less', 300);
  const first = render(dossier.services, source, { renderer });
  expect(await withDeadline(30, () => render(dossier.services, source, { renderer, urgent: true }))).toEqual({
    ok: false,
    reason: 'busy',
  });
  expect(await first).toMatchObject({ ok: true });
});
