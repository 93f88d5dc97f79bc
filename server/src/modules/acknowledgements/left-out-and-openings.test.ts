import { PDFDocument } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { comments } from '@dossier/contract/comments/comments';
import { level } from '@dossier/contract/core/rights';
import { archives } from '@dossier/contract/documents/content';
import { editing } from '@dossier/contract/editing/editing';
import { people } from '@dossier/contract/identity/users';
import { msgType } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder, type NewDocument } from '../../../test/make-items.ts';
import { enter, makeGuest } from '../../../test/other-organisation.ts';
import { type SignedIn, acknowledgingOf, makeReaders } from '../../../test/readers.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

const hour = 3_600_000;

let dossier: TestServer;
let ann: SignedIn;
let bob: SignedIn;
let cleo: SignedIn;
let tim: SignedIn;
let eve: SignedIn;
let cabinet: string;
let document: string;
beforeAll(async () => {
  dossier = await openTestServer();
  ({ ann, bob, cleo, tim, eve, cabinet } = await makeReaders(dossier));
});
beforeEach(async () => {
  dossier.clock.forward(2 * hour);
  document = await makeDocument(dossier, ann.client, { parentId: cabinet, name: `rule-${crypto.randomUUID()}.txt` });
});
afterAll(() => dossier.close());

const { user, ask, detail, peopleOf, waiting, inDays, fetchUrl, told, report } = acknowledgingOf(() => ({ dossier, ann, document }));

describe('requests to read', () => {
  it('keep whom they left out, for who manages the document alone, and ask them once they may view it', async () => {
    const left = async (id: string) => ann.client.call(acknowledgements.leftOut, { id });
    const { id, asked, withoutRight } = await ask([bob, tim, eve], { dueTime: inDays(2) });
    expect([asked, withoutRight]).toEqual([1, 2]);
    const both = [tim.fullName, eve.fullName].toSorted();
    const found = await left(id);
    expect({ ...found, names: found.names.toSorted() }).toEqual({ names: both, total: 2, mayNow: 0 });
    expect((await peopleOf(id)).list.map(({ name }) => name)).toEqual([bob.fullName]);
    for (const [who, code] of [
      [bob, 4901],
      [cleo, 4901],
      [tim, 5921],
      [eve, 5921],
    ] as const)
      for (const route of [acknowledgements.leftOut, acknowledgements.askLeftOut])
        expect(await who.client.refused(route, { id })).toBe(code);
    const table = await report(ann, id);
    for (const who of [tim, eve])
      expect(table.find((line) => line.startsWith(`${who.fullName},${who.loginName},`))).toMatch(/,1\.0,,,,,"not asked, can’t view it"$/);
    expect(table).toContain('Not asked because they can’t view it,2');
    expect(table).toContain('People asked,1');
    // nobody of them may view it yet: nothing happens
    await bob.client.call(acknowledgements.acknowledge, { id });
    await dossier.drain();
    const completed = () => told(ann).then((kinds) => kinds.filter((kind) => kind === msgType.acknowledgeComplete).length);
    expect(await completed()).toBe(1);
    expect(await ann.client.call(acknowledgements.askLeftOut, { id })).toEqual({ asked: 0, withoutRight: 2 });
    const grant = (who: SignedIn, bits: number) =>
      dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: who.id, level: bits, reach: 'self' });
    await grant(tim, level.view);
    expect(await left(id)).toMatchObject({ total: 2, mayNow: 1 });
    expect(await waiting(tim)).toEqual([]);
    expect(await ann.client.call(acknowledgements.askLeftOut, { id })).toEqual({ asked: 1, withoutRight: 1 });
    await dossier.drain();
    expect(await left(id)).toEqual({ names: [eve.fullName], total: 1, mayNow: 0 });
    expect(await waiting(tim)).toHaveLength(1);
    expect(await told(tim)).toContain(msgType.acknowledgeAsked);
    expect(await told(bob)).toEqual([]);
    await tim.client.call(acknowledgements.acknowledge, { id });
    await dossier.drain();
    // all have acknowledged once more
    expect(await completed()).toBe(2);
    // who had acknowledged the version before they lost their right need not do so again
    await grant(tim, 0);
    const second = await ask([bob, tim]);
    expect(second.withoutRight).toBe(1);
    await grant(tim, level.view);
    await ann.client.call(acknowledgements.askLeftOut, { id: second.id });
    expect((await detail(tim)).request?.acknowledgedTime).toBeTruthy();
    await ann.client.call(acknowledgements.close, { id: second.id });
    expect(await ann.client.refused(acknowledgements.askLeftOut, { id: second.id })).toBe(5922);
    expect(await left(id)).toEqual({ names: [eve.fullName], total: 1, mayNow: 0 });
    await grant(tim, level.title);
  });

  it('every way to look at the version or to have it opens it, and a zip only for who may download it', async () => {
    const folder = await makeFolder(ann.client, cabinet);
    const pdf = await PDFDocument.create();
    pdf.addPage([200, 200]);
    const bytes = Buffer.from(await pdf.save());
    const make = async (name: string, more: NewDocument = {}) => ({
      name,
      id: await makeDocument(dossier, ann.client, { parentId: folder, name, ...more }),
    });
    const zip = async ({ downloadUrl }: { downloadUrl: string }) => expect((await fetchUrl(downloadUrl)).statusCode).toBe(200);
    const { call } = bob.client;
    const ways: Record<string, (id: string) => Promise<unknown>> = {
      print: (id) => call(preview.print, { id }),
      pdf: (id) => call(preview.pdf, { id }),
      comments: (id) => call(preview.commentedPdf, { id }),
      editor: (id) => call(editing.open, { id }),
      selection: async (id) => zip(await call(archives.downloadSelection, { objIds: [id] })),
      folder: async () => zip(await call(archives.downloadFolder, { id: cabinet })),
    };
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: bob.id, level: level.full, reach: 'all' });
    const made = [];
    for (const way of Object.keys(ways)) made.push(way === 'comments' ? await make('comments.pdf', { bytes }) : await make(`${way}.txt`));
    const requests: string[] = [];
    for (const { id: objId, name } of made) {
      requests.push((await ann.client.call(acknowledgements.create, { objId, principals: [user(bob), user(cleo)] })).id);
      if (name === 'comments.pdf') await ann.client.call(comments.create, { objId, content: 'Read this' });
    }
    const openers = async (id = '') => (await peopleOf(id)).list.filter((one) => one.openedTime !== undefined).map((one) => one.name);
    for (const [at, use] of Object.values(ways).entries()) {
      expect([at, await openers(requests[at])]).toEqual([at, []]);
      await use(made[at]?.id ?? '');
      await dossier.drain();
      expect([at, await openers(requests[at])]).toEqual([at, [bob.fullName]]);
    }
    // Cleo may view all of it, and has nothing of it in a zip
    await cleo.client.refused(archives.downloadFolder, { id: cabinet });
    await dossier.drain();
    for (const id of requests) expect(await openers(id)).toEqual([bob.fullName]);
  });

  it('a zip opens nothing below a folder that is hidden, as it has nothing of it', async () => {
    const { call } = bob.client;
    const zip = async ({ downloadUrl }: { downloadUrl: string }) => {
      expect((await fetchUrl(downloadUrl)).statusCode).toBe(200);
      await dossier.drain();
    };
    const folder = await makeFolder(ann.client, cabinet);
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: bob.id, level: level.full, reach: 'all' });
    await makeDocument(dossier, ann.client, { parentId: folder });
    const hidden = await makeFolder(ann.client, folder);
    await dossier.admin.call(permissions.inherit, { objId: hidden, inherit: false });
    const below = await makeDocument(dossier, dossier.admin, { parentId: hidden });
    await dossier.admin.call(permissions.grant, { objId: below, granteeType: 'user', granteeId: bob.id, level: level.full, reach: 'self' });
    const { id } = await dossier.admin.call(acknowledgements.create, { objId: below, principals: [user(bob)] });
    const isOpened = async () =>
      (await dossier.admin.call(acknowledgements.people, { id })).list.some((one) => one.openedTime !== undefined);
    await zip(await call(archives.downloadFolder, { id: folder }));
    expect(await isOpened()).toBe(false);
    // chosen itself, it is in the zip
    await zip(await call(archives.downloadSelection, { objIds: [below] }));
    expect(await isOpened()).toBe(true);
  });

  it('tell a guest who manages a document neither who works there nor their accounts', async () => {
    const guest = await makeGuest(dossier);
    const { admin } = guest.other;
    await enter(guest.client, guest.other.id);
    const objId = await makeDocument(dossier, admin, { parentId: await makeCabinet(admin) });
    await admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: guest.id, level: level.full });
    const reader = await admin.call(people.createUser, { loginName: 'reader', fullName: 'Rita Reader', password: 'reader-12' });
    await admin.call(people.createUser, { loginName: 'hidden', fullName: 'Heinz Hidden', password: 'hidden-12' });
    await admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: reader.id, level: level.view });
    const principals = [{ granteeType: 'organisation' as const, granteeId: guest.other.id }];
    const { id } = await guest.client.call(acknowledgements.create, { objId, principals });
    expect(await guest.client.call(acknowledgements.leftOut, { id })).toMatchObject({ names: [], total: 1 });
    expect((await admin.call(acknowledgements.leftOut, { id })).names).toEqual(['Heinz Hidden']);
    const table = (await report(guest, id)).join('\n');
    expect(table).toContain('Rita Reader');
    for (const word of ['Heinz', 'hidden', ',reader,']) expect(table).not.toContain(word);
    expect((await report({ ...guest, client: admin }, id)).join('\n')).toContain('Heinz Hidden,hidden,');
  });
});
