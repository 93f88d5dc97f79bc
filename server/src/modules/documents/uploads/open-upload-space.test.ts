import { randomBytes } from 'node:crypto';
import { moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { links, shares } from '@dossier/contract/sharing/shares';
import { people } from '@dossier/contract/identity/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendBundle } from '../../../../test/bundle.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder, upload } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';
import { visitorOf } from '../../../../test/share-people.ts';
import { sweepUnusedBlobs } from '../blob-cleanup.ts';
import { sweepReservations } from '../open-uploads.ts';

const mb = 1_000_000;
let dossier: TestServer;
let place: string;
let names = 0;
beforeEach(async () => {
  dossier = await openTestServer();
  place = await makeCabinet(dossier.admin);
});
afterEach(() => dossier.close());

/** A disk of 100 MB, a tenth of which is kept for the database; what comes into parts is taken from what is free. */
function fakeDisk(free: number, services = dossier.services): void {
  const written = async (): Promise<number> => {
    const found = await Promise.all((await services.storage.parts.list()).map((name) => services.storage.parts.stat(name)));
    return found.reduce((sum, one) => sum + (one?.size ?? 0), 0);
  };
  Object.assign(services.storage, { capacity: async () => 100 * mb, free: async () => free - (await written()) });
}

const wanted = (size: number, more: object = {}) => ({ parentId: place, name: `${names++}.bin`, size, ...more });

async function piece(url: string, body: Buffer, offset = 0): Promise<number> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return (await dossier.server.app.inject({ method: 'PATCH', url, headers, payload: body })).statusCode;
}

/** Asks for many uploads at once; answers how many were opened, and the codes of the others. */
async function openMany(count: number, open: () => Promise<unknown>): Promise<{ opened: number; codes: string[] }> {
  const settled = await Promise.allSettled(Array.from({ length: count }, open));
  const codes = settled.flatMap((one) =>
    one.status === 'rejected' ? [/\b\d{4}\b/.exec(String(one.reason))?.[0] ?? String(one.reason)] : [],
  );
  return { opened: count - codes.length, codes: [...new Set(codes)] };
}

describe('uploads that are open', () => {
  it('are promised together no more than the disk has beside its reserve', async () => {
    fakeDisk(50 * mb);
    const { opened, codes } = await openMany(30, () => dossier.admin.call(content.preUpload, wanted(3 * mb)));
    expect([opened, codes]).toEqual([13, ['4640']]);
    const { files } = await sendBundle(dossier, dossier.admin.token, [{ parentId: place, bytes: randomBytes(2 * mb) }]);
    expect(files.map(({ code }) => code)).toEqual([4640]);
  });

  it('of visitors hold no more than half of it, and for a quarter of an hour where nothing comes', async () => {
    fakeDisk(50 * mb);
    const folder = await makeFolder(dossier.admin, place);
    const { token } = await dossier.admin.call(shares.create, { objIds: [folder], allowUpload: true, onlyUpload: true });
    const { sessionId } = await dossier.nobody.call(links.open, { token });
    const visitor = visitorOf(dossier, sessionId);
    const announce = (size: number) => ({ token, parentId: folder, name: `${names++}.bin`, size });
    expect(await visitor.refused(links.upload, announce(21 * mb))).toBe(4640);
    await visitor.call(links.upload, announce(15 * mb));
    expect(await visitor.refused(links.upload, announce(6 * mb))).toBe(4640);
    await dossier.admin.call(content.preUpload, wanted(20 * mb));
    dossier.clock.forward(20 * 60_000);
    await sweepReservations(dossier.services);
    await visitor.call(links.upload, announce(20 * mb));
  });

  it('count on two servers together', async () => {
    const other = await dossier.another();
    try {
      fakeDisk(50 * mb);
      fakeDisk(50 * mb, other.services);
      await dossier.admin.call(content.preUpload, wanted(30 * mb));
      const answer = await other.app.inject({
        method: 'POST',
        url: content.preUpload.path,
        headers: { authorization: dossier.admin.token ?? '', 'content-type': 'application/json' },
        payload: JSON.stringify(wanted(20 * mb)),
      });
      expect(answer.json()).toMatchObject({ code: 4640 });
    } finally {
      await other.close();
    }
  });

  it('count what has come of them once', async () => {
    fakeDisk(50 * mb);
    const { uploadUrl } = await dossier.admin.call(content.preUpload, wanted(30 * mb));
    expect(await piece(uploadUrl, randomBytes(20 * mb))).toBe(204);
    expect(await dossier.admin.refused(content.preUpload, wanted(11 * mb))).toBe(4640);
    await dossier.admin.call(content.preUpload, wanted(10 * mb));
  });

  it('give their room back when they are ended, refused, or placed', async () => {
    fakeDisk(50 * mb);
    const ended = await dossier.admin.call(content.preUpload, wanted(35 * mb));
    expect(await dossier.admin.refused(content.preUpload, wanted(35 * mb))).toBe(4640);
    await dossier.server.app.inject({ method: 'DELETE', url: ended.uploadUrl });
    const refused = await dossier.admin.call(content.preUpload, wanted(35 * mb));
    expect(await piece(refused.uploadUrl, randomBytes(2 * mb))).toBe(204);
    expect(await piece(refused.uploadUrl, Buffer.alloc(34 * mb), 2 * mb)).toBe(422);
    const small = await dossier.admin.call(content.preUpload, wanted(1 * mb, { sha256: '0'.repeat(64) }));
    expect(await piece(small.uploadUrl, randomBytes(mb))).toBe(422);
    expect((await dossier.services.storage.parts.list()).filter((name) => name === small.id)).toEqual([]);
    const placed = await dossier.admin.call(content.preUpload, wanted(2 * mb));
    await upload(dossier, placed.uploadUrl, randomBytes(2 * mb));
    const left = await dossier.services.database.read.selectFrom('byte_reservation').select('id').execute();
    expect(left.map(({ id }) => String(id))).toEqual([refused.id]);
  });

  it('leave the server at work where the disk has no more than its reserve', async () => {
    const folder = await makeFolder(dossier.admin, place);
    const { uploadUrl } = await dossier.admin.call(content.preUpload, wanted(1000));
    fakeDisk(9 * mb);
    expect(await dossier.admin.refused(content.preUpload, wanted(1))).toBe(4640);
    // what was promised its room comes in
    expect(await piece(uploadUrl, randomBytes(1000))).toBe(204);
    const person = await makeSignedIn(dossier);
    expect((await person.client.call(limits.ownQuota)).person).toBeUndefined();
    const [document] = (await dossier.admin.call(library.items, { parentId: place })).list.filter(({ objType }) => objType === 33);
    const { downloadUrl } = await dossier.admin.call(content.download, { id: document?.id ?? '' });
    expect((await dossier.server.app.inject({ method: 'GET', url: downloadUrl })).statusCode).toBe(200);
    await dossier.admin.call(library.delete, { objIds: [folder, document?.id ?? ''] });
    await dossier.admin.call(library.remove, { objIds: [folder, document?.id ?? ''] });
  });
});

describe('the quota of a person', () => {
  const setQuota = (person: Made, most: number) => dossier.admin.call(limits.setQuota, { userIds: [person.id], most });
  let person: Made & Awaited<ReturnType<typeof makeSignedIn>>;
  beforeEach(async () => {
    person = await makeSignedIn(dossier);
    place = await makeCabinet(person.client, { moduleType: moduleType.my });
    await setQuota(person, 10 * mb);
  });

  it('is not passed by unfinished uploads, many at once or one after the other', async () => {
    const { opened, codes } = await openMany(30, () => person.client.call(content.preUpload, wanted(3 * mb)));
    expect([opened, codes]).toEqual([3, ['4622']]);
    expect(await person.client.refused(content.preUpload, wanted(2 * mb))).toBe(4622);
    await person.client.call(content.preUpload, wanted(mb));
    expect(await person.client.refused(content.preUpload, wanted(1))).toBe(4622);
    // elsewhere it does not count
    await dossier.admin.call(content.preUpload, wanted(3 * mb, { parentId: await makeCabinet(dossier.admin) }));
  });

  it('gets back what rests, but for the bytes that came, and the upload may go on while there is room', async () => {
    const begun = await person.client.call(content.preUpload, wanted(6 * mb));
    const untouched = await person.client.call(content.preUpload, wanted(4 * mb));
    expect(await piece(begun.uploadUrl, randomBytes(mb))).toBe(204);
    expect(await person.client.refused(content.preUpload, wanted(1))).toBe(4622);
    dossier.clock.forward(20 * 60_000);
    await sweepReservations(dossier.services);
    expect(await person.client.refused(content.preUpload, wanted(9 * mb + 1))).toBe(4622);
    const taking = await person.client.call(content.preUpload, wanted(9 * mb));
    expect(await piece(untouched.uploadUrl, randomBytes(4 * mb))).toBe(422);
    expect(await piece(begun.uploadUrl, randomBytes(5 * mb), mb)).toBe(422);
    await dossier.server.app.inject({ method: 'DELETE', url: taking.uploadUrl });
    expect(await piece(untouched.uploadUrl, randomBytes(4 * mb))).toBe(204);
    expect(await piece(begun.uploadUrl, randomBytes(2 * mb), mb)).toBe(204);
    expect(await person.client.refused(content.preUpload, wanted(1))).toBe(4622);
    dossier.clock.forward(49 * 3600_000);
    await sweepUnusedBlobs(dossier.services);
    await sweepReservations(dossier.services);
    person.client = await dossier.as(person);
    await person.client.call(content.preUpload, wanted(6 * mb));
  });

  it('of an organisation counts the same', async () => {
    const other = await makeOrganisation(dossier);
    const shared = await makeCabinet(other.admin);
    await dossier.admin.call(people.updateOrganisation, { id: other.id, quota: 10 * mb });
    const open = () => other.admin.call(content.preUpload, wanted(3 * mb, { parentId: shared }));
    expect(await openMany(10, open)).toEqual({ opened: 3, codes: ['4621'] });
  });
});
