import { roomMessage, sharedText } from '@dossier/contract/editing/editing';
import { library } from '@dossier/contract/documents/library';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeAwarenessUpdate, Awareness } from 'y-protocols/awareness';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import { clientOf } from '../../../../test/client.ts';
import { TestEditor } from '../../../../test/editor.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/ids.ts';
import { insertUpdates, sessionOfDocument } from '../sessions/edit-sessions.queries.ts';
import { followJournals } from '../sweep-sessions.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
let bob: typeof ann;

beforeAll(async () => {
  dossier = await openTestServer();
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  [ann, bob] = [await makeWriter(dossier, cabinet), await makeWriter(dossier, cabinet)];
});
afterAll(() => dossier.close());

const make = (name: string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: 'base' });
const enter = (person: typeof ann, id: string, at = base) => new TestEditor().connect(person.client, at, id);

/** Words at the end of a text, written under the client of another. */
function forged(seen: Y.Doc, client: number): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(seen));
  const before = Y.encodeStateVector(doc);
  doc.clientID = client;
  doc.getText(sharedText).insert(doc.getText(sharedText).length, 'stolen');
  return Y.encodeStateAsUpdate(doc, before);
}

function send(from: TestEditor, write: (message: encoding.Encoder) => void): void {
  const message = encoding.createEncoder();
  encoding.writeVarUint(message, roomMessage.sync);
  write(message);
  from.send(encoding.toUint8Array(message));
}

function showCaret(from: TestEditor): void {
  const awareness = new Awareness(from.doc);
  const message = encoding.createEncoder();
  encoding.writeVarUint(message, roomMessage.awareness);
  encoding.writeVarUint8Array(message, encodeAwarenessUpdate(awareness, [from.doc.clientID]));
  awareness.destroy();
  from.send(encoding.toUint8Array(message));
}

/** Bob tries to take the next place of Ann's client, in a connection of his own. */
async function attack(id: string, client: number, at = base): Promise<void> {
  const thief = await enter(bob, id, at);
  send(thief, (message) => sync.writeUpdate(message, forged(thief.doc, client)));
  await expect.poll(() => thief.isConnected).toBe(false);
}

it('nobody writes in the name of another, who goes on writing', async () => {
  const id = await make('live.txt');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.type(0, 'one ');
  await expect.poll(() => b.text).toBe('one base');
  await attack(id, a.doc.clientID);
  a.type(0, 'two ');
  await expect.poll(() => b.text).toBe('two one base');
  await expect.poll(() => a.isKept).toBe(true);
  for (const editor of [a, b]) editor.close();
});

it('nor in that of one who is offline and has shown no more than a caret, also after a restart and on another server', async () => {
  const id = await make('offline.txt');
  const [a, c] = [await enter(ann, id), await enter(ann, id)];
  showCaret(a);
  c.type(0, 'c ');
  await a.settled();
  await expect.poll(() => c.isKept).toBe(true);
  a.cut();
  a.type(a.text.length, ' offline');
  await attack(id, a.doc.clientID);
  const undo = new Y.UndoManager(c.doc.getText(sharedText));
  c.type(0, 'wrong ');
  await expect.poll(() => c.isKept).toBe(true);
  c.cut();
  undo.undo();
  await dossier.reopen();
  base = await dossier.listen();
  for (const person of [ann, bob]) person.client = clientOf(dossier.server, person.client.token);
  for (const { doc } of [a, c]) await attack(id, doc.clientID);
  const other = await dossier.another();
  const elsewhere = await other.app.listen({ port: 0, host: '127.0.0.1' });
  for (const { doc } of [a, c]) await attack(id, doc.clientID, elsewhere);
  await c.connect(ann.client, elsewhere, id);
  await expect.poll(() => c.isKept).toBe(true);
  expect(c.text).toBe('c base');
  c.close();
  await a.connect(ann.client, base, id);
  await expect.poll(() => a.isKept).toBe(true);
  await expect.poll(() => a.text).toBe('c base offline');
  a.close();
  await other.close();
});

it('words of others that a server lost come from their own editors, and keep nobody else from going on', async () => {
  const id = await make('lost.txt');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  for (const editor of [a, b]) editor.cut();
  // each has words of the other that no journal has, with own ones beside and behind
  const tellEachOther = () => {
    const [ofA, ofB] = [Y.encodeStateAsUpdate(a.doc), Y.encodeStateAsUpdate(b.doc)];
    Y.applyUpdate(a.doc, ofB, 'room');
    Y.applyUpdate(b.doc, ofA, 'room');
  };
  b.type(0, 'b1 ');
  a.type(0, 'a1 ');
  tellEachOther();
  a.type(a.text.indexOf('b1') + 2, 'a2');
  tellEachOther();
  b.type(b.text.indexOf('a2') + 2, 'b2');
  tellEachOther();
  const both = a.text;
  await expect
    .poll(async () => {
      for (const [editor, person] of [
        [a, ann],
        [b, bob],
      ] as const)
        if (!editor.isConnected) await editor.connect(person.client, base, id).catch(() => undefined);
      return [a.isKept, b.isKept];
    })
    .toEqual([true, true]);
  const reader = await enter(ann, id);
  expect([a.text, b.text, reader.text]).toEqual([both, both, both]);
  for (const editor of [a, b, reader]) editor.close();
});

it('each server follows the journals on its own', async () => {
  const ids = [await make('far.txt'), await make('near.txt')] as const;
  const other = await dossier.another();
  const far = await enter(ann, ids[0], await other.app.listen({ port: 0, host: '127.0.0.1' }));
  const near = await enter(ann, ids[1]);
  const write = async (id: string, rowId: number, word: string) => {
    const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
    const doc = new Y.Doc();
    doc.getText(sharedText).insert(0, word);
    const data = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64');
    await dossier.services.database.write((db) =>
      insertUpdates(db, [{ id: rowId, session_id: session?.id ?? 0, person_id: Number(bob.id), data }]),
    );
  };
  // a minute ahead, as the clock of a server may be
  await write(ids[0], newId() + 60_000 * 4096, 'far ');
  await followJournals(other.services);
  await write(ids[1], newId(), 'near ');
  await followJournals(dossier.services);
  await expect.poll(() => [far.text, near.text].map((text) => text.replace('base', '').trim())).toEqual(['far', 'near']);
  far.close();
  near.close();
  await other.close();
});

it('one person takes some hundred clients a day, also where the room is opened anew in between', async () => {
  const id = await make('many.txt');
  const bring = async (count: number): Promise<TestEditor> => {
    const editor = await enter(ann, id);
    const docs = Array.from({ length: count }, () => {
      const doc = new Y.Doc();
      doc.getText(sharedText).insert(0, 'a');
      return Y.encodeStateAsUpdate(doc);
    });
    send(editor, (message) => sync.writeUpdate(message, Y.mergeUpdates(docs)));
    return editor;
  };
  const isFree = async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName === undefined;
  const first = await bring(600);
  await expect.poll(() => first.last('kept')?.count).toBeGreaterThan(0);
  first.close();
  await expect.poll(isFree).toBe(true);
  const second = await bring(600);
  await expect.poll(() => second.isConnected).toBe(false);
  await expect.poll(isFree).toBe(true);
  const { read } = dossier.services.database;
  const [session] = await sessionOfDocument(read, { document: Number(id) });
  const clients = () =>
    read
      .selectFrom('edit_client')
      .select('client')
      .where('session_id', '=', session?.id ?? 0)
      .execute();
  expect(await clients()).toHaveLength(600);
  await dossier.services.database.write((db) =>
    db
      .updateTable('edit_client')
      .set({ claimed_at: dossier.clock.now() - 25 * 3600_000 })
      .execute(),
  );
  const later = await bring(600);
  await expect.poll(async () => (await clients()).length).toBe(1200);
  later.close();
});
