import { objType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { visitorOf } from '../../../../test/share-people.ts';
import { visitorUploadLimits } from '../../documents/open-uploads.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

/** A folder with an upload link for anonymous visitors. */
async function openBox(): Promise<{ token: string; parentId: string }> {
  const parentId = await makeFolder(dossier.admin, cabinet);
  const { token } = await dossier.admin.call(shares.create, { objIds: [parentId], allowUpload: true, onlyUpload: true });
  return { token, parentId };
}

const comeFrom = async (token: string, address: string): Promise<Client> => {
  const { sessionId } = await dossier.nobody.from({ address }).call(links.open, { token });
  return visitorOf(dossier, sessionId, address);
};

describe('open uploads of visitors', () => {
  it('do not block other visitors', async () => {
    const box = await openBox();
    const wanted = (n: number, size = 1) => ({ ...box, name: `${n}.txt`, size });
    const [ann, eve] = [await comeFrom(box.token, '203.0.113.1'), await comeFrom(box.token, '203.0.113.2')];
    for (let n = 0; n < visitorUploadLimits.one.uploads; n++) await eve.call(links.upload, wanted(n));
    expect(await eve.refused(links.upload, wanted(99))).toBe(4603);
    await ann.call(links.upload, wanted(1));
    // nor by many sessions from one address
    const { uploads } = visitorUploadLimits.address;
    for (let open = visitorUploadLimits.one.uploads; open < uploads; ) {
      const again = await comeFrom(box.token, '203.0.113.2');
      for (let n = 0; n < 50 && open < uploads; n++, open++) await again.call(links.upload, wanted(n));
    }
    expect(await (await comeFrom(box.token, '203.0.113.2')).refused(links.upload, wanted(1))).toBe(4603);
    const { uploadUrl } = await ann.call(links.upload, wanted(2));
    await upload(dossier, uploadUrl, Buffer.from('x'));
    // finished uploads no longer count as open
    for (let n = 0; n < 60; n++) await upload(dossier, (await ann.call(links.upload, wanted(n + 100))).uploadUrl, Buffer.from('x'));
  });

  it('do not reduce the limits of others, whatever size is announced', async () => {
    const box = await openBox();
    const [ann, eve] = [await comeFrom(box.token, '203.0.113.1'), await comeFrom(box.token, '203.0.113.2')];
    const large = { ...visitorUploadLimits.one };
    visitorUploadLimits.one.bytes = 1000;
    try {
      await eve.call(links.upload, { ...box, name: 'large.bin', size: 5000 });
      expect(await eve.refused(links.upload, { ...box, name: 'a.bin', size: 1 })).toBe(4603);
      await ann.call(links.upload, { ...box, name: 'a.bin', size: 1 });
    } finally {
      Object.assign(visitorUploadLimits.one, large);
    }
  });
});

describe('uploads of visitors', () => {
  it('carry the visitor’s name, have one log entry, and notify the sharer once', async () => {
    const parentId = await makeFolder(dossier.admin, cabinet, { name: 'Bids' });
    const id = await makeDocument(dossier, dossier.admin, { parentId, name: 'draft.txt' });
    const terms = { name: 'For bids', allowUpload: true, allowEdit: true, notice: true };
    const { token } = await dossier.admin.call(shares.create, { objIds: [parentId], ...terms });
    const visitor = await comeFrom(token, '203.0.113.9');
    await dossier.admin.call(messages.markRead, {});
    const own = await visitor.call(links.upload, { token, parentId, name: 'bid.txt', size: 3 });
    await upload(dossier, own.uploadUrl, Buffer.from('bid'));
    await upload(dossier, (await visitor.call(links.checkIn, { token, id, name: 'draft.txt', size: 3 })).uploadUrl, Buffer.from('new'));
    const sender = '链接“For bids”的访问者';
    const [newest, first] = await dossier.admin.call(content.revisions, { id });
    expect([newest?.creatorName, first?.creatorName === sender]).toEqual([sender, false]);
    const items = (await dossier.admin.call(library.items, { parentId })).list;
    const of = (one: string) => items.find((item) => item.id === one);
    expect([of(id)?.updaterName, of(id)?.creatorName === sender]).toEqual([sender, false]);
    expect(of(own.id)).toMatchObject({ updaterName: sender, creatorName: sender });
    await dossier.drain();
    const unreadContents = async () => (await dossier.admin.call(messages.unread)).list.map((one) => one.content);
    expect(await unreadContents()).not.toContainEqual(expect.stringContaining('收到'));
    dossier.clock.forward(4 * 60_000);
    await dossier.drain();
    const contents = await unreadContents();
    expect(contents).toContain('127.0.0.1 通过您的链接“For bids”上传了 1 个文件');
    // a version is no file that was received
    expect(contents).toContain('127.0.0.1 通过您的链接编辑了“draft.txt”（版本 1.1）');
    const { list: told } = await dossier.admin.call(messages.unread);
    expect(told.find((one) => one.msgType === msgType.shareEdited)).toMatchObject({ objType: objType.document, objId: id });
    const { list } = await dossier.admin.call(operationLog.itemLog, { objId: own.id });
    expect(list.map((entry) => entry.action)).toEqual([action.linkUpload]);
    // the next change is attributed to staff
    await dossier.admin.call(library.update, { id, name: 'final.txt' });
    expect((await dossier.admin.call(library.items, { parentId, keyword: 'final' })).list[0]?.updaterName).not.toBe(sender);
  });
});
