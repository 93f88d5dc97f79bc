import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeRole, makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
/** Has the permission to decide, and sees no document. */
let reviewer: SignedIn;
let owner: SignedIn;
let cabinet: string;
let folder: string;

const group = (given: Partial<InputOf<typeof sensitiveWords.createGroup>>) =>
  dossier.admin.call(sensitiveWords.createGroup, { name: `Group ${crypto.randomUUID()}`, words: ['x y z'], ...given });
async function finds(given: InputOf<typeof sensitiveWords.finds> = {}, { client } = reviewer) {
  await dossier.drain();
  return (await client.call(sensitiveWords.finds, { pageSize: 1000, ...given })).list;
}
const idOf = async (word: string): Promise<string> => (await finds({ word }))[0]?.id ?? '';

beforeAll(async () => {
  dossier = await openTestServer();
  reviewer = await makeSignedIn(dossier, { fullName: 'Jo Judge', roleIds: [await makeRole(dossier, { deeds: ['words.judge'] })] });
  owner = await makeSignedIn(dossier, { fullName: 'Olga Owner' });
  cabinet = await makeCabinet(dossier.admin);
  await dossier.admin.call(permissions.grant, {
    objId: cabinet,
    granteeType: 'user',
    granteeId: owner.id,
    level: level.full,
    reach: 'all',
  });
  folder = await makeFolder(owner.client, cabinet, { name: 'Papers' });
});
afterAll(() => dossier.close());

describe('permissions', () => {
  it('are separate for words and for findings', async () => {
    for (const route of [sensitiveWords.groups, sensitiveWords.createGroup])
      expect(await reviewer.client.refused(route)).toBe(codes.adminOnly.code);
    for (const route of [sensitiveWords.finds, sensitiveWords.scan, sensitiveWords.look])
      expect(await owner.client.refused(route)).toBe(codes.adminOnly.code);
  });

  it('are limited to the own organisation', async () => {
    const other = await makeOrganisation(dossier);
    const { id } = await other.admin.call(sensitiveWords.createGroup, { name: 'Theirs', words: ['foreign'], action: 'block' });
    for (const route of [sensitiveWords.group, sensitiveWords.deleteGroup])
      expect(await dossier.admin.refused(route, { id })).toBe(codes.itemMissing.code);
    await owner.client.call(library.createFolder, { parentId: folder, name: 'foreign' });
    const theirs = await makeCabinet(other.admin);
    expect(await other.admin.refused(library.createFolder, { parentId: theirs, name: 'foreign' })).toBe(codes.sensitiveWordFound.code);
    expect(await finds({ word: 'foreign' })).toEqual([]);
  });
});

describe('names with blocked words', () => {
  it('are refused by every call, while the group exists', async () => {
    const { id } = await group({ words: ['绝密'], exceptions: ['绝密花园'], action: 'block' });
    const [document, box] = [await makeDocument(dossier, owner.client, { parentId: folder }), await makeFolder(owner.client, folder)];
    const name = 'a 绝 密 b.txt';
    const refused = codes.sensitiveWordFound.code;
    expect(await owner.client.refused(library.createFolder, { parentId: folder, name: '绝密' })).toBe(refused);
    expect(await owner.client.refused(library.updateFolder, { id: box, name: '绝密' })).toBe(refused);
    expect(await owner.client.refused(library.update, { id: document, name })).toBe(refused);
    expect(await owner.client.refused(library.createCabinet, { moduleType: 2, name: '绝密' })).toBe(refused);
    expect(await owner.client.refused(content.preUpload, { parentId: folder, name, size: 1 })).toBe(refused);
    expect(await owner.client.refused(content.preUpload, { parentId: folder, name: 'a', folderPath: '绝密', size: 1 })).toBe(refused);
    await owner.client.call(library.createFolder, { parentId: folder, name: '绝密花园' });
    const asked = await owner.client.call(content.preUpload, { parentId: folder, name: 'soon.txt', size: 1 });
    await dossier.admin.call(sensitiveWords.updateGroup, { id, name: 'Later', words: ['soon'], action: 'block' });
    // the words were added during the upload
    await expect(upload(dossier, asked.uploadUrl, Buffer.from('x'))).rejects.toThrow(String(refused));
    await dossier.admin.call(sensitiveWords.deleteGroup, { id });
    await owner.client.call(library.updateFolder, { id: box, name: '绝密' });
  });
});

describe('contents', () => {
  it('are checked when they change, with names and notes, and owner and reviewers are notified', async () => {
    await group({ words: ['top secret', '机密'], action: 'warn', level: 3 });
    const bytes = `${'lorem '.repeat(20)}ＴＯＰ\nsecret ${'ipsum '.repeat(20)}`;
    await makeDocument(dossier, owner.client, { parentId: folder, name: 'plain.txt', bytes });
    await makeFolder(owner.client, folder, { name: '机密 box', description: 'holds 机密' });
    expect((await finds({ word: 'top secret' })).map(({ place, count, held, state, name }) => [place, count, held, state, name])).toEqual([
      [4, 1, false, 'open', undefined],
    ]);
    expect((await finds({ word: '机密' })).map(({ place }) => place).toSorted((one, other) => one - other)).toEqual([1, 2]);
    const messagesOf = async (of: SignedIn) => (await of.client.call(messages.list, {})).list.map((message) => message.msgType);
    expect(await messagesOf(owner)).toContain(msgType.wordsInOwn);
    expect(await messagesOf(reviewer)).toContain(msgType.wordsFound);
  });

  it('of findings are shown only to reviewers, and the log records it', async () => {
    expect(JSON.stringify(await finds())).not.toMatch(/lorem|plain\.txt|Papers/);
    const id = await idOf('top secret');
    expect(await owner.client.refused(sensitiveWords.look, { id })).toBe(codes.adminOnly.code);
    const seen = await reviewer.client.call(sensitiveWords.look, { id });
    expect(seen).toMatchObject({ name: 'plain.txt', ownerName: 'Olga Owner' });
    expect(seen.path).toContain('Papers');
    expect(seen.snippet[1]).toBe('ＴＯＰ secret');
    expect(seen.snippet[0]?.length).toBeLessThanOrEqual(40);
    await dossier.drain();
    const [line] = (await dossier.admin.call(operationLog.log, { actions: [action.wordLook] })).list;
    expect(line).toMatchObject({ userName: 'Jo Judge' });
  });

  it('of findings are dropped with their item, and found again in another revision', async () => {
    await group({ words: ['passing'] });
    const id = await makeDocument(dossier, owner.client, { parentId: folder, bytes: 'passing by' });
    const find = await idOf('passing');
    await reviewer.client.call(sensitiveWords.decide, { ids: [find], judgement: 'harmless' });
    const revise = async (bytes: string) => {
      const { uploadUrl } = await owner.client.call(content.preCheckIn, { id, size: bytes.length });
      await upload(dossier, uploadUrl, Buffer.from(bytes));
    };
    await revise('passing by');
    expect((await finds({ word: 'passing' }))[0]?.state).toBe('harmless');
    await revise('no more passing of this');
    expect((await finds({ word: 'passing' }))[0]?.state).toBe('open');
    await revise('nothing');
    expect(await finds({ word: 'passing' })).toEqual([]);
    await revise('passing');
    expect((await finds({ word: 'passing' })).length).toBe(1);
    await owner.client.call(library.delete, { objIds: [id] });
    await owner.client.call(library.remove, { objIds: [id] });
    expect(await finds({ word: 'passing' })).toEqual([]);
  });
});

describe('a blocked item', () => {
  it('is kept from share links, open ones too, until a reviewer finds it harmless', async () => {
    const place = await makeFolder(owner.client, folder, { name: 'Shared' });
    const good = await makeDocument(dossier, owner.client, { parentId: place, name: 'good.txt' });
    const bad = await makeDocument(dossier, owner.client, { parentId: place, name: 'bad.txt', bytes: 'the codename' });
    await dossier.drain();
    const { token } = await owner.client.call(shares.create, { objIds: [place], allowDownload: true });
    const alone = await owner.client.call(shares.create, { objIds: [bad], allowDownload: true });
    const visitor = async (of: string) => {
      const { sessionId } = await dossier.nobody.call(links.open, { token: of });
      return clientOf(dossier.server, undefined, { headers: { 'x-session-id': sessionId ?? '' } });
    };
    const [one, other] = [await visitor(token), await visitor(alone.token)];
    const listed = async () => (await one.call(links.items, { token, parentId: place })).list.map(({ name }) => name);
    expect(await listed()).toEqual(['bad.txt', 'good.txt']);
    await group({ words: ['codename'], action: 'block' });
    await dossier.admin.call(sensitiveWords.scan, {});
    expect((await finds({ word: 'codename' })).map(({ held }) => held)).toEqual([true]);
    expect(await listed()).toEqual(['good.txt']);
    for (const [client, from] of [
      [one, token],
      [other, alone.token],
    ] as const) {
      expect(await client.refused(links.view, { token: from, id: bad })).toBe(codes.itemMissing.code);
      expect(await client.refused(links.download, { token: from, id: bad })).toBe(codes.itemMissing.code);
    }
    await one.call(links.view, { token, id: good });
    expect(await owner.client.refused(shares.create, { objIds: [bad] })).toBe(codes.sensitiveWordFound.code);
    const ids = [await idOf('codename')];
    await reviewer.client.call(sensitiveWords.decide, { ids, judgement: 'harmless', note: 'A film' });
    expect(await listed()).toEqual(['bad.txt', 'good.txt']);
    expect((await finds({ word: 'codename' }))[0]).toMatchObject({
      state: 'harmless',
      deciderName: 'Jo Judge',
      note: 'A film',
      held: false,
    });
    await reviewer.client.call(sensitiveWords.decide, { ids, judgement: 'confirmed' });
    expect(await listed()).toEqual(['good.txt']);
    expect(await reviewer.client.refused(sensitiveWords.decide, { ids: [...ids, '123'], judgement: 'harmless' })).toBe(
      codes.itemMissing.code,
    );
  });
});

describe('a scan', () => {
  it('checks every item once, reports its progress, and can be stopped', async () => {
    await group({ words: ['nowhere yet'] });
    const before = await finds();
    const { id } = await reviewer.client.call(sensitiveWords.scan, {});
    expect((await reviewer.client.call(sensitiveWords.scan, {})).id).toBe(id);
    await reviewer.client.call(sensitiveWords.stopScan, { id });
    await dossier.drain();
    const scans = async () => (await reviewer.client.call(sensitiveWords.scans, {})).list;
    expect((await scans())[0]).toMatchObject({ id, state: 'stopped', done: 0, userName: 'Jo Judge' });
    await reviewer.client.call(sensitiveWords.scan, {});
    await dossier.drain();
    const [last] = await scans();
    expect(last).toMatchObject({ state: 'done', found: 0 });
    expect(last?.done).toBe(last?.total);
    expect(await finds()).toEqual(before);
  });

  it('refuses too many words, and a group with a taken name', async () => {
    await group({ name: 'Taken' });
    expect(await dossier.admin.refused(sensitiveWords.createGroup, { name: 'taken', words: ['w w'] })).toBe(codes.invalidParams.code);
    const words = Array.from({ length: 20_001 }, (_, n) => `word ${n}`);
    expect(await dossier.admin.refused(sensitiveWords.createGroup, { name: 'Much', words })).toBe(codes.invalidParams.code);
    const long = (from: number) => Array.from({ length: 6000 }, (_, n) => `${from + n} ${'w'.repeat(80)}`);
    const { id } = await group({ words: long(0) });
    expect(await dossier.admin.refused(sensitiveWords.createGroup, { name: 'Long', words: long(6000), exceptions: ['w w'] })).toBe(
      codes.invalidParams.code,
    );
    await dossier.admin.call(sensitiveWords.updateGroup, { id, name: 'Long', words: long(6000) });
    expect(await dossier.admin.refused(sensitiveWords.createGroup, { name: 'None', words: ['\u200B'] })).toBe(codes.invalidParams.code);
  });
});
