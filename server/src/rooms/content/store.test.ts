import { createHash, randomBytes } from 'node:crypto';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { preview } from '@dossier/contract/preview';
import { library } from '@dossier/contract/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { checkStore } from './check-store.ts';
import { sweepUnknownBytes } from './free-bytes.ts';

let house: TestHouse;
let cabinet: string;
beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
});
afterAll(() => house.close());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const stands = (bytes: Buffer): boolean => house.house.blobs.stands(sha(bytes));

async function findings(kind: 'problem' | 'note'): Promise<string[]> {
  const found: string[] = [];
  for await (const one of checkStore(house.house.database.long, house.house.blobs)) if (one.kind === kind) found.push(one.text);
  return found;
}

async function purge(id: string): Promise<void> {
  await house.admin.call(library.delete, { objIds: [id] });
  await house.admin.call(library.remove, { objIds: [id] });
  await house.drain();
}

it('a purge frees bytes that nothing else uses, after an hour of grace', async () => {
  const [shared, own] = [randomBytes(1000), randomBytes(1000)];
  const put = (bytes: Buffer, name: string) => makeDocument(house, house.admin, { parentId: cabinet, name, bytes });
  const first = await put(shared, 'shared 1.bin');
  await put(shared, 'shared 2.bin');
  const alone = await put(own, 'alone.bin');
  await purge(first);
  await purge(alone);
  expect([stands(shared), stands(own)]).toEqual([true, true]);
  house.clock.forward(2 * 3600_000);
  await house.drain();
  expect([stands(shared), stands(own)]).toEqual([true, false]);
  await put(own, 'again.bin');
  expect(stands(own)).toBe(true);
  expect(await findings('problem')).toEqual([]);
});

it('a copy shares the bytes', async () => {
  const bytes = Buffer.from('copied');
  const id = await makeDocument(house, house.admin, { parentId: cabinet, name: 'original.txt', bytes });
  const place = await makeFolder(house.admin, cabinet);
  await house.admin.call(library.copy, { objIds: [id] });
  const { ids } = await house.admin.call(library.paste, { parentId: place });
  await purge(id);
  house.clock.forward(2 * 3600_000);
  await house.drain();
  expect((await house.admin.call(preview.text, { id: ids[0] ?? '' })).text).toBe('copied');
  expect(await findings('problem')).toEqual([]);
});

it('files without a row are swept after a day, what has one is kept', async () => {
  const [kept, left] = [randomBytes(100), randomBytes(100)];
  await makeDocument(house, house.admin, { parentId: cabinet, name: 'kept.bin', bytes: kept });
  await house.house.blobs.keep('left', sha(left), left);
  await sweepUnknownBytes(house.house);
  expect([stands(kept), stands(left)]).toEqual([true, true]);
  house.clock.forward(25 * 3600_000);
  await sweepUnknownBytes(house.house);
  expect([stands(kept), stands(left)]).toEqual([true, false]);
  house.admin = await house.as({ loginName: 'admin', password: 'admin-pass-1' });
  await makeDocument(house, house.admin, { parentId: cabinet, name: 'left.bin', bytes: left });
  expect(stands(left)).toBe(true);
});

it('the check finds planted damage, each by its name', async () => {
  const bytes = [1, 2, 3, 4].map(() => randomBytes(100));
  for (const [at, body] of bytes.entries())
    await makeDocument(house, house.admin, { parentId: cabinet, name: `damage ${at}.bin`, bytes: body });
  expect(await findings('problem')).toEqual([]);
  const { blobs } = house.house;
  const pathOf = (at: number) => blobs.pathOf(sha(bytes[at] ?? Buffer.alloc(0)));
  await rm(pathOf(0));
  await appendFile(pathOf(1), 'x');
  await writeFile(pathOf(2), randomBytes(100));
  await writeFile(blobs.pathOf(sha(bytes[3] ?? Buffer.alloc(0))).replace(/.$/, 'z'), 'orphan');
  await house.house.database.write(async (db) => {
    await db.updateTable('child_count').set({ n: 999 }).where('parent_id', '=', Number(cabinet)).where('kind', '=', 33).execute();
    await db.updateTable('item').set({ size: 5 }).where('name', '=', 'damage 3.bin').execute();
  });
  const problems = (await findings('problem')).join('\n');
  for (const part of [
    'is missing',
    'damage 0.bin',
    'has 101 bytes',
    'damage 1.bin',
    'has other bytes',
    'damage 2.bin',
    'damage 3.bin',
    'counter',
  ])
    expect(problems).toContain(part);
  expect(await findings('note')).toHaveLength(1);
});
