import { createHash, randomBytes } from 'node:crypto';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { readText } from '../../../test/read-text.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { sweepOrphanedBlobs } from './blob-cleanup.ts';
import { checkStore } from './storage-check.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const stands = (bytes: Buffer): Promise<boolean> => dossier.services.storage.has(sha(bytes));

async function findings(kind: 'problem' | 'note'): Promise<string[]> {
  const found: string[] = [];
  for await (const one of checkStore(dossier.services.database.long, dossier.services.storage)) if (one.kind === kind) found.push(one.text);
  return found;
}

async function purge(id: string): Promise<void> {
  await dossier.admin.call(library.delete, { objIds: [id] });
  await dossier.admin.call(library.remove, { objIds: [id] });
  await dossier.drain();
}

it('a purge frees unused bytes after a grace period of an hour', async () => {
  const [shared, own] = [randomBytes(1000), randomBytes(1000)];
  const put = (bytes: Buffer, name: string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });
  const first = await put(shared, 'shared 1.bin');
  await put(shared, 'shared 2.bin');
  const alone = await put(own, 'alone.bin');
  await purge(first);
  await purge(alone);
  expect(await Promise.all([stands(shared), stands(own)])).toEqual([true, true]);
  dossier.clock.forward(2 * 3600_000);
  await dossier.drain();
  expect(await Promise.all([stands(shared), stands(own)])).toEqual([true, false]);
  await put(own, 'again.bin');
  expect(await stands(own)).toBe(true);
  expect(await findings('problem')).toEqual([]);
});

it('a copy shares the bytes of its original', async () => {
  const bytes = Buffer.from('copied');
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'original.txt', bytes });
  const place = await makeFolder(dossier.admin, cabinet);
  await dossier.admin.call(library.copy, { objIds: [id] });
  const { ids } = await dossier.admin.call(library.paste, { parentId: place });
  await purge(id);
  dossier.clock.forward(2 * 3600_000);
  await dossier.drain();
  expect((await readText(dossier.admin, { id: ids[0] ?? '' })).text).toBe('copied');
  expect(await findings('problem')).toEqual([]);
});

it('files without a row are swept after a day, others are kept', async () => {
  const [kept, left] = [randomBytes(100), randomBytes(100)];
  await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'kept.bin', bytes: kept });
  await dossier.services.storage.putBytes(sha(left), left);
  await sweepOrphanedBlobs(dossier.services);
  expect(await Promise.all([stands(kept), stands(left)])).toEqual([true, true]);
  dossier.clock.forward(25 * 3600_000);
  await sweepOrphanedBlobs(dossier.services);
  expect(await Promise.all([stands(kept), stands(left)])).toEqual([true, false]);
  dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
  await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'left.bin', bytes: left });
  expect(await stands(left)).toBe(true);
});

it('the check reports each planted damage by name', async () => {
  const bytes = [1, 2, 3, 4].map(() => randomBytes(100));
  for (const [at, body] of bytes.entries())
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `damage ${at}.bin`, bytes: body });
  expect(await findings('problem')).toEqual([]);
  const pathOf = (at: number): string => {
    const name = sha(bytes[at] ?? Buffer.alloc(0));
    return join(dossier.data, 'blobs', name.slice(0, 2), name);
  };
  await rm(pathOf(0));
  await appendFile(pathOf(1), 'x');
  await writeFile(pathOf(2), randomBytes(100));
  await writeFile(pathOf(3).replace(/.$/, 'z'), 'orphan');
  await dossier.services.database.write(async (db) => {
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
