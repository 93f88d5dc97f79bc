import { createHash } from 'node:crypto';
import { site } from '@dossier/contract/core/site';
import { attachments } from '@dossier/contract/documents/attachments';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { isolation } from '@dossier/contract/governance/isolation';
import { avatarPaths } from '@dossier/contract/identity/sessions';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { compare } from '@dossier/contract/preview/compare';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { links, shares } from '@dossier/contract/sharing/shares';
import { flows } from '@dossier/contract/workflows/flows';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBundle } from '../../../../test/bundle.ts';
import { type ClamdPeer, openClamdPeer } from '../../../../test/clamd-peer.ts';
import { type Client, clientOf } from '../../../../test/client.ts';
import { type Dav, makeDevice } from '../../../../test/dav-client.ts';
import { eicar } from '../../../../test/eicar.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { come } from '../../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { openWopi, type WopiDocument } from '../../../../test/wopi/wopi-client.ts';
import { zipOf } from '../../../../test/zip-of.ts';
import { gateWait } from '../../documents/content-verdicts.ts';

let clamd: ClamdPeer;
let dossier: TestServer;
let cabinetName: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
let laptop: Dav;
beforeAll(async () => {
  clamd = await openClamdPeer();
  gateWait.ms = 0;
  dossier = await openTestServer({ clamd: clamd.address });
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  cabinetName = `Cabinet ${crypto.randomUUID()}`;
  cabinet = await makeCabinet(dossier.admin, { name: cabinetName });
  ann = await makeWriter(dossier, cabinet);
  laptop = await makeDevice(dossier, ann);
});
afterAll(async () => {
  await dossier.close();
  await clamd.close();
});

let count = 0;
const virus = (): string => `${eicar} ${++count}`;

/** The code in the body of an answer. */
async function codeAt(url: string): Promise<number> {
  const answer = await dossier.server.app.inject({ method: 'GET', url });
  return answer.statusCode === 200 ? 200 : (answer.json() as { code: number }).code;
}

const codeOf = async (client: Client, ...[route, input]: Parameters<Client['refused']>): Promise<number> => {
  try {
    return await client.refused(route, input);
  } catch {
    return 200;
  }
};

describe('every path to bytes', () => {
  const bytes = 'a,b\n1,2\n';
  let id: string;
  let folder: string;
  let other: string;
  let visitor: Client;
  let token: string;
  let office: WopiDocument;
  let fileUrl: string;
  let look: string;
  let attached: string;

  beforeAll(async () => {
    folder = await makeFolder(ann.client, cabinet, { name: 'inside' });
    id = await makeDocument(dossier, ann.client, { parentId: folder, bytes, name: 'table.docx' });
    other = await makeDocument(dossier, ann.client, { parentId: cabinet, bytes: 'other', name: 'other.txt' });
    const file = await ann.client.call(attachments.preUpload, { objId: other, name: 'attached.txt', size: bytes.length });
    await upload(dossier, file.uploadUrl, Buffer.from(bytes));
    await dossier.drain();
    attached = (await ann.client.call(attachments.list, { objId: other })).list[0]?.id ?? '';
    ({ token } = await dossier.admin.call(shares.create, { objIds: [folder], allowDownload: true, allowPrint: true }));
    visitor = await come(dossier, token);
    office = await openWopi(dossier, ann.client, id);
    fileUrl = (await ann.client.call(content.download, { id })).downloadUrl;
    look = (await ann.client.call(preview.view, { id })).look;
  });

  const judged = (verdict: string) =>
    dossier.services.database.write((db) =>
      db.updateTable('blob').set({ verdict }).where('sha256', '=', createHash('sha256').update(bytes).digest('hex')).execute(),
    );

  /** Each answers a code: 200 while the bytes may be read. */
  const paths: Record<string, () => Promise<number>> = {
    download: () => codeOf(ann.client, content.download, { id }),
    'the address of a download from before': () => codeAt(fileUrl),
    preview: () => codeOf(ann.client, preview.view, { id }),
    'the token of a preview from before': () => codeOf(dossier.nobody, previewByToken.mark, { look }),
    'check-out': async () => {
      const code = await codeOf(ann.client, content.checkOut, { id });
      if (code === 200) await ann.client.call(content.undoCheckOut, { id });
      return code;
    },
    'zip of a document': () => codeOf(ann.client, archives.downloadSelection, { objIds: [id] }),
    'zip of its folder': () => codeOf(ann.client, archives.downloadFolder, { id: folder }),
    comparison: () => codeOf(ann.client, compare.open, { id: other, otherId: id }),
    attachment: () => codeOf(ann.client, attachments.download, { id: attached }),
    'sync disk': async () => {
      const { status } = await laptop.ask('GET', `/dav/enterprise/${encodeURIComponent(cabinetName)}/inside/table.docx`);
      // WebDAV knows no codes of ours
      return (
        new Map([
          [503, 4650],
          [403, 4651],
        ]).get(status) ?? status
      );
    },
    'office server': async () => {
      const { status } = await office.get('/contents');
      return status === 200 ? 200 : expected;
    },
    'view by a link': () => codeOf(visitor, links.view, { token, id }),
    'download by a link': () => codeOf(visitor, links.download, { token, id }),
    'print by a link': () => codeOf(visitor, links.print, { token, id }),
    'all of a link': () => codeOf(visitor, links.downloadAll, { token }),
  };
  let expected = 200;

  it.each(Object.keys(paths))('%s is closed while they wait, and with a virus', async (path) => {
    const code = paths[path] ?? (() => Promise.resolve(0));
    const seen: Record<string, number> = {};
    for (const [verdict, wanted] of Object.entries({ clean: 200, waiting: 4650, unchecked: 4650, infected: 4651, released: 200 })) {
      await judged(verdict);
      expected = wanted;
      seen[verdict] = await code();
    }
    expect(seen).toEqual({ clean: 200, waiting: 4650, unchecked: 4650, infected: 4651, released: 200 });
  });

  it('a zip made before is closed once a virus is found in it', async () => {
    await judged('clean');
    await ann.client.call(archives.compress, { id: folder });
    await dossier.drain();
    const { list } = await ann.client.call(messages.list, { pageSize: 50 });
    const told = list.find((one) => one.msgType === msgType.zipReady)?.id ?? '';
    const { downloadUrl } = await ann.client.call(messages.zip, { id: told });
    await judged('infected');
    expect([await ann.client.refused(messages.zip, { id: told }), await codeAt(downloadUrl)]).toEqual([4651, 4651]);
    await judged('clean');
    expect(await codeAt(downloadUrl)).toBe(200);
  });

  it('has no thumbnail meanwhile, and the storage itself keeps the bytes back', async () => {
    const { storage } = dossier.services;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const read = async () => {
      for await (const chunk of storage.open(sha256)) expect(chunk).toBeDefined();
    };
    await judged('infected');
    expect((await ann.client.call(thumbnails.list, { ids: [id] })).list).toEqual([{ id, state: 'none' }]);
    await expect(read()).rejects.toMatchObject({ answer: { code: 4651 } });
    await expect(storage.read(sha256, { start: 0, end: 1 })).rejects.toMatchObject({ answer: { code: 4651 } });
    await expect(storage.withLocalFile(sha256, async () => 1)).rejects.toMatchObject({ answer: { code: 4651 } });
    await judged('clean');
    await read();
  });

  it('opens no editor meanwhile', async () => {
    const text = await makeDocument(dossier, ann.client, { parentId: cabinet, bytes: 'a text', name: 'edited.txt' });
    expect(await ann.client.refused(editing.open, { id: text })).toBe(4650);
    await dossier.drain();
    expect((await ann.client.call(editing.open, { id: text })).roomUrl).toMatch(/./);
  });
});

describe('every way in', () => {
  /** The document of this name in the cabinet. */
  const named = async (name: string, parentId = cabinet) => {
    const { list } = await ann.client.call(library.items, { parentId, pageSize: 100 });
    return list.find((one) => one.name === name);
  };
  const checked = async (name: string, parentId = cabinet) => {
    await dossier.drain();
    return (await named(name, parentId))?.virusCheck;
  };

  it('a bundle', async () => {
    await sendBundle(dossier, ann.client.token, [
      { name: 'bundled.txt', bytes: virus(), parentId: cabinet },
      { name: 'harmless.txt', bytes: 'fine', parentId: cabinet },
    ]);
    expect([await checked('bundled.txt'), await checked('harmless.txt')]).toEqual(['infected', undefined]);
  });

  it('an archive that is extracted: not before it was judged, and its files again', async () => {
    const bytes = await zipOf([{ name: 'in/inner.txt', bytes: virus() }]);
    const parentId = await makeFolder(ann.client, cabinet);
    const { uploadUrl } = await ann.client.call(content.preUpload, { parentId, name: 'some.zip', size: bytes.length, extract: true });
    await upload(dossier, uploadUrl, bytes);
    await dossier.drain();
    dossier.clock.forward(3000);
    await dossier.drain();
    const inner = await named('in', parentId);
    expect(await checked('inner.txt', inner?.id)).toBe('infected');
  });

  it('an archive with a virus that is to be extracted', async () => {
    const bytes = await zipOf([{ name: 'inner.txt', bytes: virus(), stored: true }]);
    const parentId = await makeFolder(ann.client, cabinet);
    const { uploadUrl } = await ann.client.call(content.preUpload, { parentId, name: 'bad.zip', size: bytes.length, extract: true });
    await upload(dossier, uploadUrl, bytes);
    await dossier.drain();
    dossier.clock.forward(3000);
    await dossier.drain();
    expect((await ann.client.call(library.items, { parentId })).list).toEqual([]);
  });

  it('the sync disk', async () => {
    const answer = await laptop.ask('PUT', `/dav/enterprise/${encodeURIComponent(cabinetName)}/by-disk.txt`, { body: virus() });
    expect([answer.status, await checked('by-disk.txt')]).toEqual([201, 'infected']);
  });

  it('a link', async () => {
    const parentId = await makeFolder(ann.client, cabinet);
    const { token } = await dossier.admin.call(shares.create, { objIds: [parentId], allowUpload: true });
    const visitor = await come(dossier, token);
    const bytes = virus();
    const { uploadUrl } = await visitor.call(links.upload, { token, parentId, name: 'by-link.txt', size: bytes.length });
    await upload(dossier, uploadUrl, Buffer.from(bytes));
    await dossier.drain();
    expect((await dossier.admin.call(isolation.list)).list[0]).toMatchObject({
      name: expect.stringMatching(/^by-link/),
      state: 'infected',
    });
  });

  it('an office server', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: cabinet, bytes: 'one', name: 'by-office.docx' });
    await dossier.drain();
    const office = await openWopi(dossier, ann.client, id);
    await office.lock('L');
    expect((await office.put(virus(), { 'x-wopi-lock': 'L' })).status).toBe(200);
    expect(await checked('by-office.docx')).toBe('infected');
  });

  it('an attachment', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: cabinet, bytes: 'with an attachment' });
    const bytes = virus();
    const { uploadUrl } = await ann.client.call(attachments.preUpload, { objId: id, name: 'attached.txt', size: bytes.length });
    await upload(dossier, uploadUrl, Buffer.from(bytes));
    await dossier.drain();
    const [attachment] = (await ann.client.call(attachments.list, { objId: id })).list;
    expect(await ann.client.refused(attachments.download, { id: attachment?.id })).toBe(4651);
    const [found] = (await dossier.admin.call(isolation.list)).list;
    expect(found?.uploaderName).toBe(ann.fullName);
    // it lies in a bin afterwards, as other attachments do
    await dossier.admin.call(isolation.delete, { id: found?.id ?? '' });
    expect((await ann.client.call(attachments.list, { objId: id })).list).toEqual([]);
  });

  it('a new version, behind which the one before is current again', async () => {
    const id = await makeDocument(dossier, ann.client, { parentId: cabinet, bytes: 'the first', name: 'versions.txt' });
    const bytes = virus();
    const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: bytes.length });
    await upload(dossier, uploadUrl, Buffer.from(bytes));
    expect(await checked('versions.txt')).toBe('infected');
    const [found] = (await dossier.admin.call(isolation.list)).list;
    await dossier.admin.call(isolation.delete, { id: found?.id ?? '' });
    expect(await codeOf(ann.client, content.download, { id })).toBe(200);
  });

  it('an attachment of a flow', async () => {
    const flowId = await handIn(ann.client, await makeFlowTemplate(dossier, [stepOf('Agree', [ann.id])]), { submit: false });
    const bytes = virus();
    const { uploadUrl } = await ann.client.call(attachments.preUpload, { flowId, name: 'annex.txt', size: bytes.length });
    await upload(dossier, uploadUrl, Buffer.from(bytes));
    await dossier.drain();
    const [annex] = (await ann.client.call(attachments.list, { flowId })).list;
    expect(await ann.client.refused(attachments.download, { id: annex?.id })).toBe(4651);
  });

  it('the import of documents by an upload flow, which takes over what is known of their bytes', async () => {
    const own = await makeCabinet(ann.client, { moduleType: 2 });
    const bytes = virus();
    const id = await makeDocument(dossier, ann.client, { parentId: own, bytes, name: 'by-flow.txt' });
    const byManager = [{ name: 'Let in', approvers: [{ kind: 'manager' as const }] }];
    const templateId = await makeFlowTemplate(dossier, byManager, { flowKind: 'upload' });
    await dossier.drain();
    const flowId = await handIn(ann.client, templateId, { documents: [{ id }], targetId: cabinet });
    await dossier.admin.call(flows.decide, { id: flowId, decision: 'ratify' });
    expect(await checked('by-flow.txt')).toBe('infected');
  });

  it('an avatar, which is refused at once, and where no scanner answers too', async () => {
    const canvas = createCanvas(20, 20);
    const put = async (file: Buffer) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'me.png');
      const request = new Request('http://server/', { method: 'POST', body: form });
      const answer = await dossier.server.app.inject({
        method: 'POST',
        url: avatarPaths.put,
        headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: ann.client.token ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return (answer.json() as { code: number }).code;
    };
    const png = canvas.toBuffer('image/png');
    expect([await put(Buffer.concat([png, Buffer.from(virus())])), await put(png)]).toEqual([4651, 200]);
    clamd.silent = true;
    expect(await put(png)).toBe(4650);
    clamd.silent = false;
  });
});

it('a visitor is told no more than a user', async () => {
  const id = await makeDocument(dossier, ann.client, { parentId: cabinet, bytes: virus(), name: 'shared.txt' });
  await dossier.drain();
  const { token } = await dossier.admin.call(shares.create, { objIds: [id], allowDownload: true });
  const visitor = clientOf(dossier.server, undefined, {
    headers: { 'x-session-id': (await dossier.nobody.call(links.open, { token })).sessionId },
  });
  expect(await visitor.refused(links.download, { token, id })).toBe(4651);
});
