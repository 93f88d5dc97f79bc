import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { zipOf } from '../../../../test/zip-of.ts';
import { answerText } from '../../../platform/http/answers.ts';
import { newId } from '../../../platform/ids.ts';
import { extractionSubscriber } from './extract-archive.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

/** Replaces every occurrence of a text with other bytes of the same length. */
const rewrite = (zip: Buffer, from: string, to: Buffer) => {
  for (let at = zip.indexOf(from); at >= 0; at = zip.indexOf(from, at + 1)) to.copy(zip, at);
};

/** Sets or clears bits of every entry's flags. */
const flags = (zip: Buffer, change: (bits: number) => number) => {
  for (const [mark, at] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let found = zip.indexOf(mark, 0, 'latin1'); found >= 0; found = zip.indexOf(mark, found + 1, 'latin1'))
      zip.writeUInt16LE(change(zip.readUInt16LE(found + at)), found + at);
  }
};

async function treeOf(parentId: string, path = ''): Promise<string[]> {
  const { list } = await dossier.admin.call(library.items, { parentId, pageNo: 1, pageSize: 100, sortField: 'name' });
  const found: string[] = [];
  for (const item of list) {
    found.push(path + item.name + (item.objType === 33 ? '' : '/'));
    if (item.objType !== 33) found.push(...(await treeOf(item.id, `${path}${item.name}/`)));
  }
  return found;
}

/** Why an archive was refused, as the message says it. */
const reasonOf = (number: number): string => {
  const found = Object.values(codes).find(({ code }) => code === number);
  return found === undefined ? `no code ${number}` : answerText(found, 'cn');
};

const newest = async (client: Client) => (await client.call(messages.unread)).list[0];

async function extracted(bytes: Buffer): Promise<{ tree: string[]; told: string }> {
  const place = await makeFolder(dossier.admin, cabinet);
  await makeDocument(dossier, dossier.admin, { parentId: place, name: 'packed.zip', bytes, extract: true });
  await dossier.drain();
  return { tree: await treeOf(place), told: (await newest(dossier.admin))?.content ?? '' };
}

describe('an archive', () => {
  it('becomes folders and documents', async () => {
    const { tree, told } = await extracted(
      await zipOf([
        { name: 'a/b/one.txt', bytes: 'one' },
        { name: 'empty/' },
        { name: '文件.txt', bytes: 'two' },
        { name: '__MACOSX/x', bytes: '' },
      ]),
    );
    expect(tree.toSorted()).toEqual(['a/', 'a/b/', 'a/b/one.txt', 'empty/', '文件.txt']);
    expect(told).toContain('2');
  });

  it('decodes names as GBK unless marked as UTF-8', async () => {
    const gbk = Buffer.from([0xb2, 0xe2, 0xca, 0xd4]);
    const bytes = await zipOf([{ name: 'XXXX.txt', bytes: 'x' }], (zip) => {
      rewrite(zip, 'XXXX', gbk);
      flags(zip, (bits) => bits & ~0x800);
    });
    expect((await extracted(bytes)).tree).toEqual(['测试.txt']);
  });

  it('gets illegal names replaced and duplicate ones numbered', async () => {
    const { tree } = await extracted(
      await zipOf([
        { name: 'a?.txt', bytes: '1' },
        { name: 'a*.txt', bytes: '2' },
        { name: 'con/x.', bytes: '3' },
      ]),
    );
    expect(tree.toSorted()).toEqual(['_con/', '_con/x', 'a_ (2).txt', 'a_.txt']);
  });

  it('gets long names shortened, and with one that no file system could hold leaves nothing', async () => {
    const long = `${'a'.repeat(1000)}${' '.repeat(1000)}.${' '.repeat(1000)}`;
    const { tree } = await extracted(
      await zipOf([
        { name: `${long}.txt`, bytes: '1' },
        { name: `${long}/x`, bytes: '2' },
      ]),
    );
    expect(tree.toSorted()).toEqual([`${'a'.repeat(251)}.txt`, `${'a'.repeat(255)}/`, `${'a'.repeat(255)}/x`]);
    const { tree: none } = await extracted(
      await zipOf([
        { name: 'a.txt', bytes: '1' },
        { name: 'b'.repeat(4097), bytes: '2' },
      ]),
    );
    expect(none).toEqual([]);
  });

  it.each([
    ['reaches out', (zip: Buffer) => rewrite(zip, 'up/evil', Buffer.from('../evil')), 4630],
    ['is absolute', (zip: Buffer) => rewrite(zip, 'up/evil', Buffer.from('/p/evil')), 4630],
    ['reaches out as on Windows', (zip: Buffer) => rewrite(zip, 'up/evil', Buffer.from('..\\evil')), 4630],
    ['is encrypted', (zip: Buffer) => flags(zip, (bits) => bits | 1), 4634],
  ] as const)('that %s leaves nothing', async (_, change, code) => {
    const place = await makeFolder(dossier.admin, cabinet);
    const bytes = await zipOf(
      [
        { name: 'good.txt', bytes: 'good' },
        { name: 'up/evil', bytes: 'evil' },
      ],
      change,
    );
    const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `bad ${code}.zip`, bytes, onSameName: 'rename' });
    await dossier.admin.call(archives.extract, { id, parentId: place });
    await dossier.drain();
    expect(await treeOf(place)).toEqual([]);
    const told = await newest(dossier.admin);
    expect([told?.msgType, told?.content]).toEqual([24, expect.stringContaining(reasonOf(code))]);
  });

  it('with a link, a truncated end, or inflated sizes leaves nothing', async () => {
    const link = await extracted(await zipOf([{ name: 'link', bytes: '/etc/passwd', mode: 0o120777 }]));
    expect(link.tree).toEqual([]);
    const whole = await zipOf([{ name: 'a.txt', bytes: 'text' }]);
    expect(await extracted(whole.subarray(0, -10))).toEqual({ tree: [], told: expect.stringContaining(reasonOf(4632)) });
    const bomb = await zipOf([{ name: 'zeros', bytes: Buffer.alloc(101 * 1024 * 1024) }]);
    expect(await extracted(bomb)).toEqual({ tree: [], told: expect.stringContaining(reasonOf(4631)) });
    const misdeclared = await zipOf([{ name: 'a.bin', bytes: Buffer.alloc(5000) }], (zip) => {
      const at = zip.indexOf('PK\x01\x02', 0, 'latin1');
      zip.writeUInt32LE(10, at + 24);
    });
    expect((await extracted(misdeclared)).tree).toEqual([]);
  });

  it('whose last file fails its checksum leaves neither folders nor bytes', async () => {
    const [first, last] = [randomBytes(3000), 'the words that were packed'];
    const puts = [{ name: 'a/' }, { name: 'b/first.bin', bytes: first }, { name: 'c/last.txt', bytes: last, stored: true }];
    const sha256 = createHash('sha256').update(first).digest('hex');
    const changed = await extracted(await zipOf(puts, (zip) => rewrite(zip, 'words', Buffer.from('lines'))));
    expect(changed).toEqual({ tree: [], told: expect.stringContaining('packed.zip') });
    expect((await newest(dossier.admin))?.msgType).toBe(24);
    const parts = await dossier.services.storage.parts.list();
    expect(parts.filter((name) => name.endsWith('.entry'))).toEqual([]);
    dossier.clock.forward(2 * 3600_000);
    await dossier.drain();
    expect(await dossier.services.storage.has(sha256)).toBe(false);
    // for comparison: the same archive unchanged
    const { tree } = await extracted(await zipOf(puts));
    expect(tree.toSorted()).toEqual(['a/', 'b/', 'b/first.bin', 'c/', 'c/last.txt']);
    expect(await dossier.services.storage.has(sha256)).toBe(true);
  });

  it('with more files than one transaction takes is placed completely', async () => {
    const files = Array.from({ length: 1100 }, (_, n) => `${n % 7}/${n}.txt`);
    const place = await makeFolder(dossier.admin, cabinet);
    const bytes = await zipOf(files.map((name) => ({ name, bytes: 'one and the same' })));
    await makeDocument(dossier, dossier.admin, { parentId: place, name: 'many.zip', bytes, extract: true });
    await dossier.drain();
    const { list } = await dossier.admin.call(library.items, { parentId: place, pageNo: 1, pageSize: 100 });
    const counts = await Promise.all(
      list.map(async ({ id }) => (await dossier.admin.call(library.items, { parentId: id, pageNo: 1, pageSize: 1 })).totalNumber),
    );
    expect([list.length, counts.reduce((sum, count) => sum + count, 0)]).toEqual([7, 1100]);
    expect((await newest(dossier.admin))?.content).toContain('1100');
  });

  it('whose entries overlap leaves nothing', async () => {
    const two = (change?: (zip: Buffer) => void) =>
      zipOf(
        [
          { name: 'a.bin', bytes: Buffer.alloc(5000) },
          { name: 'b.bin', bytes: Buffer.alloc(5000) },
        ],
        change,
      );
    expect((await extracted(await two())).tree).toHaveLength(2);
    const second = (zip: Buffer) => zip.lastIndexOf('PK\x01\x02', 'latin1');
    const same = await two((zip) => zip.writeUInt32LE(0, second(zip) + 42));
    expect((await extracted(same)).tree).toEqual([]);
    // the first entry overlaps the header of the second
    const quoting = await two((zip) => {
      const first = zip.indexOf('PK\x01\x02', 0, 'latin1');
      zip.writeUInt32LE(zip.readUInt32LE(first + 20) + 10, first + 20);
    });
    expect((await extracted(quoting)).tree).toEqual([]);
  });

  it('that is too deep leaves nothing, and folders without the right to upload are refused before anything is placed', async () => {
    const deep = await extracted(
      await zipOf([
        { name: 'first.txt', bytes: '1' },
        { name: `${'d/'.repeat(150)}deep.txt`, bytes: '2' },
      ]),
    );
    expect(deep.tree).toEqual([]);
    const person = await makeSignedIn(dossier);
    const place = await makeFolder(dossier.admin, cabinet);
    const closed = await makeFolder(dossier.admin, place, { name: 'closed' });
    const grant = { granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
    await dossier.admin.call(permissions.grant, { ...grant, objId: place, level: level.upload });
    await dossier.admin.call(permissions.grant, { ...grant, objId: closed, level: level.view });
    const bytes = await zipOf([
      { name: 'open/a.txt', bytes: 'a' },
      { name: 'closed/b.txt', bytes: 'b' },
    ]);
    await makeDocument(dossier, person.client, { parentId: place, name: 'p.zip', bytes, extract: true });
    await dossier.drain();
    expect(await treeOf(place)).toEqual(['closed/']);
  });

  it('is unpacked once, although its job or the last piece of its upload is repeated', async () => {
    const place = await makeFolder(dossier.admin, cabinet);
    const bytes = await zipOf([
      { name: 'a/one.txt', bytes: 'one' },
      { name: 'two.txt', bytes: 'two' },
    ]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { uploadUrl } = await dossier.admin.call(content.preUpload, {
      parentId: place,
      name: 'p.zip',
      size: bytes.length,
      extract: true,
    });
    await upload(dossier, uploadUrl, bytes);
    await dossier.drain();
    const tree = ['a/', 'a/one.txt', 'two.txt'];
    expect((await treeOf(place)).toSorted()).toEqual(tree);
    await expect(upload(dossier, uploadUrl, bytes)).rejects.toThrow('409');
    await dossier.drain();
    expect((await treeOf(place)).toSorted()).toEqual(tree);
    // simulates a kill halfway: the first entry is placed, the second one is not
    const admin = await dossier.services.database.read
      .selectFrom('person')
      .select('id')
      .where('login_name', '=', 'admin')
      .executeTakeFirstOrThrow();
    const other = await makeFolder(dossier.admin, cabinet);
    const data = { objId: Number(other), objName: 'p.zip', sha256 };
    const job = { id: 42, event: 'archive.arrived', data, personId: admin.id, personName: '', address: '', at: dossier.clock.now() };
    await extractionSubscriber.job?.(job, dossier.services);
    const ids = join(dossier.data, 'parts', '42.ids');
    expect(await readFile(ids, 'utf8')).toBe('"done"');
    const { list } = await dossier.admin.call(library.items, { parentId: other, pageNo: 1, pageSize: 10 });
    const two = list.find((item) => item.name === 'two.txt')?.id ?? '';
    const { revision_id } = await dossier.services.database.read
      .selectFrom('item')
      .select('revision_id')
      .where('id', '=', Number(two))
      .executeTakeFirstOrThrow();
    await writeFile(
      ids,
      JSON.stringify([
        [newId(), newId()],
        [Number(two), revision_id],
      ]),
    );
    await dossier.admin.call(library.delete, {
      objIds: [(await dossier.admin.call(library.items, { parentId: list.find((item) => item.name === 'a')?.id ?? '' })).list[0]?.id ?? ''],
    });
    await extractionSubscriber.job?.(job, dossier.services);
    expect((await treeOf(other)).toSorted()).toEqual(tree);
    await extractionSubscriber.job?.(job, dossier.services);
    expect((await treeOf(other)).toSorted()).toEqual(tree);
  });

  it('of another format is refused at once', async () => {
    for (const name of ['a.rar', 'b.7z', 'c.zip']) {
      const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: 'Rar!' });
      expect(await dossier.admin.refused(archives.extract, { id })).toBe(4633);
    }
    expect(await dossier.admin.refused(content.preUpload, { parentId: cabinet, name: 'd.rar', size: 1, extract: true })).toBe(4633);
  });

  it('is unpacked with the current rights of the requester', async () => {
    const person = await makeSignedIn(dossier);
    const place = await makeFolder(dossier.admin, cabinet);
    const grant = { objId: place, granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
    await dossier.admin.call(permissions.grant, { ...grant, level: level.upload });
    const bytes = await zipOf([{ name: 'a.txt', bytes: 'a' }]);
    await makeDocument(dossier, person.client, { parentId: place, name: 'p.zip', bytes });
    const { list } = await person.client.call(library.items, { parentId: place, pageNo: 1, pageSize: 10 });
    await dossier.admin.call(permissions.grant, { ...grant, level: level.download });
    expect(await person.client.refused(archives.extract, { id: list[0]?.id ?? '' })).toBe(4615);
  });
});
