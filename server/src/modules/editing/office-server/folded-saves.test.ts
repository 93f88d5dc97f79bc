import { createHash } from 'node:crypto';
import { content } from '@dossier/contract/documents/content';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { openWopi } from '../../../../test/wopi/wopi-client.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const withLock = { 'x-wopi-lock': 'L' };

it('are read, indexed and freed although revisions of the same session are gone', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'a.txt', bytes: 'one' });
  const open = await openWopi(dossier, dossier.admin, id);
  await open.lock('L');
  for (const bytes of ['two', 'three']) expect((await open.put(bytes, withLock)).status).toBe(200);
  await dossier.drain();
  await open.put('kingfisher', withLock);
  await dossier.drain();
  expect(dossier.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([]);
  const found = await dossier.admin.call(search.search, { keyword: 'kingfisher', in: 'content' });
  expect(found.list.map((one) => one.id)).toEqual([id]);
  expect(await dossier.admin.call(content.revisions, { id })).toHaveLength(2);
  // bytes that came lately are spared
  dossier.clock.forward(2 * 3600_000);
  await open.lock('L');
  const isStored = (text: string) => dossier.services.storage.has(createHash('sha256').update(text).digest('hex'));
  expect(await isStored('kingfisher')).toBe(true);
  await open.put('marmot', withLock);
  await dossier.drain();
  expect((await open.get('/contents')).bytes.toString()).toBe('marmot');
  expect([await isStored('kingfisher'), await isStored('marmot'), await isStored('one')]).toEqual([false, true, true]);
});

it('that come at the same time leave one document whole', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'b.txt', bytes: 'one' });
  const open = await openWopi(dossier, dossier.admin, id);
  const other = await openWopi(dossier, dossier.admin, id);
  await open.lock('L');
  const texts = Array.from({ length: 12 }, (_, n) => `save ${n}`);
  const answers = await Promise.all(texts.map((text, n) => (n % 2 === 0 ? open : other).put(text, withLock)));
  expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
  const revisions = await dossier.admin.call(content.revisions, { id });
  expect(revisions.map((one) => one.number)).toEqual(revisions.map((_, n) => revisions.length - n));
  const info = await open.info();
  const last = answers.findIndex((one) => one.headers['x-wopi-itemversion'] === info['Version']);
  expect((await open.get('/contents')).bytes.toString()).toBe(texts[last]);
  expect((await open.unlock('L')).status).toBe(200);
});
