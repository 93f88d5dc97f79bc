import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type Terms, come as comeTo } from '../../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { checkName } from '../../../platform/text/names.ts';
import { nameWithSender, nameWithoutSender } from './shared-items.ts';

let dossier: TestServer;
let sharer: Awaited<ReturnType<typeof makeSignedIn>>;
const at = { cabinet: '', folder: '', inside: '', deep: '', deepDoc: '', doc: '', sibling: '', other: '' };

beforeAll(async () => {
  dossier = await openTestServer();
  sharer = await makeSignedIn(dossier);
  at.cabinet = await makeCabinet(dossier.admin, { name: 'Vault' });
  await dossier.admin.call(permissions.grant, {
    objId: at.cabinet,
    granteeType: 'user',
    granteeId: sharer.id,
    level: level.modify | level.print,
    reach: 'all',
  });
  at.folder = await makeFolder(dossier.admin, at.cabinet, { name: 'Offer' });
  at.inside = await makeDocument(dossier, dossier.admin, { parentId: at.folder, name: 'inside.txt' });
  at.deep = await makeFolder(dossier.admin, at.folder, { name: 'Deep' });
  at.deepDoc = await makeDocument(dossier, dossier.admin, { parentId: at.deep, name: 'deep.txt' });
  at.doc = await makeDocument(dossier, dossier.admin, { parentId: at.cabinet, name: 'lone.txt' });
  at.sibling = await makeDocument(dossier, dossier.admin, { parentId: at.cabinet, name: 'sibling.txt' });
  at.other = await makeFolder(dossier.admin, at.cabinet, { name: 'Secret' });
});
afterAll(() => dossier.close());

async function share(terms: Terms = {}, by: Client = sharer.client) {
  return by.call(shares.create, { objIds: [at.folder, at.doc], name: 'For you', ...terms });
}

const come = (token: string) => comeTo(dossier, token);

const bytesAt = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await dossier.server.app.inject({ method: 'GET', url, headers });
  return { status: answer.statusCode, text: answer.payload };
};

describe('a share link visitor', () => {
  it('sees shared items, opens their folders and downloads them', async () => {
    const { token } = await share({ allowDownload: true, allowPrint: true });
    const visitor = await come(token);
    const top = await visitor.call(links.items, { token });
    expect(top.list.map((item) => item.name)).toEqual(['Offer', 'lone.txt']);
    const inside = await visitor.call(links.items, { token, parentId: at.deep });
    expect(inside.path.map((one) => one.name)).toEqual(['Offer', 'Deep']);
    expect(inside.list.map((item) => item.name)).toEqual(['deep.txt']);
    const view = await visitor.call(links.view, { token, id: at.inside });
    expect((await bytesAt(view.streamUrl)).status).toBe(200);
    const { downloadUrl, downloadsLeft } = await visitor.call(links.download, { token, id: at.inside });
    expect([downloadsLeft, (await bytesAt(downloadUrl)).status]).toEqual([98, 200]);
    const zip = await visitor.call(links.downloadAll, { token });
    expect([zip.downloadsLeft, (await bytesAt(zip.downloadUrl)).status]).toEqual([97, 200]);
    expect((await visitor.call(links.print, { token, id: at.doc })).printsLeft).toBe(98);
    expect(await visitor.call(links.info, { token })).toMatchObject({ name: 'For you', downloadsLeft: 97, printsLeft: 98, visitor: '' });
  });

  it('may do nothing beyond the permissions of the link', async () => {
    const { token } = await share();
    const visitor = await come(token);
    expect(await visitor.refused(links.download, { token, id: at.doc })).toBe(5007);
    expect(await visitor.refused(links.downloadAll, { token })).toBe(5007);
    expect(await visitor.refused(links.print, { token, id: at.doc })).toBe(5008);
    expect(await visitor.refused(links.upload, { token, parentId: at.folder, name: 'a.txt', size: 1 })).toBe(5010);
    expect(await visitor.refused(links.checkIn, { token, id: at.doc, name: 'a.txt', size: 1 })).toBe(4613);
  });

  it('counts one download however often its URL is used', async () => {
    const { token, id } = await share({ allowDownload: true, downloadLimit: 1 });
    const visitor = await come(token);
    const { downloadUrl, downloadsLeft } = await visitor.call(links.download, { token, id: at.doc });
    expect(downloadsLeft).toBe(0);
    for (const range of ['bytes=0-1', 'bytes=2-3']) expect((await bytesAt(downloadUrl, { range })).status).toBe(206);
    expect((await bytesAt(downloadUrl)).status).toBe(200);
    expect(await visitor.refused(links.download, { token, id: at.doc })).toBe(5004);
    expect(await visitor.refused(links.downloadAll, { token })).toBe(5004);
    expect((await sharer.client.call(shares.show, { id })).downloads).toBe(1);
  });

  it('has 99 downloads and prints where no limit was set', async () => {
    const { token, id } = await share({ allowDownload: true, allowPrint: true });
    const visitor = await come(token);
    await dossier.services.database.write((db) =>
      db.updateTable('share').set({ downloads: 98, prints: 98 }).where('id', '=', Number(id)).execute(),
    );
    expect((await visitor.call(links.download, { token, id: at.doc })).downloadsLeft).toBe(0);
    expect(await visitor.refused(links.download, { token, id: at.doc })).toBe(5004);
    await visitor.call(links.print, { token, id: at.doc });
    expect(await visitor.refused(links.print, { token, id: at.doc })).toBe(5005);
  });

  it('uploads files that only they and staff see', async () => {
    const box = await makeFolder(dossier.admin, at.cabinet, { name: 'Box' });
    await makeDocument(dossier, dossier.admin, { parentId: box, name: 'rules.txt' });
    const { token } = await share({ objIds: [box], allowUpload: true });
    const second = await share({ objIds: [box], allowUpload: true });
    const send = async (visitor: Client, own: string, body: string) => {
      const { id, uploadUrl } = await visitor.call(links.upload, { token: own, parentId: box, name: 'bid.txt', size: body.length });
      await upload(dossier, uploadUrl, Buffer.from(body));
      return id;
    };
    const [ann, bob] = [await come(token), await come(second.token)];
    const [hers, his] = [await send(ann, token, 'ann'), await send(bob, second.token, 'bobby')];
    const names = async (visitor: Client, own: string) => {
      const { list, totalNumber } = await visitor.call(links.items, { token: own, parentId: box });
      return [totalNumber, ...list.map((item) => `${item.name}${item.own ? ' (own)' : ''}`)];
    };
    expect(await names(ann, token)).toEqual([2, 'bid.txt (own)', 'rules.txt']);
    expect(await names(bob, second.token)).toEqual([2, 'bid.txt (own)', 'rules.txt']);
    expect(await bob.refused(links.view, { token: second.token, id: hers })).toBe(1002);
    expect(await ann.refused(links.view, { token, id: his })).toBe(1002);
    const all = (await dossier.admin.call(library.items, { parentId: box })).list.map((item) => item.name);
    expect(all).toEqual([
      expect.stringMatching(/^bid – [0-9a-f]{6}\.txt$/),
      expect.stringMatching(/^bid – [0-9a-f]{6}\.txt$/),
      'rules.txt',
    ]);
    const shy = await share({ objIds: [box], allowUpload: true, onlyUpload: true });
    const eve = await come(shy.token);
    expect(await names(eve, shy.token)).toEqual([0]);
    await send(eve, shy.token, 'eve');
    expect(await names(eve, shy.token)).toEqual([1, 'bid.txt (own)']);
    await send(eve, shy.token, 'eve again');
    expect(await names(eve, shy.token)).toEqual([2, 'bid.txt (own)', 'bid (2).txt (own)']);
    expect(await eve.refused(links.view, { token: shy.token, id: hers })).toBe(1002);
    // an upload moved by staff becomes visible like other documents
    const kept = await makeFolder(dossier.admin, box, { name: 'Kept' });
    await dossier.admin.call(library.move, { objIds: [hers], parentId: kept });
    await dossier.drain();
    expect((await bob.call(links.items, { token: second.token, parentId: kept })).list.map((item) => item.id)).toEqual([hers]);
  });

  it('edits a document where the link allows it, and holds no lock', async () => {
    const doc = await makeDocument(dossier, sharer.client, { parentId: at.folder, name: 'draft.txt' });
    const { token } = await share({ objIds: [doc], allowEdit: true });
    const visitor = await come(token);
    const { uploadUrl } = await visitor.call(links.checkIn, {
      token,
      id: doc,
      name: 'My draft.TXT',
      size: 3,
      note: 'ann@partner.example: mine',
    });
    for (const name of ['draft.pdf', 'draft', 'txt'])
      expect(await visitor.refused(links.checkIn, { token, id: doc, name, size: 3 })).toBe(5016);
    await sharer.client.call(content.lock, { id: doc });
    expect(await visitor.refused(links.checkIn, { token, id: doc, name: 'draft.txt', size: 3 })).toBe(4619);
    await sharer.client.call(content.unlock, { id: doc });
    await upload(dossier, uploadUrl, Buffer.from('new'));
    const [newest] = await sharer.client.call(content.revisions, { id: doc });
    expect([newest?.note, newest?.size]).toEqual(['?: ann@partner.example: mine', 3]);
    expect(await visitor.call(links.view, { token, id: doc })).toMatchObject({ size: 3 });
  });
});

const ann = { shareId: 1, key: 'm2', name: 'ann@partner.example' };

it('puts the sender of a file before the extension', () => {
  expect(nameWithSender(ann, 'Offer.tar.gz')).toBe('Offer – ann@partner.example.tar.gz');
  expect(nameWithSender({ ...ann, name: 'a/b*?c@x.example' }, 'Offer')).toBe('Offer – a_b__c@x.example');
  expect(nameWithSender({ ...ann, name: '' }, 'Offer.pdf')).toMatch(/^Offer – [0-9a-f]{6}\.pdf$/);
  expect(nameWithSender({ ...ann, name: '' }, 'Offer.pdf')).not.toBe(nameWithSender({ ...ann, key: 'm3', name: '' }, 'Offer.pdf'));
});

it('keeps the name of a sent file legal, within the length limit, and replaces illegal names', () => {
  const name = nameWithSender({ ...ann, name: `${'李'.repeat(200)}@x.example` }, `${'a'.repeat(250)}.pdf`);
  expect([checkName(name).ok, name.endsWith('.pdf')]).toEqual([true, true]);
  expect(nameWithSender(ann, 'a/b.txt')).toBe('a/b.txt');
});

it('shows the name of a file to its sender as it was sent', () => {
  for (const sent of ['Offer.pdf', 'Offer', 'Offer (2).pdf']) expect(nameWithoutSender(ann, nameWithSender(ann, sent))).toBe(sent);
  expect(nameWithoutSender(ann, 'Offer – ann@partner.example (2).pdf')).toBe('Offer (2).pdf');
});
