import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing, roomMessage, sharedText } from '@dossier/contract/editing/editing';
import { people } from '@dossier/contract/identity/users';
import { session } from '@dossier/contract/identity/sessions';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { Client } from '../../../../test/client.ts';
import { TestEditor } from '../../../../test/editor.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteSessions, sessionOfDocument, updateIds } from '../sessions/edit-sessions.queries.ts';
import { rooms } from './room.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';

/** 采购合同第一条：甲方应当按照本合同的约定支付货款。 and 乙方应当按时交货。 in GBK with CRLF */
const gbkBytes = Buffer.from('ssm5urrPzay12tK7zPWjurzXt73TprWxsLTV1bG+us/NrLXE1Ly2qNanuLa79b/uoaMNCtLSt73TprWxsLTKsb27u/Whow0K', 'base64');

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let manager: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  const made = async (granted: number): Promise<SignedIn> => {
    const person = await makeSignedIn(dossier);
    await give(person.id, granted);
    return person;
  };
  [ann, bob, manager, reader] = [await made(level.modify), await made(level.modify), await made(level.full), await made(level.view)];
});
afterAll(() => dossier.close());

const give = (granteeId: string, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
const make = (name: string, bytes: Buffer | string = 'first') => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });
const enter = (person: { client: Client }, id: string) => new TestEditor().connect(person.client, base, id);
const detail = (id: string) => dossier.admin.call(library.documentDetail, { id });
const revisions = (id: string) => dossier.admin.call(content.revisions, { id });

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await dossier.server.app.inject({ url: downloadUrl })).rawPayload;
}

async function checkIn(client: Client, id: string, text: string): Promise<void> {
  const { uploadUrl } = await client.call(content.preCheckIn, { id, size: text.length });
  await upload(dossier, uploadUrl, Buffer.from(text));
}

it('two people write one text, which becomes one version with both writers when the last leaves', async () => {
  const id = await make('together.md', 'one\r\ntwo\r\n');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  expect(a.text).toBe('one\ntwo\n');
  a.type(0, 'A');
  b.type(b.text.length, 'B\n');
  await expect.poll(() => [a.text, b.text]).toEqual(['Aone\ntwo\nB\n', 'Aone\ntwo\nB\n']);
  expect((await detail(id)).editors?.toSorted()).toEqual([ann.fullName, bob.fullName].toSorted());
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  await expect.poll(() => a.isKept && b.isKept).toBe(true);
  // until the end the version is the first one
  expect(await revisions(id)).toHaveLength(1);
  a.close();
  await expect.poll(async () => (await detail(id)).editors).toEqual([bob.fullName]);
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  b.close();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  const [newest] = await revisions(id);
  expect(newest?.number).toBe(2);
  expect(newest?.writers?.toSorted()).toEqual([ann.fullName, bob.fullName].toSorted());
  expect((await bytesOf(id)).toString()).toBe('Aone\r\ntwo\r\nB\r\n');
});

it('keeps encoding and byte order mark, and makes no version where nothing changed', async () => {
  const gbk = await make('gbk.txt', gbkBytes);
  const editor = await enter(ann, gbk);
  editor.type(0, '新');
  await expect.poll(() => editor.isKept).toBe(true);
  editor.erase(0, 1);
  await expect.poll(() => editor.isKept).toBe(true);
  editor.request({ kind: 'save' });
  await expect.poll(() => editor.last('saved')?.encoding).toBe('gb18030');
  expect(await revisions(gbk)).toHaveLength(1);
  editor.type(0, '新');
  editor.request({ kind: 'save' });
  await expect.poll(async () => (await revisions(gbk)).length).toBe(2);
  // 新 in GBK
  expect(await bytesOf(gbk)).toEqual(Buffer.concat([Buffer.from([0xd0, 0xc2]), gbkBytes]));
  editor.close();
});

it('a later save of the same session takes the place of its version, but not of one that is held or of a session before', async () => {
  const id = await make('folded.txt');
  const editor = await enter(ann, id);
  for (const [at, word] of ['a', 'b', 'c'].entries()) {
    editor.type(at, word);
    editor.request({ kind: 'save' });
    await expect.poll(async () => (await bytesOf(id)).toString().startsWith('abc'.slice(0, at + 1))).toBe(true);
  }
  expect((await revisions(id)).map((revision) => revision.number)).toEqual([2, 1]);
  editor.close();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  const again = await enter(bob, id);
  again.type(0, 'd');
  again.request({ kind: 'save' });
  await expect.poll(async () => (await revisions(id)).map((revision) => revision.number)).toEqual([3, 2, 1]);
  again.close();
});

it('saves every ten minutes and ends after thirty minutes of silence', async () => {
  const id = await make('silent.txt');
  const editor = await enter(ann, id);
  editor.type(0, 'x');
  await expect.poll(() => editor.isKept).toBe(true);
  dossier.clock.forward(9 * 60_000);
  await sweepEditSessions(dossier.services);
  expect(await revisions(id)).toHaveLength(1);
  dossier.clock.forward(2 * 60_000);
  await sweepEditSessions(dossier.services);
  expect(await revisions(id)).toHaveLength(2);
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  dossier.clock.forward(21 * 60_000);
  await sweepEditSessions(dossier.services);
  await expect.poll(() => editor.last('closed')?.reason).toBe('rest');
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
});

it('refuses who may not write, with the name of who holds the lock, and tells the holder who waits', async () => {
  const id = await make('locked.txt');
  expect(await reader.client.refused(editing.open, { id })).toBe(1001);
  expect(await reader.client.refused(editing.preEdit, { id })).toBe(4614);
  await ann.client.call(content.lock, { id });
  const answer = JSON.parse((await bob.client.raw(editing.open, { id })).text) as { code: number; message: string };
  expect(answer).toMatchObject({ code: 4619, message: expect.stringContaining(ann.fullName) });
  expect(await bob.client.refused(editing.preEdit, { id })).toBe(4619);
  await bob.client.call(editing.askRelease, { id });
  expect(await bob.client.refused(editing.askRelease, { id })).toBe(502);
  expect((await ann.client.call(messages.list, {})).list[0]?.msgType).toBe(msgType.releaseAsked);
  // who asked is told once that the holder keeps it, by the holder alone
  expect(await bob.client.refused(editing.refuseRelease, { id })).toBe(4620);
  await ann.client.call(editing.refuseRelease, { id });
  await ann.client.call(editing.refuseRelease, { id });
  expect((await ann.client.call(messages.unread, {})).list.filter((one) => one.msgType === msgType.releaseAsked)).toEqual([]);
  const answers = (await bob.client.call(messages.unread, {})).list.filter((one) => one.msgType === msgType.releaseRefused);
  expect(answers).toMatchObject([{ objId: id, content: expect.stringContaining(ann.fullName) }]);
  expect(await ann.client.refused(editing.askRelease, { id })).toBe(4620);
  expect(await reader.client.refused(editing.askRelease, { id })).toBe(1001);
  // a lock by hand stays after the editor
  const editor = await enter(ann, id);
  editor.type(0, 'x');
  await expect.poll(() => editor.isKept).toBe(true);
  editor.close();
  await expect.poll(async () => (await revisions(id)).length).toBe(2);
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
});

it('refuses others while a document is edited: upload of a version, check-out, deletion', async () => {
  const id = await make('busy.txt');
  const editor = await enter(ann, id);
  expect(await bob.client.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
  expect(await bob.client.refused(content.checkOut, { id })).toBe(4619);
  expect(await manager.client.refused(library.delete, { objIds: [id] })).toBe(4619);
  const joined = await bob.client.call(editing.preEdit, { id });
  expect(joined).toMatchObject({ editType: 1, pageUrl: `/edit?id=${id}`, lockUserName: ann.fullName });
  editor.close();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  await checkIn(bob.client, id, 'elsewhere');
});

it('a version from elsewhere is kept, and what was typed becomes a document beside it', async () => {
  const id = await make('conflict.txt', 'base');
  const editor = await enter(ann, id);
  editor.type(0, 'typed ');
  await expect.poll(() => editor.isKept).toBe(true);
  // the holder of the lock may bring a version, and a manager may take over
  await checkIn(ann.client, id, 'from elsewhere');
  await expect.poll(() => editor.last('closed')).toMatchObject({ reason: 'revised', copy: { name: expect.stringContaining('conflict') } });
  expect((await bytesOf(id)).toString()).toBe('from elsewhere');
  const copy = editor.last('closed')?.copy?.id ?? '';
  expect((await bytesOf(copy)).toString()).toBe('typed base');
  // without anything typed the editors are told, and there is no copy
  const other = await enter(bob, id);
  expect(other.text).toBe('from elsewhere');
  await manager.client.call(content.unlock, { id });
  await checkIn(manager.client, id, 'taken over');
  await expect.poll(() => other.last('closed')).toEqual({ kind: 'closed', reason: 'revised' });
});

it('what is kept beside a document is for those alone who have the document', async () => {
  const id = await make('restricted.txt', 'base');
  await dossier.admin.call(permissions.inherit, { objId: id, inherit: false, keep: false });
  const giveOn = (granteeId: string, granted: number) =>
    dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId, level: granted, reach: 'all' });
  await giveOn(ann.id, level.modify);
  await giveOn(manager.id, level.full);
  const editor = await enter(ann, id);
  editor.type(0, 'restricted words ');
  await expect.poll(() => editor.isKept).toBe(true);
  await manager.client.call(content.unlock, { id });
  await checkIn(manager.client, id, 'from elsewhere');
  await expect.poll(() => editor.last('closed')?.copy).toBeDefined();
  const copy = editor.last('closed')?.copy?.id ?? '';
  expect((await ann.client.call(library.documentDetail, { id: copy })).id).toBe(copy);
  expect(await bob.client.refused(library.documentDetail, { id })).toBe(await bob.client.refused(library.documentDetail, { id: copy }));
  expect(await bob.client.refused(content.download, { id: copy })).toBe(1002);
});

it('a connection that may not write makes no version', async () => {
  const id = await make('obeyed.txt', 'base');
  const loser = await makeSignedIn(dossier);
  await give(loser.id, level.modify);
  const [a, b] = [await enter(ann, id), await enter(loser, id)];
  await give(loser.id, level.download);
  await sweepEditSessions(dossier.services);
  await expect.poll(() => b.last('readOnly')?.code).toBe(1001);
  a.type(0, 'typed ');
  await expect.poll(() => a.isKept).toBe(true);
  b.request({ kind: 'save' });
  b.request({ kind: 'save' });
  a.request({ kind: 'save' });
  await expect.poll(() => a.last('saved')).toBeDefined();
  expect(a.notices.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
  a.close();
  b.close();
});

it('who loses the right or the session writes no more, and the others go on', async () => {
  const id = await make('rights.txt', '');
  const loser = await makeSignedIn(dossier);
  await give(loser.id, level.modify);
  const [a, b] = [await enter(ann, id), await enter(loser, id)];
  b.type(0, 'before ');
  await expect.poll(() => a.text).toBe('before ');
  await give(loser.id, level.download);
  await sweepEditSessions(dossier.services);
  await expect.poll(() => b.last('readOnly')?.code).toBe(1001);
  b.type(0, 'late ');
  a.type(a.text.length, 'after');
  await expect.poll(() => b.text).toBe('late before after');
  expect(a.text).toBe('before after');
  expect(b.isKept).toBe(false);
  // who may no longer have the file as it is gets no more of its text
  await give(loser.id, level.view);
  await sweepEditSessions(dossier.services);
  await expect.poll(() => b.isConnected).toBe(false);
  const leaver = await makeSignedIn(dossier);
  await give(leaver.id, level.modify);
  const c = await enter(leaver, id);
  await leaver.client.call(session.logout);
  c.type(0, 'out ');
  await expect.poll(() => c.last('readOnly')?.code).toBe(501);
  for (const editor of [a, b, c]) editor.close();
});

it('who leaves while the room notes who is there is not noted again, and holds no lock', async () => {
  const id = await make('renewed.txt');
  const editor = await enter(ann, id);
  const [opened] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const room = await rooms(dossier.services).get(opened?.id ?? 0);
  const { database } = dossier.services;
  const write = database.write.bind(database);
  const renewed = Promise.withResolvers<void>();
  const spy = vi.spyOn(database, 'write');
  // the note of the room is written when that of the one who left has just gone
  spy.mockImplementationOnce(async (renew) => {
    spy.mockImplementationOnce(async (leave) => {
      const result = await write(leave);
      await write(renew);
      renewed.resolve();
      return result;
    });
    editor.close();
    return renewed.promise;
  });
  await room?.renewPresence();
  spy.mockRestore();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
});

it('a journal of many rows is joined when something is written', async () => {
  const id = await make('rows.txt', 'base');
  const first = await enter(ann, id);
  first.close();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  const { read } = dossier.services.database;
  const [row] = await sessionOfDocument(read, { document: Number(id) });
  const typed = new Y.Doc();
  const rows: { id: number; session_id: number; person_id: number; data: string }[] = [];
  typed.on('update', (update: Uint8Array) =>
    rows.push({ id: newId(), session_id: row?.id ?? 0, person_id: Number(ann.id), data: Buffer.from(update).toString('base64') }),
  );
  for (let n = 0; n < 2100; n++) typed.getText(sharedText).insert(n, 'x');
  await dossier.services.database.write(async (db) => {
    // as in its session while it was open
    for (let at = 0; at < rows.length; at += 300)
      await db
        .insertInto('edit_update')
        .values(rows.slice(at, at + 300))
        .execute();
  });
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.type(0, 'key ');
  await expect.poll(() => b.text.length).toBe('key base'.length + 2100);
  await expect.poll(async () => (await updateIds(read, row?.id ?? 0)).length).toBeLessThan(3);
  b.type(0, 'more ');
  await expect.poll(() => b.isKept).toBe(true);
  const { text } = b;
  for (const editor of [a, b]) editor.close();
  await expect.poll(async () => (await bytesOf(id)).toString()).toBe(text);
});

it('goes on after a loss with what was typed meanwhile', async () => {
  const id = await make('offline.txt', 'base');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.cut();
  a.type(0, 'offline ');
  b.type(b.text.length, ' online');
  await expect.poll(() => b.isKept).toBe(true);
  b.close();
  // the session has ended, and is opened again with the same text
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  await a.connect(ann.client, base, id);
  await expect.poll(() => a.text).toBe('offline base online');
  await expect.poll(() => a.isKept).toBe(true);
  a.close();
  await expect.poll(async () => (await bytesOf(id)).toString()).toBe('offline base online');
});

it('what was acknowledged survives the process, and is saved by the sweep', async () => {
  const id = await make('killed.txt', 'base');
  const own = await makeSignedIn(dossier);
  await give(own.id, level.modify);
  const other = await dossier.another();
  const editor = await new TestEditor().connect(own.client, await other.app.listen({ port: 0, host: '127.0.0.1' }), id);
  editor.type(0, 'kept ');
  await expect.poll(() => editor.isKept).toBe(true);
  // as after `kill -9`: the row of the connection stays
  const rows = await dossier.services.database.read
    .selectFrom('edit_presence')
    .selectAll()
    .where('person_id', '=', Number(own.id))
    .execute();
  editor.cut();
  await other.close();
  await dossier.services.database.write(async (db) => {
    await db.deleteFrom('edit_presence').where('person_id', '=', Number(own.id)).execute();
    await db.insertInto('edit_presence').values(rows).execute();
    await db
      .updateTable('edit_session')
      .set({ ended_at: 0, lock_person_id: Number(own.id), locked_at: dossier.clock.now() })
      .where('document_id', '=', Number(id))
      .execute();
  });
  dossier.clock.forward(100_000);
  await sweepEditSessions(dossier.services);
  expect((await bytesOf(id)).toString()).toBe('kept base');
});

it('refuses broken clients and forged tickets, and the others go on', async () => {
  const id = await make('broken.txt', 'base');
  const good = await enter(ann, id);
  const broken: Uint8Array[] = [
    new Uint8Array([9]),
    new Uint8Array([roomMessage.sync, 2, 3, 1, 2, 3]),
    new Uint8Array([roomMessage.sync, 2, 200, 1]),
    new Uint8Array([roomMessage.awareness, 4, 2, 1, 1, 0]),
    new Uint8Array([roomMessage.fromClient, 2, 123, 125]),
    new Uint8Array(9 << 20),
  ];
  for (const bytes of broken) {
    const bad = await enter(bob, id);
    bad.send(bytes);
    await expect.poll(() => bad.isConnected).toBe(false);
  }
  good.type(0, 'still ');
  await expect.poll(() => good.isKept).toBe(true);
  for (const url of [
    '/edit/room',
    '/edit/room?ticket=forged',
    `/edit/room?ticket=${dossier.services.tickets.sign('other', {}, 60)}`,
    '/edit/none',
  ])
    await expect(new TestEditor().enter(base + url)).rejects.toThrow(/40[34]/);
  good.close();
});

it('takes updates of the shared text alone, with few inserts at one place, and none that hang on others', async () => {
  const id = await make('updates.txt', 'base');
  const good = await enter(ann, id);
  const made = (change: (doc: Y.Doc) => void): Uint8Array => {
    const doc = new Y.Doc();
    change(doc);
    return Y.encodeStateAsUpdate(doc);
  };
  const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);
  const crowd = made((doc) => {
    // each of another client, so that all are beside each other
    for (let n = 0; n < 1001; n++)
      Y.applyUpdate(
        doc,
        made((own) => own.getText(sharedText).insert(0, 'x')),
      );
  });
  const hanging = (() => {
    const doc = new Y.Doc();
    doc.getText(sharedText).insert(0, 'first');
    const known = Y.encodeStateVector(doc);
    doc.getText(sharedText).insert(5, ' second');
    return Y.encodeStateAsUpdate(doc, known);
  })();
  for (const update of [
    made((doc) => doc.getMap('other').set('key', 'value')),
    made((doc) => doc.getText('other').insert(0, 'x')),
    made((doc) => doc.getText(sharedText).insertEmbed(0, { deep: nested(500) })),
    crowd,
    hanging,
  ]) {
    const bad = await enter(bob, id);
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.sync);
    sync.writeUpdate(message, update);
    bad.send(encoding.toUint8Array(message));
    await expect.poll(() => bad.isConnected).toBe(false);
  }
  good.type(0, 'still ');
  await expect.poll(() => good.isKept).toBe(true);
  expect(good.text).toBe('still base');
  good.close();
});

it('shows carets where Yjs can find them, and refuses any other', async () => {
  const id = await make('carets.txt', 'base');
  const good = await enter(ann, id);
  const tell = (from: TestEditor, state: object): void => {
    const inner = encoding.createEncoder();
    for (const part of [1, from.doc.clientID, 1]) encoding.writeVarUint(inner, part);
    encoding.writeVarString(inner, JSON.stringify(state));
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.awareness);
    encoding.writeVarUint8Array(message, encoding.toUint8Array(inner));
    from.send(encoding.toUint8Array(message));
  };
  const at = { type: null, tname: sharedText, item: null, assoc: 0 };
  for (const anchor of [{}, { item: {} }, { tname: 'other' }, { item: { client: 1, clock: -1 } }, { ...at, more: 1 }]) {
    const bad = await enter(bob, id);
    tell(bad, { cursor: { anchor, head: at } });
    await expect.poll(() => bad.isConnected).toBe(false);
  }
  const b = await enter(bob, id);
  for (const index of [0, 2, 4]) {
    const head = JSON.parse(JSON.stringify(Y.createRelativePositionFromTypeIndex(b.doc.getText(sharedText), index))) as unknown;
    tell(b, { cursor: { anchor: at, head } });
    await expect.poll(() => good.carets.at(-1)).toMatchObject({ cursor: { anchor: at, head } });
  }
  for (const one of [good, b]) one.close();
});

it('acknowledges nothing more once something was dropped, and a ticket does not outlive the right', async () => {
  const id = await make('dropped.txt', 'base');
  const person = await makeSignedIn(dossier);
  await give(person.id, level.modify);
  const { roomUrl } = await person.client.call(editing.open, { id });
  const editor = await new TestEditor().enter(base + roomUrl);
  await give(person.id, level.download);
  await sweepEditSessions(dossier.services);
  await expect.poll(() => editor.last('readOnly')).toBeDefined();
  editor.type(0, 'dropped ');
  await editor.settled();
  await give(person.id, level.modify);
  await sweepEditSessions(dossier.services);
  editor.type(0, 'later ');
  const other = await enter(ann, id);
  other.type(0, 'ann ');
  await expect.poll(() => other.isKept).toBe(true);
  expect([other.text, editor.isKept]).toEqual(['ann base', false]);
  editor.cut();
  // with a new connection all of it comes
  await editor.connect(person.client, base, id);
  await expect.poll(() => other.text).toContain('later dropped ');
  editor.close();
  other.close();
  const again = await person.client.call(editing.open, { id });
  await dossier.admin.call(permissions.revoke, { objId: cabinet, granteeType: 'user', granteeId: person.id });
  await expect(new TestEditor().enter(base + again.roomUrl)).rejects.toThrow('closed');
});

it('a save that failed at the end is tried again, also by the rights of who opens the document next', async () => {
  const id = await make('left.txt', 'base');
  const person = await makeSignedIn(dossier);
  await give(person.id, level.modify);
  const editor = await enter(person, id);
  editor.type(0, 'left ');
  await expect.poll(() => editor.isKept).toBe(true);
  await dossier.admin.call(people.updateUser, { id: person.id, enabled: false });
  editor.cut();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  expect((await bytesOf(id)).toString()).toBe('base');
  // another version meanwhile: the manager opens the document, and what was left is kept beside it
  await checkIn(manager.client, id, 'elsewhere');
  const opened = await enter(manager, id);
  expect(opened.text).toBe('elsewhere');
  const { list } = await dossier.admin.call(library.items, { parentId: cabinet });
  const copy = list.find((item) => item.name.startsWith('left ('));
  expect((await bytesOf(copy?.id ?? '')).toString()).toBe('left base');
  opened.close();
});

it('creates empty documents of the types that are edited here', async () => {
  expect(await reader.client.refused(editing.create, { parentId: cabinet, name: 'new.md' })).toBe(4615);
  const full = await manager.client.call(editing.create, { parentId: cabinet, name: 'new.md' });
  expect((await bytesOf(full.id)).length).toBe(0);
  expect(await manager.client.refused(editing.create, { parentId: cabinet, name: 'new.md' })).toBe(4605);
  expect(await manager.client.refused(editing.create, { parentId: cabinet, name: 'new.exe' })).toBe(4604);
  const editor = await enter(manager, full.id);
  editor.type(0, '# Title\n');
  await expect.poll(() => editor.isKept).toBe(true);
  editor.close();
  await expect.poll(async () => (await bytesOf(full.id)).toString()).toBe('# Title\n');
});

it('says what cannot be edited before it is opened', async () => {
  for (const [name, bytes] of [
    ['picture.png', 'x'],
    ['large.txt', Buffer.alloc((4 << 20) + 1, 'a')],
  ] as const)
    expect(await ann.client.refused(editing.preEdit, { id: await make(name, bytes) })).toBe(4614);
  expect(await ann.client.refused(editing.open, { id: await make('binary.txt', Buffer.from([1, 0, 2, 0, 0, 3])) })).toBe(4614);
});

it('a room whose session was replaced acknowledges nothing more, and says that there is another version', async () => {
  const id = await make('replaced.txt');
  const a = await enter(ann, id);
  a.type(0, 'kept ');
  await expect.poll(() => a.isKept).toBe(true);
  const { read } = dossier.services.database;
  const [row] = await sessionOfDocument(read, { document: Number(id) });
  const sessionId = row?.id ?? 0;
  const kept = a.last('kept');
  await dossier.services.database.write((db) => deleteSessions(db, [sessionId]));
  a.type(0, 'for nobody ');
  await expect.poll(() => a.last('closed')).toEqual({ kind: 'closed', reason: 'revised' });
  expect(a.last('kept')).toEqual(kept);
  for (const table of ['edit_update', 'edit_client'] as const)
    expect(await read.selectFrom(table).select('session_id').where('session_id', '=', sessionId).execute()).toEqual([]);
});
