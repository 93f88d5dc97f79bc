import { createHash, randomBytes } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bundled, sendBundle } from '../../../../test/bundle.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { expectWholeTree } from '../../../../test/tree-check.ts';
import { openUploadLimits } from '../open-uploads.ts';
import { checkStore } from '../storage-check.ts';

let dossier: TestServer;
let cabinet: string;
let place: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
beforeEach(async () => void (place = await makeFolder(dossier.admin, cabinet)));
afterAll(() => dossier.close());

const sha = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const send = (files: readonly Bundled[] | Buffer, token = dossier.admin.token) => sendBundle(dossier, token, files);
const codesOf = async (files: readonly Bundled[], token = dossier.admin.token) => (await send(files, token)).files.map(({ code }) => code);
const listed = async (parentId: string) => (await dossier.admin.call(library.items, { parentId, pageNo: 1, pageSize: 100 })).list;
const names = async (parentId: string) =>
  (await listed(parentId)).map(({ name, size, version }) => `${name} ${size ?? ''} v${version ?? ''}`).toSorted();

/** The storage check finds nothing, and no part is left. */
async function expectSound(): Promise<void> {
  const found: string[] = [];
  for await (const { kind, text } of checkStore(dossier.services.database.long, dossier.services.storage))
    if (kind === 'problem') found.push(text);
  expect(found).toEqual([]);
  expect(await dossier.services.storage.parts.list()).toEqual([]);
  await expectWholeTree(dossier);
}

describe('a bundle', () => {
  it('places its files, small, empty and large ones, with their folders, and emits their events', async () => {
    const large = randomBytes(700_000);
    const files = [
      { parentId: place, name: 'a.txt', bytes: 'one', sha256: sha('one') },
      { parentId: place, name: 'empty.txt', bytes: '' },
      { parentId: place, name: 'b.bin', bytes: large, folderPath: 'x/y' },
      { parentId: place, name: 'c.txt', bytes: 'three', folderPath: 'x/y' },
      { parentId: place, name: 'd.txt', bytes: 'one', folderPath: 'X/z' },
    ];
    const { files: results } = await send(files);
    expect(results.map(({ code, message }) => `${code} ${message}`)).toEqual(files.map(() => '200 OK'));
    await dossier.drain();
    const logged = await dossier.services.database.read.selectFrom('log_entry').select('obj_id').execute();
    for (const { id } of results) expect(logged.filter(({ obj_id }) => String(obj_id) === id)).toHaveLength(1);
    expect(await names(place)).toEqual(['a.txt 3 v1', 'empty.txt 0 v1', 'x  v']);
    expect(await dossier.admin.call(library.documentDetail, { id: results[2]?.id ?? '' })).toMatchObject({ name: 'b.bin', size: 700_000 });
    const { downloadUrl } = await dossier.admin.call(content.download, { id: results[2]?.id ?? '' });
    const { rawPayload } = await dossier.server.app.inject({ method: 'GET', url: downloadUrl });
    expect(sha(rawPayload)).toBe(sha(large));
    await expectSound();
  });

  it('refuses each file separately, with the codes of a single upload', async () => {
    const lockedDocument = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'locked.txt', bytes: 'held' });
    await makeDocument(dossier, dossier.admin, { parentId: place, name: 'taken.txt', bytes: 'old' });
    const person = await makeSignedIn(dossier);
    const grant = { granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
    await dossier.admin.call(permissions.grant, { ...grant, objId: place, level: level.modify });
    await dossier.admin.call(content.lock, { id: lockedDocument });
    const gone = await makeFolder(dossier.admin, cabinet);
    await dossier.admin.call(library.delete, { objIds: [gone] });
    const shut = await makeFolder(dossier.admin, cabinet);
    const files: [code: number, file: Bundled][] = [
      [200, { parentId: place, name: 'first.txt', bytes: 'f' }],
      [4605, { parentId: place, name: 'Taken.TXT' }],
      [200, { parentId: place, name: 'taken.txt', onSameName: 'rename', bytes: 'new' }],
      [4619, { parentId: place, name: 'locked.txt', onSameName: 'revision' }],
      [200, { parentId: place, name: 'taken.txt', onSameName: 'revision', bytes: 'newer' }],
      [1005, { parentId: place, name: 'a/b.txt' }],
      [1004, { parentId: place, name: ' ' }],
      [1006, { parentId: place, name: 'x'.repeat(300) }],
      [1005, { parentId: place, folderPath: '../up' }],
      [4609, { parentId: place, sha256: sha('something else') }],
      [1002, { parentId: gone }],
      [1002, { parentId: shut }],
      [4501, { parentId: lockedDocument }],
      [4605, { parentId: place, folderPath: 'taken.txt' }],
      [200, { parentId: place, name: 'last.txt', bytes: 'l' }],
    ];
    expect(
      await codesOf(
        files.map(([, file]) => file),
        person.client.token,
      ),
    ).toEqual(files.map(([code]) => code));
    expect(await names(place)).toEqual(['first.txt 1 v1', 'last.txt 1 v1', 'locked.txt 4 v1', 'taken (2).txt 3 v1', 'taken.txt 5 v2']);
    await expectSound();
  });

  it('removes the folders created for a refused file', async () => {
    await makeDocument(dossier, dossier.admin, { parentId: place, name: 'leaf', folderPath: 'kept' });
    const files = [
      { parentId: place, folderPath: 'fresh/kept', name: 'good.txt' },
      { parentId: place, folderPath: `lone/${'deep/'.repeat(99)}`, name: 'bad.txt' },
      { parentId: place, folderPath: 'kept/leaf/below', name: 'bad.txt' },
      { parentId: place, folderPath: 'x/'.repeat(1500), name: 'bad.txt' },
    ];
    expect(await codesOf(files)).toEqual([200, 4504, 4605, 4504]);
    expect((await listed(place)).map(({ name }) => name).toSorted()).toEqual(['fresh', 'kept']);
    await expectSound();
  });

  it('creates revisions of documents with the caller\u2019s own lock, and none in a publishing cabinet', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'mine.txt', bytes: 'one' });
    await dossier.admin.call(content.lock, { id });
    const { files } = await send([{ parentId: place, name: 'mine.txt', onSameName: 'revision', bytes: 'second' }]);
    expect(files).toMatchObject([{ code: 200, id }]);
    expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ version: 2, versionLabel: '1.1', size: 6 });
    const publishingCabinet = await makeCabinet(dossier.admin);
    await dossier.services.database.write((db) =>
      db.updateTable('item').set({ publishing: 1 }).where('id', '=', Number(publishingCabinet)).execute(),
    );
    expect(await codesOf([{ parentId: publishingCabinet }, { parentId: place }])).toEqual([4403, 200]);
  });

  it('refuses the file that finds the disk full, and keeps the others', async () => {
    const { storage } = dossier.services;
    const { putBytes } = storage;
    storage.putBytes = (sha256, bytes) =>
      sha256 === sha('too much')
        ? Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
        : putBytes(sha256, bytes);
    try {
      const files = ['fits', 'too much', 'fits too'].map((bytes) => ({ parentId: place, bytes }));
      expect(await codesOf(files)).toEqual([200, 4640, 200]);
    } finally {
      storage.putBytes = putBytes;
    }
    expect(await listed(place)).toHaveLength(2);
    await expectSound();
  });

  it('refuses only the files beyond the licensed space', async () => {
    const { bytes } = await dossier.admin.call(limits.licence);
    await dossier.admin.call(limits.setLicence, { bytes: bytes.used + 10 });
    try {
      const files = ['sixsix', 'six six', 'four', '', '1'].map((one) => ({ parentId: place, bytes: one, folderPath: 'in' }));
      expect(await codesOf(files)).toEqual([200, 5205, 200, 200, 5205]);
      expect((await dossier.admin.call(limits.licence)).bytes.used).toBe(bytes.used + 10);
    } finally {
      await dossier.admin.call(limits.setLicence, { bytes: '' });
    }
    await expectSound();
  });

  it('counts as open uploads of the user during the transfer alone', async () => {
    const before = { ...openUploadLimits };
    openUploadLimits.uploads = 3;
    try {
      const person = await makeSignedIn(dossier);
      await dossier.admin.call(permissions.grant, {
        granteeType: 'user',
        granteeId: person.id,
        reach: 'all',
        objId: place,
        level: level.upload,
      });
      const files = Array.from({ length: 4 }, () => ({ parentId: place }));
      expect(await codesOf(files, person.client.token)).toEqual([200, 200, 200, 4603]);
      await person.client.call(content.preUpload, { parentId: place, name: 'open.bin', size: 1 });
      expect(await codesOf(files, person.client.token)).toEqual([200, 200, 4603, 4603]);
    } finally {
      Object.assign(openUploadLimits, before);
    }
  });
});

describe('names', () => {
  it('wanted by two bundles at once go to one of them each', async () => {
    for (let round = 0; round < 5; round++) {
      const into = await makeFolder(dossier.admin, place);
      const wanted = (onSameName: 'refuse' | 'rename') =>
        Array.from({ length: 10 }, (_, n) => ({
          parentId: into,
          name: `n${n}.txt`,
          bytes: `${n % 3}`,
          folderPath: n < 5 ? 'made' : undefined,
          onSameName,
        }));
      const [one, other] = await Promise.all([codesOf(wanted('refuse')), codesOf(wanted('refuse').toReversed())]);
      const sums = one.map((code, n) => code + (other.toReversed()[n] ?? 0));
      expect(sums).toEqual(sums.map(() => 200 + 4605));
      const again = await Promise.all([codesOf(wanted('rename')), codesOf(wanted('rename'))]);
      expect(again.flat()).toEqual(again.flat().map(() => 200));
      expect(await listed(into)).toHaveLength(5 * 3 + 1);
    }
    await expectSound();
  });

  it('are taken by earlier files of the same bundle', async () => {
    const files = (['refuse', 'refuse', 'rename', 'rename', 'revision'] as const).map((onSameName, n) => ({
      parentId: place,
      name: 'same.txt',
      bytes: String(n),
      onSameName,
    }));
    expect(await codesOf(files)).toEqual([200, 4605, 200, 200, 200]);
    expect(await names(place)).toEqual(['same (2).txt 1 v1', 'same (3).txt 1 v1', 'same.txt 1 v2']);
  });
});

describe('a file whose bytes the storage does not take', () => {
  it('is refused alone, with 4606, leaves nothing, and is taken once the storage does', async () => {
    const { storage } = dossier.services;
    const { putBytes } = storage;
    const broken = sha('on the bad sector');
    storage.putBytes = (sha256, bytes) =>
      sha256 === broken ? Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) : putBytes.call(storage, sha256, bytes);
    const files = ['on the bad sector', 'elsewhere'].map((bytes, at) => ({ parentId: place, name: `${at}.txt`, bytes }));
    try {
      expect(await codesOf(files)).toEqual([4606, 200]);
    } finally {
      storage.putBytes = putBytes;
    }
    expect(await names(place)).toEqual(['1.txt 9 v1']);
    await expectSound();
    expect(await codesOf(files.slice(0, 1))).toEqual([200]);
  });
});

describe('a file that is sent again because the answer was lost', () => {
  it.each(['refuse', 'rename', 'revision'] as const)('counts as done where it was placed (%s)', async (onSameName) => {
    if (onSameName !== 'refuse') await makeDocument(dossier, dossier.admin, { parentId: place, name: 'a.txt', bytes: 'old' });
    const files = [
      { parentId: place, name: 'a.txt', bytes: 'new words', onSameName },
      { parentId: place, name: 'b.txt', bytes: 'new words', folderPath: 'x', onSameName },
    ];
    const first = await send(files);
    const namesBefore = await names(place);
    const again = await send(files.map((file) => ({ ...file, sentAgo: 5000 })));
    expect(again).toEqual(first);
    expect(await names(place)).toEqual(namesBefore);
  });

  it('is placed where it was not, and refused where another user\u2019s file has the name', async () => {
    await makeDocument(dossier, dossier.admin, { parentId: place, name: 'theirs.txt', bytes: 'same' });
    dossier.clock.forward(3600_000);
    const person = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, {
      granteeType: 'user',
      granteeId: person.id,
      reach: 'all',
      objId: place,
      level: level.modify,
    });
    await makeDocument(dossier, person.client, { parentId: place, name: 'other.txt', bytes: 'other bytes' });
    const files = ['theirs.txt', 'other.txt', 'fresh.txt'].map((name) => ({ parentId: place, name, bytes: 'same', sentAgo: 1000 }));
    expect(await codesOf(files, person.client.token)).toEqual([4605, 4605, 200]);
    // too long ago to be the result of this attempt
    expect(await codesOf([{ parentId: place, name: 'theirs.txt', bytes: 'same', sentAgo: 1000 }])).toEqual([4605]);
  });
});
