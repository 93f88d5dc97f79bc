import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headOf } from '../../../../test/bundle.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { receivePart, receivePiece } from '../receive-bytes.ts';
import { bundleReader, readBundleHead } from './receive-bundle.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / (1 << 20);
}

/** A body in chunks of one byte, which measures the memory in use before its last one. */
function drip(bytes: Buffer): { body: Readable; grown: () => number } {
  const before = heldBytes();
  let grown = Number.POSITIVE_INFINITY;
  function* chunks() {
    for (let at = 0; at < bytes.length; at++) {
      if (at === bytes.length - 1) grown = heldBytes() - before;
      yield bytes.subarray(at, at + 1);
    }
  }
  return { body: Readable.from(chunks(), { highWaterMark: 16 }), grown: () => grown };
}

const size = 256 * 1024;
/** Megabytes. */
const most = 32;

it('files of a bundle that arrive byte by byte take little more than their size', async () => {
  const all = Array.from({ length: 4 }, () => ({ bytes: randomBytes(size) }));
  const coming = all.map(({ bytes }) => ({ bytes, ...drip(bytes) }));
  const taken = await Promise.all(coming.map(({ body }) => bundleReader(body).take(size)));
  for (const [at, { bytes, grown }] of coming.entries()) {
    expect(taken[at]?.equals(bytes)).toBe(true);
    expect(grown()).toBeLessThan(most);
  }
});

it('so does the head', async () => {
  const files = Array.from({ length: 15 }, (_, n) => ({ parentId: '1', name: `${n}${'x'.repeat(10_000)}`, size: 0 }));
  const { body, grown } = drip(headOf({ files }));
  expect(await readBundleHead(bundleReader(body))).toHaveLength(15);
  expect(grown()).toBeLessThan(most);
});

it.each([
  ['small', size],
  ['large', 3 * size],
])('so does a %s upload', async (_, length) => {
  const bytes = randomBytes(length);
  const { body, grown } = drip(bytes);
  const part = `drip-${length}`;
  const got = await receivePiece(dossier.services, { busy: true, hashed: 0, at: 0 }, { part, offset: 0, size: length, body });
  expect(got).toMatchObject({ offset: length, broken: false });
  expect((got.bytes ?? (await buffer(dossier.services.storage.parts.read(part)))).equals(bytes)).toBe(true);
  await dossier.services.storage.parts.remove(part);
  expect(grown()).toBeLessThan(most);
});

it('so does a large file of a bundle', async () => {
  const bytes = randomBytes(3 * size);
  const { body, grown } = drip(bytes);
  const part = 'drip-bundled';
  await receivePart(dossier.services, part, { size: bytes.length, body: bundleReader(body).pass(bytes.length) });
  expect((await buffer(dossier.services.storage.parts.read(part))).equals(bytes)).toBe(true);
  await dossier.services.storage.parts.remove(part);
  expect(grown()).toBeLessThan(most);
});
