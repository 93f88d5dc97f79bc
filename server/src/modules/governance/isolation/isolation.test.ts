import { operationLog } from '@dossier/contract/reporting/operation-log';
import { action } from '@dossier/contract/reporting/actions';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { isolation } from '@dossier/contract/governance/isolation';
import { session } from '@dossier/contract/identity/sessions';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClamdPeer, openClamdPeer } from '../../../../test/clamd-peer.ts';
import type { Client } from '../../../../test/client.ts';
import { eicar, forbiddenWord } from '../../../../test/eicar.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { allPermissions, makeRole, makeSignedIn, makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { gateWait } from '../../documents/content-verdicts.ts';
import { checkStore } from '../../documents/storage-check.ts';
import { followScanner } from '../scanner-sweep.ts';
import { retryMs } from './judge-contents.ts';

let clamd: ClamdPeer;
let dossier: TestServer;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
beforeAll(async () => {
  clamd = await openClamdPeer();
  gateWait.ms = 0;
  dossier = await openTestServer({ clamd: clamd.address });
  cabinet = await makeCabinet(dossier.admin);
  ann = await makeWriter(dossier, cabinet);
});
beforeEach(() => Object.assign(clamd, { silent: false, held: undefined, most: 1 << 20, threats: [eicar], complaint: undefined }));
afterAll(async () => {
  await dossier.close();
  await clamd.close();
});

let count = 0;
/** A virus of its own, as equal bytes are judged once. */
const virus = (): string => `${eicar} ${++count}`;
const make = (bytes: string, client: Client = ann.client, name = `file-${++count}.txt`) =>
  makeDocument(dossier, client, { parentId: cabinet, bytes, name });
const download = (id: string, client: Client = ann.client) => client.refused(content.download, { id });
const markOf = async (id: string) => {
  const { list } = await ann.client.call(library.items, { parentId: cabinet, pageSize: 100 });
  return list.find((one) => one.id === id)?.virusCheck;
};
/** What is in the area, the newest first. */
const isolated = async (decided = false) => (await dossier.admin.call(isolation.list, { pageSize: 100, decided })).list;
const isolate = async (bytes = virus()) => {
  const id = await make(bytes);
  await dossier.drain();
  const [found] = await isolated();
  return { id, isolatedId: found?.id ?? '' };
};

describe('a new document', () => {
  it('is given to nobody before the scanner has judged it, and is marked until then', async () => {
    const id = await make('harmless words');
    expect([await download(id), await download(id, dossier.admin), await markOf(id)]).toEqual([4650, 4650, 'waiting']);
    expect((await dossier.admin.call(isolation.status)).waiting).toBe(1);
    await dossier.drain();
    expect((await ann.client.call(content.download, { id })).fileName).toMatch(/^file-/);
    expect(await markOf(id)).toBeUndefined();
    // its words were not read before
    const { list } = await ann.client.call(search.search, { keyword: 'harmless', in: 'content' });
    expect(list.map((one) => one.id)).toEqual([id]);
  });

  it('with a virus is isolated; its uploader, the office and the log are told, once', async () => {
    const { id } = await isolate();
    expect([await download(id), await download(id, dossier.admin), await markOf(id)]).toEqual([4651, 4651, 'infected']);
    const typesOf = async (client: Client, type: number) =>
      (await client.call(messages.list, { pageSize: 50 })).list.filter((one) => one.msgType === type);
    expect((await typesOf(ann.client, msgType.virusInOwn)).map((one) => [one.objId, one.content.includes('Eicar-Signature')])).toEqual([
      [id, true],
    ]);
    expect(await typesOf(dossier.admin, msgType.virusFound)).toHaveLength(1);
    expect(await typesOf(ann.client, msgType.virusFound)).toEqual([]);
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.virusFound] });
    expect(list.map((one) => one.objId)).toEqual([id]);
  });

  it('with bytes that are isolated already is isolated too, as is a copy', async () => {
    const bytes = virus();
    const { id } = await isolate(bytes);
    const before = clamd.judged;
    const again = await make(bytes);
    expect(await download(again)).toBe(4651);
    await ann.client.call(library.copy, { objIds: [id] });
    await ann.client.call(library.paste, { parentId: await makeFolder(ann.client, cabinet) });
    await dossier.drain();
    expect(clamd.judged).toBe(before);
    const [found] = await isolated();
    expect(found).toMatchObject({ documents: 3, threat: 'Eicar-Signature', uploaderName: ann.fullName });
    expect(await ann.client.refused(content.apass, { ...(await sumOf(bytes)), parentId: cabinet, name: 'third.txt' })).toBe(4651);
  });

  it('is left to the office where the scanner cannot judge it', async () => {
    clamd.most = 1000;
    const id = await make('x'.repeat(5000));
    await dossier.drain();
    expect([await download(id), await markOf(id)]).toEqual([4650, 'unchecked']);
    const [found] = await isolated();
    expect(found).toMatchObject({ state: 'unchecked', threat: 'INSTREAM size limit exceeded.' });
    await dossier.admin.call(isolation.release, { id: found?.id ?? '', reason: 'A film of ours' });
    expect((await ann.client.call(content.download, { id })).ext).toBe('txt');
  });
});

async function sumOf(bytes: string) {
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bytes))).toString('hex');
  return { sha256: hash, size: bytes.length };
}

describe('a scanner that does not answer', () => {
  it('keeps new documents waiting, tells the office, and loses nothing', async () => {
    clamd.silent = true;
    const id = await make('words of an evening');
    await dossier.drain();
    expect(await download(id)).toBe(4650);
    expect(await dossier.admin.call(isolation.status)).toMatchObject({ configured: true, waiting: 1, downSince: expect.any(String) });
    expect((await dossier.admin.call(session.current)).virusScannerDown).toBe(true);
    expect((await ann.client.call(session.current)).virusScannerDown).toBeUndefined();
    clamd.silent = false;
    dossier.clock.forward(retryMs + 1);
    await dossier.drain();
    expect((await ann.client.call(content.download, { id })).ext).toBe('txt');
    expect((await dossier.admin.call(isolation.status)).downSince).toBeUndefined();
    expect((await dossier.admin.call(session.current)).virusScannerDown).toBeUndefined();
  });

  it('keeps them waiting as well where it answers, but cannot work', async () => {
    clamd.complaint = "Can't write to temporary file. ERROR";
    const id = await make('words of a full disk');
    await dossier.drain();
    expect([await download(id), await markOf(id)]).toEqual([4650, 'waiting']);
    expect((await dossier.admin.call(isolation.status)).downSince).toBeDefined();
    clamd.complaint = undefined;
    dossier.clock.forward(retryMs + 1);
    await dossier.drain();
    expect((await ann.client.call(content.download, { id })).ext).toBe('txt');
  });

  it('is not taken for down where it breaks off at one file, which is left to the office', async () => {
    clamd.breaksAt = 'a file that ends scanners';
    const bad = await make('a file that ends scanners');
    const good = await make('calm words');
    for (let n = 0; n < 4; n++) {
      await dossier.drain();
      dossier.clock.forward(retryMs + 1);
    }
    expect((await ann.client.call(content.download, { id: good })).ext).toBe('txt');
    expect([await download(bad), await markOf(bad)]).toEqual([4650, 'unchecked']);
    clamd.breaksAt = undefined;
  });
});

describe('the security office', () => {
  it('needs its permission, which counts in the first organisation', async () => {
    const roles = [await makeRole(dossier, { deeds: [...allPermissions] })];
    const other = await makeSignedIn(dossier, { roleIds: roles });
    const officer = await makeSignedIn(dossier, { roleIds: [await makeRole(dossier, { deeds: ['isolation.edit'] })] });
    const { isolatedId: id } = await isolate();
    const asks = [
      [isolation.list, {}],
      [isolation.status, {}],
      [isolation.look, { id }],
      [isolation.release, { id, reason: 'x' }],
      [isolation.delete, { id }],
      [isolation.rescan, {}],
    ] as const;
    for (const [route, input] of asks) expect(await other.client.refused(route, input)).toBe(1011);
    // names are shown to it where it sees the document, else by the call that is logged
    const seen = (await officer.client.call(isolation.list, {})).list.find((one) => one.id === id);
    expect([seen?.threat, seen?.name]).toEqual(['Eicar-Signature', undefined]);
    const details = await officer.client.call(isolation.look, { id });
    expect(details.documents).toMatchObject([{ uploaderName: ann.fullName, gone: false }]);
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.isolationLook] });
    expect(list).toHaveLength(1);
  });

  it('releases a file with a reason, which is logged', async () => {
    const { id, isolatedId } = await isolate();
    expect(await dossier.admin.refused(isolation.release, { id: isolatedId, reason: ' ' })).toBe(400);
    await dossier.admin.call(isolation.release, { id: isolatedId, reason: 'A test file of ours' });
    expect((await ann.client.call(content.download, { id })).ext).toBe('txt');
    await dossier.drain();
    expect(await markOf(id)).toBeUndefined();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.isolationRelease] });
    expect(list[0]).toMatchObject({ objId: id });
    expect((await isolated(true))[0]).toMatchObject({ state: 'released', reason: 'A test file of ours' });
    expect(await dossier.admin.refused(isolation.release, { id: isolatedId, reason: 'again' })).toBe(1008);
    expect(await dossier.admin.refused(isolation.delete, { id: isolatedId })).toBe(1008);
    expect(await dossier.admin.refused(isolation.release, { id: '1', reason: 'none' })).toBe(1002);
  });

  it('deletes a file: its document, and its bytes', async () => {
    const bytes = virus();
    const { id, isolatedId } = await isolate(bytes);
    await dossier.admin.call(isolation.delete, { id: isolatedId });
    expect(await download(id)).toBe(1002);
    await dossier.drain();
    const { sha256 } = await sumOf(bytes);
    expect(await dossier.services.storage.has(sha256)).toBe(false);
    // the same bytes come again to nobody
    expect(await download(await make(bytes))).toBe(4651);
  });

  it('isolates a deleted file that comes again, also long after and where the scanner does not name it any more, and tells of it', async () => {
    const bytes = virus();
    const { isolatedId } = await isolate(bytes);
    await dossier.admin.call(isolation.delete, { id: isolatedId });
    await dossier.drain();
    // by then bytes without a version are freed
    for (let n = 0; n < 3; n++) {
      dossier.clock.forward(3600_000);
      await dossier.drain();
    }
    clamd.threats = [];
    const again = await make(bytes);
    await dossier.drain();
    expect([await download(again), await markOf(again)]).toEqual([4651, 'infected']);
    expect((await isolated()).find((one) => one.id === isolatedId)).toMatchObject({ state: 'infected', threat: 'Eicar-Signature' });
    const told = (await ann.client.call(messages.list, { pageSize: 50 })).list.filter((one) => one.msgType === msgType.virusInOwn);
    expect(told.map((one) => one.objId)).toContain(again);
    await dossier.admin.call(isolation.release, { id: isolatedId, reason: 'It was none' });
    await dossier.drain();
    expect((await ann.client.call(content.download, { id: again })).ext).toBe('txt');
  });

  it('deletes the version of a document that has others, and the one before is the current one again', async () => {
    const id = await make('the first version');
    await dossier.drain();
    const bytes = virus();
    const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: bytes.length });
    await upload(dossier, uploadUrl, Buffer.from(bytes));
    await dossier.drain();
    expect(await download(id)).toBe(4651);
    // the older version may still be read
    const revisions = await ann.client.call(content.revisions, { id });
    expect((await ann.client.call(content.download, { id, currentRev: revisions[1]?.id ?? '' })).ext).toBe('txt');
    const [found] = await isolated();
    await dossier.admin.call(isolation.delete, { id: found?.id ?? '' });
    expect((await ann.client.call(content.revisions, { id })).map((one) => [one.number, one.current])).toEqual([[1, true]]);
    expect((await ann.client.call(library.documentDetail, { id })).size).toBe('the first version'.length);
    expect((await ann.client.call(content.download, { id })).ext).toBe('txt');
    const faults: string[] = [];
    for await (const { kind, text } of checkStore(dossier.services.database.read, dossier.services.storage.ungated))
      if (kind === 'problem') faults.push(text);
    expect(faults.filter((text) => text.includes(`document ${id} `))).toEqual([]);
    // the next version has a number that none had
    const next = await ann.client.call(content.preCheckIn, { id, size: 3 });
    await upload(dossier, next.uploadUrl, Buffer.from('new'));
    expect((await ann.client.call(content.revisions, { id }))[0]?.number).toBe(3);
  });
});

describe('new signatures', () => {
  it('have everything checked again', async () => {
    await dossier.drain();
    await followScanner(dossier.services);
    const id = await make(`a text with the ${forbiddenWord}`);
    await dossier.drain();
    await followScanner(dossier.services);
    expect((await ann.client.call(content.download, { id })).ext).toBe('txt');
    clamd.threats = [eicar, forbiddenWord];
    await followScanner(dossier.services);
    expect((await ann.client.call(content.download, { id })).ext).toBe('txt');
    clamd.version = 'ClamAV 1.0.0/2/tomorrow';
    await followScanner(dossier.services);
    expect(await download(id)).toBe(4651);
    const { signatures, scan } = await dossier.admin.call(isolation.status);
    expect([signatures, scan?.ended !== undefined, (scan?.done ?? 0) > 0]).toEqual([clamd.version, true, true]);
  });

  it('are not needed where the office asks for it', async () => {
    const id = await make(`another text with the ${forbiddenWord}`);
    await dossier.drain();
    clamd.threats = [eicar, forbiddenWord];
    await dossier.admin.call(isolation.rescan);
    await followScanner(dossier.services);
    expect(await download(id)).toBe(4651);
  });
});

describe('without a scanner', () => {
  it('nothing waits, and old documents stay readable once there is one', async () => {
    const free = await openTestServer();
    try {
      const place = await makeCabinet(free.admin);
      const id = await makeDocument(free, free.admin, { parentId: place, bytes: eicar });
      expect((await free.admin.call(content.download, { id })).ext).toBe('txt');
      expect(await free.admin.call(isolation.status)).toEqual({ configured: false, waiting: 0 });
      expect(await free.admin.refused(isolation.rescan)).toBe(1009);
    } finally {
      await free.close();
    }
  });
});
