import { createHash } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { addresses } from '@dossier/contract/identity/address-restrictions';
import { session } from '@dossier/contract/identity/sessions';
import { mostKeptOffline, offlineCopies } from '@dossier/contract/preview/offline-copies';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { action } from '@dossier/contract/reporting/actions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { openTestServer, type TestServer } from '../../../test/test-server.ts';
import { pdfTexts } from '../../../test/pdf-texts.ts';

let dossier: TestServer;
let cabinet: string;
let id: string;
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
const words = 'kept for the train';

beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
});
beforeEach(async () => {
  id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt', bytes: words, onSameName: 'rename' });
});
afterAll(() => dossier.close());

const grant = (bits: number, objId = id) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: reader.id, level: bits, reach: 'all' });
const keep = (client = reader.client, of = id) => client.call(offlineCopies.keep, { id: of });
const refused = (of = id) => reader.client.refused(offlineCopies.keep, { id: of });
const check = async (ids = [id], client = reader.client) => client.call(offlineCopies.check, { ids });
const staying = async (ids?: string[]) => (await check(ids)).list.map((one) => one.id);
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const setDays = (keptDays: number) => dossier.admin.call(site.saveSettings, { group: 'offline', values: { keptDays } });
const revise = async (bytes: string) => {
  const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: bytes.length });
  await upload(dossier, uploadUrl, Buffer.from(bytes));
};

describe('a document', () => {
  it('is kept by who may download it, as it is, and the log has it as a download', async () => {
    await grant(level.download);
    const kept = await keep();
    expect(kept).toMatchObject({ id, form: 'text', ext: 'txt', versionLabel: '1.0', size: words.length });
    expect(kept.look).toBeUndefined();
    expect((await fetched(kept.downloadUrl)).payload).toBe(words);
    await dossier.drain();
    const { read } = dossier.services.database;
    const logged = await read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    expect(logged.filter((row) => row.action === action.documentKeep)).toHaveLength(1);
    expect(logged.some((row) => row.action === action.documentDownload)).toBe(false);
  });

  it('is refused to who may only see or read it, to strangers, and as a folder', async () => {
    expect(await refused()).toBe(1002);
    await grant(level.title);
    expect(await refused()).toBe(4610);
    await grant(level.print);
    expect(await refused()).toBe(4611);
    const folder = await makeFolder(dossier.admin, cabinet);
    await grant(level.download, folder);
    expect(await refused(folder)).toBe(4601);
  });

  it('is kept as its PDF where only that may be downloaded, and not where a watermark would be in it', async () => {
    await grant(level.pdf);
    // the one that every site has, for whoever may not download
    expect(await refused()).toBe(4679);
    expect(await staying()).toEqual([]);
    const [builtIn] = (await dossier.admin.call(watermarks.list)).list;
    await dossier.admin.call(watermarks.update, { id: builtIn?.id ?? '', enabled: false });
    const { form, look, downloadUrl } = await keep();
    expect([form, look === undefined]).toEqual(['rendition', false]);
    const answer = await fetched(downloadUrl);
    expect((await pdfTexts(answer.rawPayload)).flat().join(' ')).toContain(words);
    expect((await check()).list).toMatchObject([{ id, form: 'rendition' }]);
    await dossier.admin.call(watermarks.update, { id: builtIn?.id ?? '', enabled: true });
  });

  it('with a watermark for everybody is not kept, and goes where it was', async () => {
    await grant(level.download);
    expect(await staying()).toEqual([id]);
    const mark = await dossier.admin.call(watermarks.create, {
      name: 'all',
      design: { lines: ['{name}'] },
      holders: 'all',
      uses: ['view'],
    });
    expect([await refused(), await staying()]).toEqual([4679, []]);
    await dossier.admin.call(watermarks.delete, { id: mark.id });
    expect(await staying()).toEqual([id]);
  });

  it.each(['page.html', 'letter.eml'])('of a type that only a PDF shows safely is kept as that: %s', async (name) => {
    const of = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: `Subject: Hello\n\n<p>${words}</p>` });
    await grant(level.download, of);
    expect((await keep(reader.client, of)).form).toBe('rendition');
    expect(await staying([of])).toEqual([of]);
  });

  it.each([
    ['of a type that nobody reads without its program', 'x.bin'],
    ['of sound', 'x.mp3'],
  ])('%s is not kept', async (_, name) => {
    const of = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: name });
    await grant(level.download, of);
    expect([await refused(of), await staying([of])]).toEqual([4679, []]);
  });

  it('that is too large for a device is not kept', async () => {
    await grant(level.download);
    await dossier.services.database.write((db) =>
      db
        .updateTable('revision')
        .set({ size: mostKeptOffline.bytes + 1 })
        .where('document_id', '=', Number(id))
        .execute(),
    );
    expect([await refused(), await staying()]).toEqual([4679, []]);
  });
});

describe('a copy', () => {
  it('stays while its right lasts, and is told its newest version', async () => {
    await grant(level.download);
    const { revisionId } = await keep();
    expect((await check()).list).toMatchObject([{ id, revisionId, versionLabel: '1.0' }]);
    await revise('kept for the plane');
    const [newer] = (await check()).list;
    expect([newer?.revisionId === revisionId, newer?.versionLabel]).toEqual([false, '1.1']);
    await grant(level.view);
    expect(await staying()).toEqual([]);
    await grant(level.none);
    expect(await staying()).toEqual([]);
  });

  it('goes with its document, and one of another user stays apart from it', async () => {
    const other = await makeDocument(dossier, dossier.admin, {
      parentId: cabinet,
      name: 'other.txt',
      bytes: 'other',
      onSameName: 'rename',
    });
    await grant(level.download);
    await grant(level.download, other);
    expect(await staying([id, other, '999999', cabinet])).toEqual([id, other]);
    await dossier.admin.call(library.delete, { objIds: [id] });
    expect(await staying([id, other])).toEqual([other]);
    const stranger = await makeSignedIn(dossier);
    expect((await check([other], stranger.client)).list).toEqual([]);
  });

  it('goes where the site keeps none, and so does the offer', async () => {
    await grant(level.download);
    expect((await reader.client.call(session.current)).offlineDays).toBe(14);
    await setDays(0);
    expect(await check()).toEqual({ days: 0, list: [] });
    expect(await refused()).toBe(4679);
    expect((await reader.client.call(session.current)).offlineDays).toBeUndefined();
    await setDays(3);
    expect(await check()).toMatchObject({ days: 3, list: [{ id }] });
    await setDays(14);
  });

  it('goes where downloads are not allowed from, and is not made there', async () => {
    await grant(level.download);
    const rule = { name: 'Office', addresses: '198.51.100.0/24', scope: 'download', kind: 'allow' } as const;
    const segment = await dossier.admin.call(addresses.createSegment, rule);
    expect(await staying()).toEqual([]);
    const refusal = await reader.client.refused(offlineCopies.keep, { id });
    await dossier.admin.call(addresses.deleteSegment, { id: segment.id });
    expect([refusal, await staying()]).toEqual([await refusedDownload(), [id]]);
  });

  /** What a download is refused with from the same address. */
  async function refusedDownload(): Promise<number> {
    const rule = { name: 'Office', addresses: '198.51.100.0/24', scope: 'download', kind: 'allow' } as const;
    const segment = await dossier.admin.call(addresses.createSegment, rule);
    const code = await reader.client.refused(content.download, { id });
    await dossier.admin.call(addresses.deleteSegment, { id: segment.id });
    return code;
  }

  it('goes while a scanner holds its bytes back', async () => {
    await grant(level.download);
    const scanned = await openTestServer({ clamd: '127.0.0.1:9' });
    const at = await makeCabinet(scanned.admin);
    const of = await makeDocument(scanned, scanned.admin, { parentId: at, name: 'held.txt', bytes: 'held' });
    const judge = (verdict: string) =>
      scanned.services.database.write((db) =>
        db.updateTable('blob').set({ verdict }).where('sha256', '=', createHash('sha256').update('held').digest('hex')).execute(),
      );
    const found: unknown[] = [];
    for (const verdict of ['waiting', 'infected']) {
      await judge(verdict);
      found.push(await scanned.admin.refused(offlineCopies.keep, { id: of }), (await check([of], scanned.admin)).list);
    }
    await judge('');
    found.push((await check([of], scanned.admin)).list.length);
    expect(found).toEqual([4650, [], 4651, [], 1]);
    await scanned.close();
  });

  it('has a limit to how many are asked about at once', async () => {
    const ids = Array.from({ length: mostKeptOffline.documents + 1 }, (_, at) => String(at + 1));
    expect(await reader.client.refused(offlineCopies.check, { ids })).toBe(1007);
  });
});
