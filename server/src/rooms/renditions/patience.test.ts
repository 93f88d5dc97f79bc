import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { limitOf, withPatience } from '../../ground/patience.ts';
import type { Maker, Source } from './maker.ts';
import { render, stateOf } from './render.ts';

let house: TestHouse;
let source: Source;
beforeAll(async () => {
  house = await openHouse();
  await makeDocument(house, house.admin, { parentId: await makeCabinet(house.admin), name: 'a.bin', bytes: 'a' });
  source = { sha256: createHash('sha256').update('a').digest('hex'), size: 1, ext: 'bin', name: 'a.bin' };
});
afterAll(() => house.close());

/** Takes so long each time, or as long as it is given, and so does all that it runs. */
function slow(name: string, ...takes: number[]): { maker: Maker; begun: () => number } {
  let begun = 0;
  const maker: Maker = {
    name,
    version: 1,
    async make() {
      const limit = limitOf(takes[begun++] ?? 0);
      await pause(limit.ms);
      return limit.reason === 'busy' ? { ok: false, reason: 'busy' } : { ok: true, content: Buffer.from(name) };
    },
  };
  return { maker, begun: () => begun };
}

it('what was given up for want of time is not kept against the file', async () => {
  const { maker, begun } = slow('cut', 60_000, 0);
  expect(await withPatience(30, () => render(house.house, source, { maker }))).toEqual({ ok: false, reason: 'busy' });
  expect(await stateOf(house.house, source, { maker })).toBeUndefined();
  expect(await render(house.house, source, { maker })).toMatchObject({ ok: true });
  expect(begun()).toBe(2);
});

it('whoever asks for the same before it is begun brings their own time', async () => {
  const { maker, begun } = slow('shared', 60);
  const first = withPatience(20, () => render(house.house, source, { maker }));
  const others = [true, false].map((urgent) => render(house.house, source, { maker, urgent }));
  expect(await first).toEqual({ ok: false, reason: 'busy' });
  for (const other of others) expect(await other).toMatchObject({ ok: true });
  expect(begun()).toBe(1);
});

it('whoever has more time than what has begun has it begun anew', async () => {
  const { maker, begun } = slow('anew', 60_000, 0);
  const first = withPatience(60, () => render(house.house, source, { maker }));
  await vi.waitFor(() => expect(begun()).toBe(1), { interval: 1, timeout: 60_000 });
  const others = [true, false].map((urgent) => render(house.house, source, { maker, urgent }));
  expect(await first).toEqual({ ok: false, reason: 'busy' });
  for (const other of others) expect(await other).toMatchObject({ ok: true });
  expect(begun()).toBe(2);
});

it('whoever has less time than those who began it waits no longer', async () => {
  const { maker } = slow('less', 300);
  const first = render(house.house, source, { maker });
  expect(await withPatience(30, () => render(house.house, source, { maker, urgent: true }))).toEqual({ ok: false, reason: 'busy' });
  expect(await first).toMatchObject({ ok: true });
});
