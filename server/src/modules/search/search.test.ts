import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';

let dossier: TestServer;
let owner: Made & { client: Client };
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  owner = await makeSignedIn(dossier);
  cabinet = await makeCabinet(owner.client, { moduleType: 2, name: 'Archive' });
});
afterAll(() => dossier.close());

type Asked = InputOf<typeof search.search>;
const find = async (client: Client, asked: Asked) => {
  await dossier.drain();
  return client.call(search.search, asked);
};
const namesOf = async (asked: Asked, client = owner.client): Promise<string[]> =>
  (await find(client, asked)).list.map((hit) => hit.name).toSorted();

const plant = (parentId: string, name: string, bytes: Buffer | string = 'nothing') =>
  makeDocument(dossier, owner.client, { parentId, name, bytes, onSameName: 'revision' });

const grantTo = async (objId: string, to: string, bits: number): Promise<string> => {
  const { ids } = await owner.client.call(permissions.grant, {
    objId: [objId],
    granteeType: 'user',
    granteeId: to,
    level: bits,
    reach: 'all',
  });
  return ids[0] ?? '';
};

/** A Word document with one paragraph. */
async function wordDocument(text: string): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
  const body = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  zip.addBuffer(Buffer.from(types), '[Content_Types].xml');
  zip.addBuffer(Buffer.from(body), 'word/document.xml');
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe('names', () => {
  it('of a copied folder and its contents are found at once', async () => {
    const box = await makeFolder(owner.client, cabinet, { name: 'Halley original' });
    await makeFolder(owner.client, box, { name: 'Halley inner' });
    await owner.client.call(library.copy, { objIds: [box] });
    await owner.client.call(library.paste, { parentId: cabinet, onSameName: 'rename' });
    const all = ['Halley inner', 'Halley inner', 'Halley original', 'Halley original (2)'];
    expect(await namesOf({ keyword: 'halley', in: 'name' })).toEqual(all);
  });
});

describe('contents', () => {
  it('are found by a Chinese word of two characters in a Word document', async () => {
    const folder = await makeFolder(owner.client, cabinet, { name: '档案' });
    await plant(folder, '报告.docx', await wordDocument('今年的预算由财务审核 &lt;b&gt; 以后执行'));
    const found = await find(owner.client, { keyword: '财务', in: 'content' });
    expect(found.list.map((hit) => hit.name)).toEqual(['报告.docx']);
    expect(found.list[0]?.snippet).toContain('<em>财务</em>');
    expect(found.list[0]?.snippet).toContain('&lt;b&gt;');
    expect(found.list[0]?.path).toBe('Archive / 档案');
    expect(await namesOf({ keyword: '务审', in: 'content' })).toEqual(['报告.docx']);
    expect(await namesOf({ keyword: '财算', in: 'content' })).toEqual([]);
  });

  it('of Markdown are quoted without its marks', async () => {
    const folder = await makeFolder(owner.client, cabinet);
    await plant(folder, 'guide.md', '# Guide\n\nThe **gyroscope** turns, see [more](gyroscope.md).');
    expect((await find(owner.client, { keyword: 'gyroscope', in: 'content' })).list[0]?.snippet).toBe(
      'Guide The <em>gyroscope</em> turns, see more.',
    );
  });

  it('are found by several words in any order, and by exact phrases', async () => {
    const folder = await makeFolder(owner.client, cabinet);
    await plant(folder, 'a.txt', 'The quick brown fox jumps over the lazy dog');
    await plant(folder, 'b.txt', 'The brown bear is quick');
    expect(await namesOf({ keyword: 'brown quick', in: 'content' })).toEqual(['a.txt', 'b.txt']);
    expect(await namesOf({ keyword: '"quick brown"', in: 'content' })).toEqual(['a.txt']);
    expect(await namesOf({ keyword: 'brown zebra', in: 'content' })).toEqual([]);
    expect(await namesOf({ keyword: 'brown', in: 'name' })).toEqual([]);
  });

  it('are read in the background after an upload', async () => {
    const own = await openTestServer({}, { inBackground: true });
    const parentId = await makeCabinet(own.admin);
    const id = await makeDocument(own, own.admin, { parentId, name: 'comet.txt', bytes: 'Hyakutake' });
    const found = () => own.admin.call(search.search, { keyword: 'hyakutake', in: 'content' });
    await expect.poll(async () => (await found()).list.map((hit) => hit.id)).toEqual([id]);
    await own.close();
  });

  it('follow the newest revision', async () => {
    const folder = await makeFolder(owner.client, cabinet);
    await plant(folder, 'r.txt', 'aardvark');
    expect(await namesOf({ keyword: 'aardvark' })).toEqual(['r.txt']);
    await plant(folder, 'r.txt', 'pangolin');
    expect(await namesOf({ keyword: 'aardvark' })).toEqual([]);
    expect(await namesOf({ keyword: 'pangolin' })).toEqual(['r.txt']);
  });

  it('of a hostile file are not found, and others are', async () => {
    const folder = await makeFolder(owner.client, cabinet);
    await Promise.all([
      plant(folder, 'bad.docx', Buffer.from('PK\u0003\u0004 this is no zip')),
      plant(folder, 'bad.pdf', '%PDF-1.7\nxref\n0 99999999\ntrailer <</Root 1 0 R>>'),
      plant(folder, 'picture.png', 'walrus'),
      ...Array.from({ length: 12 }, (_, n) => plant(folder, `good ${n}.txt`, `walrus ${n}`)),
    ]);
    expect((await find(owner.client, { keyword: 'walrus', in: 'content' })).totalNumber).toBe(12);
    const now = dossier.clock.now();
    const left = await dossier.services.database.read.selectFrom('text_queue').selectAll().where('stage', '=', 0).execute();
    expect(left).toEqual([]);
    const outbox = await dossier.services.database.read.selectFrom('outbox').select('subscriber').where('run_at', '<=', now).execute();
    expect(outbox).toEqual([]);
  });
});

describe('names', () => {
  it('are found by part, pinyin and initials, of folders and cabinets too', async () => {
    const folder = await makeFolder(owner.client, cabinet, { name: '合同审批' });
    await plant(folder, 'Contract_final.PDF');
    for (const keyword of ['合同', '审批', 'hetong', 'htsp', 'shenpi'])
      expect(await namesOf({ keyword, in: 'name' })).toEqual(['合同审批']);
    expect(await namesOf({ keyword: 'contr', in: 'name' })).toEqual(['Contract_final.PDF']);
    expect(await namesOf({ keyword: 'archive', in: 'name' })).toEqual(['Archive']);
    expect(await namesOf({ keyword: '?!', in: 'all' })).toEqual([]);
  });

  it('follow renaming, deleting, restoring and purging', async () => {
    const folder = await makeFolder(owner.client, cabinet);
    const id = await plant(folder, 'quokka.txt', 'wombat');
    await owner.client.call(library.update, { id, name: 'numbat.txt' });
    expect(await namesOf({ keyword: 'quokka' })).toEqual([]);
    expect(await namesOf({ keyword: 'numbat' })).toEqual(['numbat.txt']);
    await owner.client.call(library.delete, { objIds: [folder] });
    expect(await namesOf({ keyword: 'numbat' })).toEqual([]);
    expect(await namesOf({ keyword: 'wombat' })).toEqual([]);
    await owner.client.call(library.restore, { objIds: [folder] });
    expect(await namesOf({ keyword: 'numbat' })).toEqual(['numbat.txt']);
    expect(await namesOf({ keyword: 'wombat' })).toEqual(['numbat.txt']);
    await owner.client.call(library.delete, { objIds: [id] });
    await owner.client.call(library.remove, { objIds: [id] });
    expect(await namesOf({ keyword: 'wombat' })).toEqual([]);
    const { read } = dossier.services.database;
    expect(await read.selectFrom('indexed_text').select('item_id').where('item_id', '=', Number(id)).execute()).toEqual([]);
  });

  it('with a changed extension have their contents read', async () => {
    const id = await plant(cabinet, 'axolotl.bin', 'salamander');
    expect(await namesOf({ keyword: 'salamander', in: 'content' })).toEqual([]);
    await owner.client.call(library.update, { id, name: 'axolotl.txt' });
    expect(await namesOf({ keyword: 'salamander', in: 'content' })).toEqual(['axolotl.txt']);
  });
});

describe('filters and order', () => {
  it('restrict by folder, area, extension, creator and time, and page the result', async () => {
    const outer = await makeFolder(owner.client, cabinet, { name: 'Outer' });
    const inner = await makeFolder(owner.client, outer, { name: 'Inner' });
    await plant(outer, 'one.txt', 'okapi');
    dossier.clock.forward(60_000);
    const between = new Date(dossier.clock.now() - 30_000).toISOString();
    await plant(inner, 'two.md', 'okapi okapi okapi');
    await plant(cabinet, 'three.txt', 'okapi');
    const ask = (more: Partial<Asked>) => namesOf({ keyword: 'okapi', ...more });
    expect(await ask({})).toEqual(['one.txt', 'three.txt', 'two.md']);
    expect(await ask({ parentId: outer })).toEqual(['one.txt', 'two.md']);
    expect(await ask({ parentId: inner })).toEqual(['two.md']);
    expect(await ask({ ext: 'MD, .pdf' })).toEqual(['two.md']);
    expect(await ask({ moduleType: 3 })).toEqual([]);
    expect(await ask({ moduleType: 2, creatorId: owner.id })).toHaveLength(3);
    expect(await ask({ creatorId: '1' })).toEqual([]);
    expect(await ask({ from: between })).toEqual(['three.txt', 'two.md']);
    expect(await ask({ to: between })).toEqual(['one.txt']);
    const byName = await find(owner.client, { keyword: 'okapi', sort: 'name', pageSize: 2 });
    expect([byName.list.map((hit) => hit.name), byName.totalNumber]).toEqual([['one.txt', 'three.txt'], 3]);
    const second = await find(owner.client, { keyword: 'okapi', sort: 'name', pageSize: 2, pageNo: 2 });
    expect(second.list.map((hit) => hit.name)).toEqual(['two.md']);
    const byTime = await find(owner.client, { keyword: 'okapi', sort: 'time' });
    expect(byTime.list.at(-1)?.name).toBe('one.txt');
    const ranked = await find(owner.client, { keyword: 'okapi' });
    expect(ranked.list[0]?.name).toBe('two.md');
  });
});

describe('rights', () => {
  it('determine what is found, counted and shown', async () => {
    const guest = await makeSignedIn(dossier);
    const folder = await makeFolder(owner.client, cabinet, { name: 'secret place' });
    const id = await plant(folder, 'marmot.txt', 'the hidden marmoset');
    const ask = (asked: Asked) => find(guest.client, asked);
    const nothing = { list: [], totalNumber: 0 };
    for (const keyword of ['marmot', 'marmoset', 'secret']) expect(await ask({ keyword })).toMatchObject(nothing);
    expect(await guest.client.refused(search.search, { keyword: 'marmot', parentId: folder })).toBe(codes.itemMissing.code);

    await grantTo(id, guest.id, level.title);
    const titled = await ask({ keyword: 'marmot' });
    expect([titled.totalNumber, titled.list[0]?.name, titled.list[0]?.snippet, titled.list[0]?.path]).toEqual([
      1,
      'marmot.txt',
      undefined,
      '',
    ]);
    expect(await ask({ keyword: 'marmoset' })).toMatchObject(nothing);
    expect(await ask({ keyword: 'marmoset', in: 'content' })).toMatchObject(nothing);
    expect(await ask({ keyword: 'secret' })).toMatchObject(nothing);

    const grantId = await grantTo(id, guest.id, level.view);
    const read = await ask({ keyword: 'marmoset' });
    expect([read.totalNumber, read.list[0]?.snippet]).toEqual([1, 'the hidden <em>marmoset</em>']);

    await owner.client.call(permissions.revoke, { objId: id, id: grantId });
    for (const keyword of ['marmot', 'marmoset']) expect(await ask({ keyword })).toMatchObject(nothing);
    expect(await namesOf({ keyword: 'marmoset' })).toEqual(['marmot.txt']);
  });
});

describe('the index', () => {
  it('is completed at the next start', async () => {
    const id = await plant(cabinet, 'dugong.txt', 'manatee');
    await dossier.drain();
    await dossier.services.database.write(async (db) => {
      await db.deleteFrom('indexed_text').where('item_id', '=', Number(id)).execute();
      await db.deleteFrom('name_words').where('rowid', '=', Number(id)).execute();
      await db.deleteFrom('body_words').where('rowid', '=', Number(id)).execute();
    });
    expect(await namesOf({ keyword: 'manatee' })).toEqual([]);
    await dossier.reopen();
    const again = await dossier.as(owner);
    await expect.poll(async () => namesOf({ keyword: 'manatee' }, again)).toEqual(['dugong.txt']);
    expect(await namesOf({ keyword: 'dugong' }, again)).toEqual(['dugong.txt']);
  });

  it('is refused with its own code when it is broken', async () => {
    const again = await dossier.as(owner);
    await dossier.services.database.write((db) => db.schema.dropTable('name_words').execute());
    expect(await again.refused(search.search, { keyword: 'dugong' })).toBe(codes.searchUnavailable.code);
  });
});
