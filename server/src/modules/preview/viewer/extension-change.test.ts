import { permissions } from '@dossier/contract/access/permissions';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { silence } from '../../../../test/media-file.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

/** Rights to read, upload and modify, without the right to download. */
const changing = 1 + 2 + 32 + 64;
const secret = 'the bytes of a report';
let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let folder: string;
let id: string;
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
});
beforeEach(async () => {
  folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
  id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'report.bin', bytes: secret });
  await grantTo(changing);
});
afterAll(() => dossier.close());

const grantTo = (level: number) =>
  dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: staff.id, level });

/** What the viewer gets: the status, or the bytes where it is 200. */
async function seen(client: Client, target: { id: string; currentRev?: string }): Promise<string> {
  const { streamUrl } = await client.call(preview.view, target);
  const answer = await dossier.server.app.inject({ method: 'GET', url: streamUrl });
  return answer.statusCode === 200 ? answer.payload : String(answer.statusCode);
}

async function checkIn(client: Client, given: Buffer | string, name: string): Promise<void> {
  const bytes = Buffer.from(given);
  const { uploadUrl } = await client.call(content.preCheckIn, { id, size: bytes.length, name });
  await upload(dossier, uploadUrl, bytes);
}

describe('a user who may modify a document but not download it', () => {
  it('cannot change its extension, but its name', async () => {
    expect(await seen(staff.client, { id })).toBe('403');
    for (const name of ['report.mp3', 'report.pdf', 'report', 'report.bin.md'])
      expect(await staff.client.refused(library.update, { id, name })).toBe(4611);
    await staff.client.call(library.update, { id, name: 'Summary.BIN' });
    expect(await seen(staff.client, { id })).toBe('403');
    await grantTo(changing + 16);
    await staff.client.call(library.update, { id, name: 'report.mp3' });
    await grantTo(changing);
    // a file that is audio by its extension alone
    expect(['403', '422']).toContain(await seen(staff.client, { id }));
  });

  it('cannot restore an old revision under another extension', async () => {
    const [first] = await dossier.admin.call(content.revisions, { id });
    const currentRev = first?.id ?? '';
    await dossier.admin.call(library.update, { id, name: 'report.wav' });
    await checkIn(dossier.admin, silence(), 'report.wav');
    expect([await seen(staff.client, { id }), await seen(staff.client, { id, currentRev })]).toEqual([silence().toString(), '403']);
    expect(await staff.client.refused(content.restoreRevision, { id, currentRev })).toBe(4611);
    await dossier.admin.call(library.update, { id, name: 'report.bin' });
    await staff.client.call(content.restoreRevision, { id, currentRev });
    expect(await seen(staff.client, { id })).toBe('403');
  });

  it('gets no access by copying, by a revision of their own, by an upload of the same bytes, or by extraction', async () => {
    await staff.client.call(library.copy, { objIds: [id] });
    expect(await staff.client.refused(library.paste, { parentId: folder, onSameName: 'rename' })).toBe(4804);
    await checkIn(staff.client, 'mine', 'report.mp3');
    const [, before] = await staff.client.call(content.revisions, { id });
    expect([await seen(staff.client, { id }), await seen(staff.client, { id, currentRev: before?.id ?? '' })]).toEqual(['403', '403']);
    expect(before?.sha256).toBeUndefined();
    const known = (await dossier.admin.call(content.revisions, { id }))[1]?.sha256 ?? '';
    const same = { parentId: folder, name: 'same.txt', size: secret.length, sha256: known };
    expect(await staff.client.call(content.apass, same)).toEqual({ done: false });
    expect(await staff.client.refused(archives.extract, { id })).toBe(4611);
  });

  it('restores it from the bin under its former extension', async () => {
    await staff.client.call(library.delete, { objIds: [id] });
    await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'report.bin' });
    const { list } = await staff.client.call(library.restore, { objIds: [id] });
    expect(list[0]?.name).toBe('report (2).bin');
    expect(await seen(staff.client, { id })).toBe('403');
  });
});
