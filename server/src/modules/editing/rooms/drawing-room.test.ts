import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing, maxUpdatePart, roomMessage, sharedMaps } from '@dossier/contract/editing/editing';
import { preview } from '@dossier/contract/preview/preview';
import { search } from '@dossier/contract/search/search';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import { TestEditor } from '../../../../test/editor.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const element = (id: string, more: object = {}) => ({
  id,
  type: 'rectangle',
  x: 10,
  y: 20,
  width: 100,
  height: 50,
  version: 1,
  versionNonce: 7,
  isDeleted: false,
  index: 'a0',
  link: null,
  ...more,
});
const fileOf = (...elements: object[]): string =>
  JSON.stringify({
    type: 'excalidraw',
    version: 2,
    source: 'elsewhere',
    elements,
    appState: { gridSize: 20 },
    files: {},
    own: { kept: 1 },
  });

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
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
  [ann, bob, reader] = [await made(level.modify), await made(level.modify), await made(level.view)];
});
afterAll(() => dossier.close());

const give = (granteeId: string, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
const make = (name: string, text: string | Buffer = fileOf(element('first'))) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: text });
const enter = (person: SignedIn, id: string) => new TestEditor().connect(person.client, base, id);
const detail = (id: string) => dossier.admin.call(library.documentDetail, { id });

async function textOf(id: string): Promise<string> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await dossier.server.app.inject({ url: downloadUrl })).rawPayload.toString();
}

const isFree = async (id: string): Promise<boolean> => (await detail(id)).lockUserName === undefined;

it('two people draw at once; the file has what both drew, and all else as it was', async () => {
  const id = await make('together.excalidraw');
  expect(await ann.client.call(editing.preEdit, { id })).toMatchObject({
    editType: 1,
    pageUrl: `/editDrawing?id=${id}`,
    onlyUrl: `/editDrawingOnly?id=${id}`,
  });
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.put('elements', 'a', element('a', { index: 'a1', type: 'text', text: 'Lagerplan', originalText: 'Lagerplan' }));
  b.put('elements', 'b', element('b', { index: 'a2', type: 'image', fileId: 'pic' }));
  b.put('files', 'pic', { id: 'pic', mimeType: 'image/png', dataURL: picture, created: 1 });
  b.put('app', 'viewBackgroundColor', '#fdf8f6');
  await expect.poll(() => [Object.keys(a.elements).length, Object.keys(b.elements).length]).toEqual([3, 3]);
  expect(await bob.client.refused(content.checkOut, { id })).toBe(4619);
  await expect.poll(() => a.isKept && b.isKept).toBe(true);
  a.close();
  b.close();
  await expect.poll(() => isFree(id)).toBe(true);
  const saved = JSON.parse(await textOf(id));
  expect(saved).toMatchObject({ source: 'elsewhere', own: { kept: 1 }, appState: { gridSize: 20, viewBackgroundColor: '#fdf8f6' } });
  expect(saved.elements).toEqual([b.elements.first, b.elements.a, b.elements.b]);
  expect(Object.keys(saved.files)).toEqual(['pic']);
  const [newest] = await dossier.admin.call(content.revisions, { id });
  expect(newest?.writers?.toSorted()).toEqual([ann.fullName, bob.fullName].toSorted());
  // shown from its file, by the viewer of drawings, and found by its words
  expect(await ann.client.call(preview.view, { id })).toMatchObject({ rendition: 'excalidraw' });
  // elements are data: without the right to download the card is shown
  expect(await reader.client.call(preview.view, { id })).toMatchObject({ rendition: 'none' });
  await expect
    .poll(async () => (await dossier.admin.call(search.search, { keyword: 'Lagerplan', in: 'content' })).list.map((hit) => hit.id))
    .toEqual([id]);
});

it('an untouched drawing makes no version, and one that was touched and put back neither', async () => {
  const id = await make('untouched.excalidraw');
  const editor = await enter(ann, id);
  editor.put('elements', 'first', element('first', { x: 11, version: 2 }));
  await expect.poll(() => editor.isKept).toBe(true);
  editor.put('elements', 'first', element('first'));
  editor.request({ kind: 'save' });
  await expect.poll(() => editor.last('saved')).toBeDefined();
  editor.close();
  await expect.poll(() => isFree(id)).toBe(true);
  expect(await dossier.admin.call(content.revisions, { id })).toHaveLength(1);
});

it('pointers go to the others with the name and colour that the server knows', async () => {
  const id = await make('pointers.excalidraw');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  const tell = (state: object) => {
    const inner = encoding.createEncoder();
    for (const part of [1, a.doc.clientID, 1]) encoding.writeVarUint(inner, part);
    encoding.writeVarString(inner, JSON.stringify(state));
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.awareness);
    encoding.writeVarUint8Array(message, encoding.toUint8Array(inner));
    a.send(encoding.toUint8Array(message));
  };
  tell({ pointer: { x: 5, y: 6, tool: 'laser', html: '<b>' }, selected: ['first'], user: { name: 'The director', color: 'red' }, more: 1 });
  await expect
    .poll(() => b.carets.at(-1))
    .toEqual({
      cursor: null,
      pointer: { x: 5, y: 6, tool: 'laser' },
      selected: ['first'],
      user: { id: expect.any(Number), name: ann.fullName, color: expect.stringMatching(/^#/) },
    });
  tell({ pointer: { x: 'far', y: 6 } });
  await expect.poll(() => a.isConnected).toBe(false);
  await expect.poll(() => b.carets.at(-1)).toBeNull();
  b.close();
});

it('refuses updates that no editor of drawings makes, and the others go on', async () => {
  const bad = { customData: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) };
  const id = await make(
    'hostile.excalidraw',
    fileOf(element('first'), element('page', { type: 'embeddable', link: 'https://example.org/', index: 'a1' })),
  );
  const good = await enter(ann, id);
  const set = (map: string, key: string, value: unknown) => (doc: Y.Doc) => void doc.getMap(map).set(key, value);
  const crowd = (doc: Y.Doc): void => {
    for (let n = 0; n < 1001; n++) {
      const own = new Y.Doc();
      own.getMap(sharedMaps.elements).set('x', element('x'));
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(own));
    }
  };
  const hostile: Record<string, (doc: Y.Doc) => void> = {
    'another map': set('other', 'key', 1),
    'a list': (doc) => doc.getArray('elements').insert(0, [element('x')]),
    'a text': (doc) => doc.getText('elements').insert(0, 'x'),
    'a nested map': (doc) => void doc.getMap('elements').set('x', new Y.Map()),
    bytes: set('elements', 'x', new Uint8Array(3)),
    'an element of another id': set('elements', 'x', element('y')),
    'a raised version': set('elements', 'first', element('first', { version: 2_000_000 })),
    'a version that cannot be counted up': set('elements', 'x', element('x', { version: Number.MAX_SAFE_INTEGER })),
    'an index that breaks the order': set('elements', 'x', element('x', { index: 'zzzzzz' })),
    'a deep value': set('elements', 'x', element('x', bad)),
    'a number that JSON does not know': set('elements', 'x', element('x', { x: Number.POSITIVE_INFINITY })),
    'a link with a script': set('elements', 'x', element('x', { link: 'java\tscript:alert(1)' })),
    'a page of elsewhere': set('elements', 'x', element('x', { type: 'embeddable', link: 'https://example.org/' })),
    'another page of elsewhere': set(
      'elements',
      'page',
      element('page', { type: 'embeddable', link: 'https://evil.example/', version: 2 }),
    ),
    'a script as a picture': set('files', 'x', { id: 'x', mimeType: 'text/html', dataURL: 'data:text/html;base64,PHNjcmlwdD4=' }),
    'a picture of elsewhere': set('files', 'x', { id: 'x', mimeType: 'image/png', dataURL: 'https://example.org/pixel.png' }),
    'a setting that does not exist': set('app', 'collaborators', {}),
    'a background with a function': set('app', 'viewBackgroundColor', 'url(https://example.org/)'),
    'a crowd at one place': crowd,
  };
  const refuse = async (what: string, update: Uint8Array): Promise<void> => {
    const broken = await enter(bob, id);
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.sync);
    sync.writeUpdate(message, update);
    broken.send(encoding.toUint8Array(message));
    await expect.poll(() => broken.isConnected, { message: what }).toBe(false);
  };
  for (const [what, change] of Object.entries(hostile)) {
    const doc = new Y.Doc();
    change(doc);
    await refuse(what, Y.encodeStateAsUpdate(doc));
    // the same over what is there: such a value tells its place by the one before it
    const over = new Y.Doc();
    Y.applyUpdate(over, Y.encodeStateAsUpdate(good.doc));
    const known = Y.encodeStateVector(over);
    if (['a raised version', 'another page of elsewhere'].includes(what)) {
      change(over);
      await refuse(`${what}, over`, Y.encodeStateAsUpdate(over, known));
    }
  }
  const hanging = new Y.Doc();
  hanging.getMap('elements').set('x', element('x'));
  const known = Y.encodeStateVector(hanging);
  hanging.getMap('elements').set('x', element('x', { version: 2 }));
  await refuse('an update that hangs on others', Y.encodeStateAsUpdate(hanging, known));
  const large = await enter(bob, id);
  large.send(new Uint8Array(100 << 20));
  await expect.poll(() => large.isConnected).toBe(false);

  good.put('elements', 'page', element('page', { type: 'embeddable', link: 'https://example.org/', index: 'a1', x: 99, version: 2 }));
  good.put('elements', 'good', element('good', { index: 'a2', link: 'https://example.org/' }));
  await expect.poll(() => good.isKept).toBe(true);
  expect(Object.keys(good.elements).toSorted()).toEqual(['first', 'good', 'page']);
  good.close();
  await expect.poll(() => isFree(id)).toBe(true);
  expect(JSON.parse(await textOf(id)).elements.map(({ id: own }: { id: string }) => own)).toEqual(['first', 'page', 'good']);
});

it('takes many elements in several messages, which none that takes long to read can be', async () => {
  const id = await make('parts.excalidraw');
  const editor = await enter(ann, id);
  const drawn = new Y.Doc();
  Y.applyUpdate(drawn, Y.encodeStateAsUpdate(editor.doc));
  const send = (to: TestEditor, update: Uint8Array): void => {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.sync);
    sync.writeUpdate(message, update);
    to.send(encoding.toUint8Array(message), true);
  };
  /** So many elements more, as one update. */
  const draw = (count: number, more: object = {}): Uint8Array => {
    const known = Y.encodeStateVector(drawn);
    const elements = drawn.getMap(sharedMaps.elements);
    const first = elements.size;
    drawn.transact(() => {
      for (let n = first; n < first + count; n++) elements.set(`e${n}`, element(`e${n}`, more));
    });
    return Y.encodeStateAsUpdate(drawn, known);
  };
  for (let part = 0; part < 5000 / maxUpdatePart.structs; part++) send(editor, draw(maxUpdatePart.structs));
  await expect.poll(() => editor.isKept).toBe(true);
  const other = await enter(bob, id);
  expect(Object.keys(other.elements)).toHaveLength(5001);
  const large = { customData: { text: 'x'.repeat(600_000) } };
  for (const update of [draw(1001), draw(3, large), draw(2, { customData: { text: 'x'.repeat(900_000) } })]) {
    const bad = await enter(bob, id);
    send(bad, update);
    await expect.poll(() => bad.isConnected).toBe(false);
  }
  expect(editor.isConnected).toBe(true);
  for (const one of [editor, other]) one.close();
  await expect.poll(() => isFree(id)).toBe(true);
}, 60_000);

it('what was acknowledged survives the process, and is saved by the sweep', async () => {
  const id = await make('killed.excalidraw');
  const other = await dossier.another();
  const editor = await new TestEditor().connect(bob.client, await other.app.listen({ port: 0, host: '127.0.0.1' }), id);
  editor.put('elements', 'kept', element('kept', { index: 'a1' }));
  await expect.poll(() => editor.isKept).toBe(true);
  const { database } = dossier.services;
  const rows = await database.read.selectFrom('edit_presence').selectAll().where('person_id', '=', Number(bob.id)).execute();
  editor.cut();
  await other.close();
  // as after `kill -9`: the rows of connection and lock stay
  await database.write(async (db) => {
    await db.deleteFrom('edit_presence').where('person_id', '=', Number(bob.id)).execute();
    await db.insertInto('edit_presence').values(rows).execute();
    await db
      .updateTable('edit_session')
      .set({ ended_at: 0, lock_person_id: Number(bob.id), locked_at: dossier.clock.now() })
      .where('document_id', '=', Number(id))
      .execute();
  });
  dossier.clock.forward(100_000);
  await sweepEditSessions(dossier.services);
  expect(JSON.parse(await textOf(id)).elements.map(({ id: own }: { id: string }) => own)).toEqual(['first', 'kept']);
});

it('the journal of a drawing in which much was changed is joined, and keeps the drawing', async () => {
  const id = await make('changed.excalidraw');
  const editor = await enter(ann, id);
  editor.put('elements', 'image', element('image', { type: 'image', fileId: 'pic', index: 'a1' }));
  const dataOf = (sign: string): string => `data:image/png;base64,${sign.repeat(5 << 20)}`;
  for (const sign of 'ABCDEFGHIJKLMNOP') {
    editor.put('files', 'pic', { id: 'pic', mimeType: 'image/png', dataURL: dataOf(sign) });
    await expect.poll(() => editor.isKept).toBe(true);
  }
  const { size } = await dossier.services.database.read
    .selectFrom('edit_update')
    .innerJoin('edit_session', 'edit_session.id', 'edit_update.session_id')
    .where('edit_session.document_id', '=', Number(id))
    .select((select) => select.fn.sum<string | number>(select.fn('length', ['edit_update.data'])).as('size'))
    .executeTakeFirstOrThrow();
  // 80 MB were sent; rows are in base64
  expect(Number(size)).toBeLessThan(40 << 20);
  editor.close();
  await expect.poll(() => isFree(id)).toBe(true);
  expect(JSON.parse(await textOf(id)).files.pic.dataURL).toBe(dataOf('P'));
}, 240_000);

it('a version from elsewhere is kept, and what was drawn becomes a drawing beside it', async () => {
  const id = await make('conflict.excalidraw');
  const editor = await enter(ann, id);
  editor.put('elements', 'mine', element('mine', { index: 'a1' }));
  await expect.poll(() => editor.isKept).toBe(true);
  const elsewhere = Buffer.from(fileOf(element('theirs')));
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: elsewhere.length });
  await upload(dossier, uploadUrl, elsewhere);
  await expect
    .poll(() => editor.last('closed'))
    .toMatchObject({ reason: 'revised', copy: { name: expect.stringMatching(/^conflict .*\.excalidraw$/) } });
  expect(await textOf(id)).toBe(elsewhere.toString());
  expect(JSON.parse(await textOf(editor.last('closed')?.copy?.id ?? '')).elements).toHaveLength(2);
});

it('says before it is opened what cannot be edited, and creates drawings from nothing', async () => {
  for (const [name, bytes] of [
    ['broken.excalidraw', '{"type":'],
    ['other.excalidraw', '{"type":"library","elements":[]}'],
    ['many.excalidraw', fileOf(...Array.from({ length: 20_001 }, (_, at) => element(`e${at}`)))],
  ] as const)
    expect(await ann.client.refused(editing.open, { id: await make(name, bytes) })).toBe(4614);
  expect(await ann.client.refused(editing.preEdit, { id: await make('large.excalidraw', Buffer.alloc((10 << 20) + 1, ' ')) })).toBe(4614);
  expect(await reader.client.refused(editing.open, { id: await make('read.excalidraw') })).toBe(1001);
  const { id } = await dossier.admin.call(editing.create, { parentId: cabinet, name: 'new.excalidraw' });
  expect(JSON.parse(await textOf(id))).toMatchObject({ type: 'excalidraw', version: 2, elements: [] });
  const editor = await enter(bob, id);
  editor.put('elements', 'a', element('a'));
  await expect.poll(() => editor.isKept).toBe(true);
  editor.close();
  await expect.poll(async () => JSON.parse(await textOf(id)).elements.length).toBe(1);
});

it('both are equal again after the network was cut while both drew, and the file has what both drew', async () => {
  const id = await make('cut.excalidraw');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  const draw = (editor: TestEditor, name: string, round: number) => {
    editor.put('elements', `${name}-${round}`, element(`${name}-${round}`, { x: round }));
    // both move the same element, and one deletes what it drew before
    editor.put('elements', 'first', element('first', { x: round, version: round + 2, versionNonce: name.length }));
    if (round % 10 > 0 && name === 'bob')
      editor.put('elements', `bob-${round - 1}`, element(`bob-${round - 1}`, { x: round, version: 2, isDeleted: true }));
  };
  // each is cut in the middle of what it does: alone, the other alone, both at once
  for (const [round, cut] of [[a], [b], [a, b]].entries()) {
    for (const editor of [a, b]) draw(editor, editor === a ? 'ann' : 'bob', 10 * round);
    for (const editor of cut) editor.cut();
    for (const step of [1, 2, 3]) for (const editor of [a, b]) draw(editor, editor === a ? 'ann' : 'bob', 10 * round + step);
    b.put('files', `pic${round}`, { id: `pic${round}`, mimeType: 'image/png', dataURL: picture, created: 1 });
    for (const editor of cut) await editor.connect((editor === a ? ann : bob).client, base, id);
    await expect.poll(() => a.isKept && b.isKept).toBe(true);
    await expect.poll(() => a.elements).toEqual(b.elements);
    expect(Object.keys(a.elements)).toHaveLength(1 + 8 * (round + 1));
  }
  const files = (editor: TestEditor) => editor.doc.getMap(sharedMaps.files).toJSON();
  await expect.poll(() => files(a)).toEqual(files(b));
  expect(Object.keys(files(a))).toEqual(['pic0', 'pic1', 'pic2']);
  a.close();
  b.close();
  await expect.poll(() => isFree(id)).toBe(true);
  const drawn = Object.fromEntries(Object.entries(a.elements).filter(([, one]) => one['isDeleted'] !== true));
  const saved = async () => {
    const { elements } = JSON.parse(await textOf(id)) as { elements: { id: string }[] };
    return Object.fromEntries(elements.filter((one) => one.id in drawn).map((one) => [one.id, one]));
  };
  // the room that both left by the last cut may unlock the document while the next room makes its last version
  await expect.poll(saved).toEqual(drawn);
});
