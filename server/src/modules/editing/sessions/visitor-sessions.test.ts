import { level } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing, roomMessage } from '@dossier/contract/editing/editing';
import { site } from '@dossier/contract/core/site';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { Client } from '../../../../test/client.ts';
import { TestEditor } from '../../../../test/editor.ts';
import { type Guest, LinkFolder, editable } from '../../../../test/link-editors.ts';
import { type TestMailServer, mailSettings } from '../../../../test/mail-server.ts';
import { makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type Terms, come, visitorOf } from '../../../../test/share-people.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let shared: LinkFolder;
let dossier: TestServer;
let mail: TestMailServer;
let base: string;
let cabinet: string;
let folder: string;
let giver: SignedIn;
let ann: SignedIn;
let manager: SignedIn;
/** A text in the shared folder. */
let id: string;
beforeAll(async () => {
  shared = await LinkFolder.open();
  ({ dossier, mail, cabinet, id: folder, giver, ann, manager } = shared);
  base = await dossier.listen();
});
beforeEach(async () => {
  dossier.clock.forward(61_000);
  id = await make('base');
});
afterAll(() => shared.close());

const give = (granteeId: string, granted: number) => shared.give(granteeId, granted);
const make = (bytes: string, name = `${crypto.randomUUID()}.txt`, parentId = folder) =>
  makeDocument(dossier, dossier.admin, { parentId, name, bytes });
const detail = (of = id) => manager.client.call(library.documentDetail, { id: of });
const revisions = (of = id) => manager.client.call(content.revisions, { id: of });

const share = (terms?: Terms, by?: SignedIn) => shared.share(terms, by);
const prove = (token: string, address: string): Promise<Client> => shared.prove(token, address);
const invite = (terms?: Terms, by?: SignedIn): Promise<Guest> => shared.invite(terms, by);

const enter = ({ visitor, token }: { visitor: Client; token: string }, of = id) =>
  new TestEditor().connectByLink(visitor, base, { token, id: of });

async function textOf(of = id): Promise<string> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id: of });
  return (await dossier.server.app.inject({ url: downloadUrl })).body;
}

/** The code and the message of a refusal. */
const refusalOf = async (client: Client, route: Route, input: unknown) =>
  JSON.parse((await client.raw(route, input)).text) as { code: number; message: string };

/** What a visitor is refused by, before the editor and when it opens. */
const refusals = async ({ visitor, token }: { visitor: Client; token: string }, of = id) => [
  await visitor.refused(linkEditing.preEdit, { token, id: of }),
  await visitor.refused(linkEditing.open, { token, id: of }),
];

describe('a visitor writes', () => {
  it('with an employee in one text: the version names both, and so does the log', async () => {
    const guest = await invite({ name: 'Offer' });
    expect((await guest.visitor.call(links.info, { token: guest.token })).isProven).toBe(true);
    const [a, v] = [await new TestEditor().connect(ann.client, base, id), await enter(guest)];
    a.type(0, 'A');
    v.type(v.text.length, 'V');
    await expect.poll(() => [a.text, v.text]).toEqual(['AbaseV', 'AbaseV']);
    await expect.poll(() => a.isKept && v.isKept).toBe(true);
    expect((await detail()).editors?.toSorted()).toEqual([ann.fullName, `${guest.address} (visitor)`].toSorted());
    a.close();
    v.close();
    await expect.poll(async () => (await revisions()).length).toBe(2);
    const [newest] = await revisions();
    expect(newest).toMatchObject({ creatorName: ann.fullName, writers: [ann.fullName, `${guest.address} (visitor)`] });
    expect(await textOf()).toBe('AbaseV');
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { pageSize: 50 });
    const line = list.find((one) => one.userName.includes(guest.address) && one.objId === id && one.action === action.linkEdit);
    expect(line?.address).toBe('127.0.0.1');
    const { list: timeline } = await giver.client.call(shares.timeline, { id: guest.shareId, pageNo: 1, pageSize: 30 });
    expect(timeline.map((one) => [one.event, one.visitor])).toEqual([
      ['edited', guest.address],
      ['viewed', guest.address],
      ['opened', guest.address],
    ]);
  });

  it('alone: the giver holds the lock for them, and the version is theirs', async () => {
    const guest = await invite({ name: 'Alone' });
    const v = await enter(guest);
    v.type(0, 'V');
    await expect.poll(() => v.isKept).toBe(true);
    const shown = `${guest.address} (visitor)`;
    expect(await detail()).toMatchObject({ lockUserName: shown, lockedByMe: false, editors: [shown] });
    expect((await giver.client.call(library.documentDetail, { id })).lockedByMe).toBe(false);
    expect((await ann.client.call(editing.preEdit, { id })).lockUserName).toBe(shown);
    v.close();
    await expect.poll(() => textOf()).toBe('Vbase');
    await expect.poll(async () => (await detail()).lockUserName).toBeUndefined();
    const [newest] = await revisions();
    expect(newest).toMatchObject({ creatorName: guest.address, number: 2 });
    expect(newest?.writers).toBeUndefined();
    expect((await detail()).updaterName).toBe(guest.address);
  });

  it('in a session whose saves make one version of all writers', async () => {
    const guest = await invite();
    const v = await enter(guest);
    v.type(0, 'V');
    v.request({ kind: 'save' });
    await expect.poll(() => textOf()).toBe('Vbase');
    const a = await new TestEditor().connect(ann.client, base, id);
    a.type(0, 'A');
    a.request({ kind: 'save' });
    await expect.poll(() => textOf()).toBe('AVbase');
    expect((await revisions()).map((one) => [one.number, one.writers])).toEqual([
      [2, [ann.fullName, `${guest.address} (visitor)`]],
      [1, undefined],
    ]);
    a.close();
    v.close();
    await expect.poll(async () => (await detail()).editors).toBeUndefined();
  });

  it('two visitors of one link and an employee race: equal on all sides, and all are named', async () => {
    const [one, two] = ['race-one@partner.example', 'race-two@partner.example'];
    const { token } = await share({ recipients: [one, two] });
    const guests = [await prove(token, one), await prove(token, two)];
    const editors = await Promise.all([
      new TestEditor().connect(ann.client, base, id),
      ...guests.map((visitor) => enter({ visitor, token })),
    ]);
    for (let round = 0; round < 20; round++)
      for (const [at, editor] of editors.entries()) editor.type((round * 7 + at) % editor.text.length, `${at}`);
    await expect.poll(() => editors.every((editor) => editor.isKept && editor.text === editors[0]?.text)).toBe(true);
    const { text } = editors[0];
    expect(text).toHaveLength(64);
    for (const editor of editors) editor.close();
    await expect.poll(() => textOf()).toBe(text);
    const [newest] = await revisions();
    expect(newest?.writers?.toSorted()).toEqual([ann.fullName, `${one} (visitor)`, `${two} (visitor)`].toSorted());
  });
});

it('who enters and leaves again and again makes few versions; the sweep saves what was written last', async () => {
  const address = 'restless@partner.example';
  const { token } = await share({ recipients: [address] });
  const visitor = await prove(token, address);
  const before = (await revisions()).length;
  for (let at = 0; at < 6; at++) {
    const editor = await enter({ visitor, token });
    editor.type(0, `${at}`);
    await editor.settled();
    editor.close();
    await expect.poll(async () => (await detail()).lockUserName, { interval: 5 }).toBeUndefined();
  }
  expect((await revisions()).length).toBeLessThanOrEqual(before + 3);
  dossier.clock.forward(6 * 60_000);
  await sweepEditSessions(dossier.services);
  expect((await revisions()).length).toBe(before + 4);
});

it('visitors leave room for users: ten windows each, thirty together', async () => {
  const addresses = ['one', 'two', 'three', 'four'].map((name) => `crowd-${name}@partner.example`);
  const { token } = await share({ recipients: addresses });
  const open: TestEditor[] = [];
  for (const address of addresses.slice(0, 3)) {
    const visitor = await prove(token, address);
    for (let window = 0; window < 10; window++) open.push(await enter({ visitor, token }));
    const { roomUrl } = await visitor.call(linkEditing.open, { token, id });
    await expect(new TestEditor().enter(base + roomUrl)).rejects.toThrow('1013');
  }
  const { roomUrl } = await (await prove(token, addresses[3] ?? '')).call(linkEditing.open, { token, id });
  await expect(new TestEditor().enter(base + roomUrl)).rejects.toThrow('1013');
  open.push(await new TestEditor().connect(ann.client, base, id));
  for (const editor of open) editor.close();
  await expect.poll(async () => (await detail()).editors).toBeUndefined();
});

describe('names', () => {
  it('a visitor sees the giver and nobody else, an employee sees all', async () => {
    const [one, two] = ['name-one@partner.example', 'name-two@partner.example'];
    const { token } = await share({ recipients: [one, two] });
    const [first, second] = [
      await enter({ visitor: await prove(token, one), token }),
      await enter({ visitor: await prove(token, two), token }),
    ];
    const [a, g] = [await new TestEditor().connect(ann.client, base, id), await new TestEditor().connect(giver.client, base, id)];
    const namesOf = (editor: TestEditor) => editor.last('people')?.people.map((person) => person.name);
    await expect.poll(() => namesOf(first)).toEqual([one, 'Another visitor', 'Another user', giver.fullName]);
    expect(namesOf(second)).toEqual(['Another visitor', two, 'Another user', giver.fullName]);
    expect(namesOf(a)).toEqual([`${one} (visitor)`, `${two} (visitor)`, ann.fullName, giver.fullName]);
    // neither do ids tell a visitor who the others are
    expect(first.last('people')?.people.map((person) => person.personId)).not.toContain(ann.id);
    const heard: string[] = [];
    first.onAwareness((state) => heard.push(state));
    const doc = new Y.Doc();
    const awareness = new Awareness(doc);
    awareness.setLocalState({ cursor: null });
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.awareness);
    encoding.writeVarUint8Array(message, encodeAwarenessUpdate(awareness, [doc.clientID]));
    a.send(encoding.toUint8Array(message));
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]).toContain('Another user');
    expect(heard[0]).not.toContain(ann.fullName);
    awareness.destroy();
    for (const editor of [first, second, a, g]) editor.close();
    await expect.poll(async () => (await detail()).editors).toBeUndefined();
  });

  it('4619 comes in the language in which the visitor reads the page', async () => {
    const v = await invite();
    await ann.client.call(content.lock, { id });
    for (const [lang, words] of [
      ['en', 'Another user'],
      ['cn', '其他用户'],
    ])
      for (const route of [linkEditing.preEdit, linkEditing.open])
        expect(await refusalOf(v.visitor, route, { token: v.token, id, lang })).toMatchObject({
          code: 4619,
          message: expect.stringContaining(words ?? ''),
        });
  });

  it('4619 names the visitor to employees, the giver too, and nobody to visitors', async () => {
    const guest = await invite();
    const v = await enter(guest);
    for (const one of [ann, giver])
      expect(await refusalOf(one.client, content.preCheckIn, { id, size: 3 })).toMatchObject({
        code: 4619,
        message: expect.stringContaining(guest.address),
      });
    const other = await invite();
    expect(await refusalOf(other.visitor, links.checkIn, { token: other.token, id, name: 'x.txt', size: 3 })).toMatchObject({
      code: 4619,
      message: expect.not.stringContaining(guest.address),
    });
    v.close();
    await expect.poll(async () => (await detail()).lockUserName).toBeUndefined();
  });

  it('who waits for the document tells the giver; who manages takes over, and the visitor reads on', async () => {
    const guest = await invite();
    const v = await enter(guest);
    v.type(0, 'V');
    await expect.poll(() => v.isKept).toBe(true);
    await ann.client.call(editing.askRelease, { id });
    const { list } = await giver.client.call(messages.list, {});
    expect(list.map((one) => one.msgType)).toContain(msgType.releaseAsked);
    await manager.client.call(content.unlock, { id });
    await manager.client.call(content.lock, { id });
    await sweepEditSessions(dossier.services);
    await expect.poll(() => v.last('readOnly')?.code).toBe(4619);
    expect(v.last('readOnly')?.message).not.toContain(manager.fullName);
    expect(v.isConnected).toBe(true);
    const { uploadUrl } = await manager.client.call(content.preCheckIn, { id, size: 5 });
    await upload(dossier, uploadUrl, Buffer.from('taken'));
    await expect.poll(() => v.last('closed')).toEqual({ kind: 'closed', reason: 'revised' });
    expect(await textOf()).toBe('taken');
    const { list: beside } = await dossier.admin.call(library.items, { parentId: folder, keyword: 'edited copy' });
    const versions = await Promise.all(beside.map(({ id: copy }) => dossier.admin.call(content.revisions, { id: copy })));
    expect(versions.filter(([version]) => version?.creatorName.includes(guest.address))).toHaveLength(1);
  });
});

describe('rights', () => {
  it.each<[string, Terms, number]>([
    ['without allowEdit', { allowEdit: false }, 4614],
    ['without downloads', { allowDownload: false }, 4614],
    ['with a watermark', { watermark: true }, 4614],
    ['with a limit of downloads', { downloadLimit: 5 }, 4614],
    ['for uploads alone', { allowUpload: true, onlyUpload: true }, 4614],
  ])('%s: 4614', async (_, terms, code) => {
    const guest = await invite(terms);
    expect((await guest.visitor.call(links.info, { token: guest.token })).editsOnline).toBe(false);
    if (terms.onlyUpload !== true) expect(await refusals(guest)).toEqual([code, code]);
    else expect(await refusals(guest)).toEqual([1002, 1002]);
  });

  it('a type that has no editor for visitors, or too large a text: 4614', async () => {
    const guest = await invite();
    for (const other of [
      await make('x', `${crypto.randomUUID()}.bin`),
      await make('x', `${crypto.randomUUID()}.docm`),
      await make('x'.repeat(5 << 20)),
    ])
      expect(await refusals(guest, other)).toEqual([4614, 4614]);
  });

  it('without a proven name: 5017; a code proves the address, and the same session edits', async () => {
    const { token } = await share({ recipients: [] });
    const visitor = await come(dossier, token);
    expect(await refusals({ visitor, token })).toEqual([5017, 5017]);
    expect(await visitor.call(links.info, { token })).toMatchObject({ editsOnline: true, isProven: false, visitor: '' });
    // no code reaches anybody where the site sends no mail
    await dossier.admin.call(site.saveSettings, { group: 'mail', values: { ...mailSettings(mail.port), enabled: false } });
    expect(await visitor.call(links.info, { token })).toMatchObject({ editsOnline: false, isProven: false });
    await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
    const address = 'open@anywhere.example';
    expect(await visitor.refused(links.prove, { token, mail: 'no address' })).toBe(2036);
    expect(await visitor.refused(links.prove, { token, mail: address, code: '123456' })).toBe(2018);
    expect(await visitor.call(links.prove, { token, mail: address })).toEqual({ codeSent: true });
    await expect.poll(() => mail.codeFor(address)).toBeDefined();
    // the mail says what the code is for
    expect(mail.letters.find((letter) => letter.to.includes(address))?.text).toContain('Subject: Your code to edit a shared document');
    const code = mail.codeFor(address);
    expect(await visitor.refused(links.prove, { token, mail: address, code: code === '000000' ? '000001' : '000000' })).toBe(2017);
    // the code is for this address and this share
    expect(await visitor.refused(links.prove, { token, mail: 'other@anywhere.example', code })).toBe(2018);
    expect(await refusals({ visitor, token })).toEqual([5017, 5017]);
    expect(await visitor.call(links.prove, { token, mail: address, code })).toEqual({ codeSent: false });
    expect(await visitor.call(links.info, { token })).toMatchObject({ isProven: true, visitor: address });
    // and once
    expect(await visitor.refused(links.prove, { token, mail: address, code })).toBe(2018);
    const v = await enter({ visitor, token });
    v.close();
    // another visitor of the same link is not proven by it
    expect(await refusals({ visitor: await come(dossier, token), token })).toEqual([5017, 5017]);
  });

  it('an address is proven only where that serves editing', async () => {
    const { token } = await share({ recipients: [], allowEdit: false });
    expect(await (await come(dossier, token)).refused(links.prove, { token, mail: 'a@b.example' })).toBe(1003);
    const guest = await invite();
    expect(await guest.visitor.refused(links.prove, { token: guest.token, mail: 'a@b.example' })).toBe(1003);
  });

  it('a colleague by account is proven', async () => {
    const { token } = await share({ recipients: [], colleagues: [{ granteeType: 'user', granteeId: ann.id }] });
    const { sessionId } = await ann.client.call(shares.enter, { token });
    const v = await enter({ visitor: visitorOf(dossier, sessionId), token });
    await expect.poll(() => v.last('people')?.people.map((one) => one.name)).toEqual([ann.fullName]);
    v.close();
  });

  it('without the password there is no session, and a changed one ends it', async () => {
    const guest = await invite({ password: 'secret1' }).catch((error: unknown) => String(error));
    expect(guest).toContain('5002');
    const open = await invite();
    dossier.clock.forward(1000);
    await giver.client.call(shares.update, { id: open.shareId, password: 'secret2' });
    expect(await refusals(open)).toEqual([503, 503]);
  });

  it('another document than the shared ones: as if there was none', async () => {
    const outside = await make('outside', 'outside.txt', cabinet);
    expect(await refusals(await invite(), outside)).toEqual([1002, 1002]);
    expect(await refusals(await invite({ objIds: [outside] }))).toEqual([1002, 1002]);
  });

  it('the session of one link does not serve another', async () => {
    const [one, two] = [await invite(), await invite()];
    expect(await refusals({ visitor: one.visitor, token: two.token })).toEqual([503, 503]);
    expect(await one.visitor.refused(links.prove, { token: two.token, mail: 'a@b.example' })).toBe(503);
    expect(await refusals({ visitor: dossier.nobody, token: one.token })).toEqual([503, 503]);
    expect(await refusals({ visitor: ann.client, token: one.token })).toEqual([503, 503]);
  });

  it('who may not modify grants it to nobody', async () => {
    const reader = await makeSignedIn(dossier);
    await give(reader.id, level.download);
    expect(await reader.client.refused(shares.create, { objIds: [folder], ...editable })).toBe(1001);
    const { id: shareId } = await share({ allowEdit: false }, reader);
    expect(await reader.client.refused(shares.update, { id: shareId, allowEdit: true })).toBe(1001);
  });
});

describe('what ends while a visitor writes', () => {
  const typing = async (terms?: Terms, by?: SignedIn) => {
    const guest = await invite(terms, by);
    const v = await enter(guest);
    v.type(0, 'kept ');
    await expect.poll(() => v.isKept).toBe(true);
    return { ...guest, v };
  };

  /** The visitor was told why, is out of the room, and what was acknowledged is the document. */
  async function expectOut({ v }: { v: TestEditor }, ...told: number[]): Promise<void> {
    await expect.poll(() => told.includes(v.last('readOnly')?.code ?? 0), { message: `told ${told.join(' or ')}` }).toBe(true);
    await expect.poll(() => v.isConnected).toBe(false);
    await expect.poll(() => textOf()).toBe('kept base');
  }

  it('the share is closed: at once, and its last words are saved', async () => {
    const one = await typing();
    await giver.client.call(shares.close, { id: one.shareId });
    await expectOut(one, 5006);
    expect(await refusals(one)).toEqual([5006, 5006]);
    const [newest] = await revisions();
    expect(newest).toMatchObject({ number: 2, creatorName: one.address });
  });

  it('the share is removed with its history', async () => {
    const one = await typing();
    await giver.client.call(shares.remove, { id: one.shareId });
    // the room asks for the share and then for the document, and may find the one before and the other after the removal
    await expectOut(one, 503, 1002);
  });

  it('allowEdit is withdrawn: the visitor reads on', async () => {
    const one = await typing();
    await giver.client.call(shares.update, { id: one.shareId, allowEdit: false });
    await expect.poll(() => one.v.last('readOnly')?.code).toBe(4614);
    expect(one.v.isConnected).toBe(true);
    one.v.type(0, 'lost ');
    const a = await new TestEditor().connect(ann.client, base, id);
    a.type(0, 'more ');
    await expect.poll(() => one.v.text).toContain('more ');
    expect(a.text).toBe('more kept base');
    a.close();
    one.v.close();
    await expect.poll(() => textOf()).toBe('more kept base');
  });

  it('the recipient is shut out, or leaves', async () => {
    const one = await typing();
    const { list } = await giver.client.call(shares.visitors, { id: one.shareId });
    await giver.client.call(shares.revoke, { id: one.shareId, recipientId: String(list[0]?.recipientId) });
    await expectOut(one, 503);
    id = await make('base');
    const two = await typing();
    await two.visitor.call(links.leave, { token: two.token });
    await expectOut(two, 503);
  });

  it('the share ends by its time', async () => {
    const one = await typing({ deadline: new Date(dossier.services.now() + 60_000).toISOString() });
    dossier.clock.forward(61_000);
    await sweepEditSessions(dossier.services);
    await expectOut(one, 5003);
  });

  it('the giver loses the right to modify: the words wait for who may save them', async () => {
    const own = await makeSignedIn(dossier);
    await give(own.id, level.full);
    const one = await typing({}, own);
    await give(own.id, level.download);
    await sweepEditSessions(dossier.services);
    await expect.poll(() => one.v.last('readOnly')?.code).toBe(1001);
    one.v.close();
    await expect.poll(async () => (await detail()).editors).toBeUndefined();
    expect(await textOf()).toBe('base');
    const a = await new TestEditor().connect(ann.client, base, id);
    expect(a.text).toBe('kept base');
    a.type(0, 'A');
    await expect.poll(() => a.isKept).toBe(true);
    a.close();
    await expect.poll(() => textOf()).toBe('Akept base');
    expect((await revisions())[0]?.writers).toEqual([ann.fullName, `${one.address} (visitor)`]);
  });

  it('the giver leaves the house', async () => {
    const own = await makeSignedIn(dossier);
    await give(own.id, level.full);
    const one = await typing({}, own);
    await dossier.admin.call(people.updateUser, { id: own.id, enabled: false });
    await sweepEditSessions(dossier.services);
    await expect.poll(() => one.v.last('readOnly')?.code).toBe(5006);
    await expect.poll(() => one.v.isConnected).toBe(false);
    const a = await new TestEditor().connect(ann.client, base, id);
    expect(a.text).toBe('kept base');
    a.close();
  });

  it('the document is moved out of the shared folder', async () => {
    const one = await typing();
    const [ticket] = [await one.visitor.call(linkEditing.open, { token: one.token, id })];
    // a manager moves it once the lock is released
    await manager.client.call(content.unlock, { id });
    await manager.client.call(library.cut, { objIds: [id] });
    await manager.client.call(library.paste, { parentId: cabinet });
    await sweepEditSessions(dossier.services);
    await expectOut(one, 1002);
    const late = new TestEditor();
    await expect(late.enter(base + ticket.roomUrl)).rejects.toThrow('1011');
  });

  it('a ticket that was made before the share was closed opens nothing after it', async () => {
    const guest = await invite();
    const { roomUrl } = await guest.visitor.call(linkEditing.open, { token: guest.token, id });
    const replay = new TestEditor();
    await replay.enter(base + roomUrl);
    replay.close();
    await giver.client.call(shares.close, { id: guest.shareId });
    await expect(new TestEditor().enter(base + roomUrl)).rejects.toThrow('422');
  });
});
