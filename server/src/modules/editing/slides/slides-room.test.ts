import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import {
  applySlideEdit,
  type DeckNow,
  type DeckState,
  EditMisfit,
  type SlideEdit,
  SlidesNotice,
} from '@dossier/contract/editing/slide-edits';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { patchSlides } from '@dossier/formats/slides/patch-slides';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import { TestGrid } from '../../../../test/grid.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { findProgram } from '../../../platform/engines.ts';
import { slidesRules } from '../rooms/ordered-rules.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let reader: SignedIn;
/** A presentation with a picture on its first slide. */
let bytes: Buffer;
let first: number;
let second: number;

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const pictureShape = 4000;

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
  const pack = new OfficePackage((await makeFile('pptx', { title: 'Plan', lang: 'en', seed: 7 })).bytes);
  pack.add('ppt/media/image1.png', 'image/png', png);
  const relation = pack.addRelation('ppt/slides/slide1.xml', 'image', 'ppt/media/image1.png');
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="${pictureShape}" name="Logo"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
  pack.put('ppt/slides/slide1.xml', pack.text('ppt/slides/slide1.xml').replace('</p:spTree>', `${picture}</p:spTree>`));
  bytes = pack.write();
  [first = 0, second = 0] = readSlides(new OfficePackage(bytes)).slides.map(({ id }) => id);
});
afterAll(() => dossier.close());

const give = (granteeId: string, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
const make = (name: string, file = bytes) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: file });
const enter = (person: SignedIn, id: string) => new TestGrid<SlideEdit>(SlidesNotice).connect(person.client, base, id);
const revisions = (id: string) => dossier.admin.call(content.revisions, { id });
const detail = (id: string) => dossier.admin.call(library.documentDetail, { id });
const inject = (url: string) => dossier.server.app.inject({ url });
const words = (slide: number, text: string, more: Partial<Extract<SlideEdit, { kind: 'text' }>> = {}): SlideEdit => ({
  kind: 'text',
  slide,
  shape: readSlides(new OfficePackage(bytes)).slides.find(({ id }) => id === slide)?.texts[0]?.shape ?? 0,
  paragraph: 0,
  texts: [text],
  ...more,
});

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await inject(downloadUrl)).rawPayload;
}

async function deckOf(id: string): Promise<DeckNow> {
  const { deckUrl = '' } = await ann.client.call(editing.open, { id });
  return (await inject(deckUrl)).json();
}

const put = (url: string, payload: Buffer) =>
  dossier.server.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'image/png' } });

async function saved(window: TestGrid<SlideEdit>): Promise<void> {
  window.request({ kind: 'save' });
  await expect.poll(() => window.room('saved') ?? window.room('saveFailed')).toMatchObject({ kind: 'saved' });
}

const changedParts = (one: Buffer, other: Buffer): string[] => {
  const [before, after] = [new OfficePackage(one), new OfficePackage(other)];
  const names = [...new Set([...before.names, ...after.names])];
  return names.filter((name) => !before.has(name) || !after.has(name) || !before.bytes(name).equals(after.bytes(name))).toSorted();
};

it('two people write one presentation in one order, which becomes one version with both writers', async () => {
  const id = await make('together.pptx');
  expect(await bob.client.call(editing.preEdit, { id })).toMatchObject({ editType: 1, pageUrl: `/editSlides?id=${id}` });
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  a.edit(words(first, 'A new title & more'));
  b.edit(words(second, '第二张'));
  await expect.poll(() => [a.order.length, b.order.length]).toEqual([2, 2]);
  expect(a.order).toEqual(b.order);
  // what was acknowledged is what a newcomer gets, and no version has it yet
  const now = await deckOf(id);
  expect([now.seq, now.deck.slides[0]?.texts[0]?.paragraphs[0], now.deck.slides[1]?.texts[0]?.paragraphs[0]]).toEqual([
    2,
    'A new title & more',
    '第二张',
  ]);
  expect(now.deck.slides.slice(0, 3).map(({ page, isChanged }) => [page, isChanged])).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ]);
  expect(await revisions(id)).toHaveLength(1);
  a.close();
  b.close();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  const [newest] = await revisions(id);
  expect([newest?.number, newest?.writers?.toSorted()]).toEqual([2, [ann.fullName, bob.fullName].toSorted()]);
  expect(changedParts(bytes, await bytesOf(id))).toEqual(['ppt/slides/slide1.xml', 'ppt/slides/slide2.xml']);
});

it('creates empty presentations, all with the same bytes, whose title is written', async () => {
  const { id } = await ann.client.call(editing.create, { parentId: cabinet, name: 'new.pptx' });
  const twin = await ann.client.call(editing.create, { parentId: cabinet, name: 'twin.pptx' });
  expect((await bytesOf(twin.id)).equals(await bytesOf(id))).toBe(true);
  const [slide] = (await deckOf(id)).deck.slides;
  expect(slide?.texts.map(({ paragraphs }) => paragraphs)).toEqual([[''], ['']]);
  const a = await enter(ann, id);
  a.edit({ kind: 'text', slide: slide?.id ?? 0, shape: slide?.texts[0]?.shape ?? 0, paragraph: 0, texts: ['季度报告'] });
  await expect.poll(() => a.order.length).toBe(1);
  await saved(a);
  expect(readSlides(new OfficePackage(await bytesOf(id))).slides[0]?.texts[0]?.paragraphs).toEqual(['季度报告']);
  a.close();
});

/** Two slides with notes, as LibreOffice has them: the first beside the number of the page, the second without any words. */
const notesOfImpress = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:automatic-styles><style:page-layout style:name="PM"/></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="PM"/></office:master-styles><office:body><office:presentation>${[
  '<draw:frame presentation:class="notes" svg:x="2cm" svg:y="12cm" svg:width="14cm" svg:height="10cm"><draw:text-box><text:p>Say this</text:p></draw:text-box></draw:frame><draw:frame presentation:class="page-number" svg:x="12cm" svg:y="22cm" svg:width="5cm" svg:height="1cm"><draw:text-box><text:p><text:page-number/></text:p></draw:text-box></draw:frame>',
  '<draw:frame presentation:class="notes" presentation:placeholder="true" svg:x="2cm" svg:y="12cm" svg:width="14cm" svg:height="10cm"><draw:text-box/></draw:frame>',
]
  .map(
    (notes, at) =>
      `<draw:page draw:name="page${at + 1}" draw:master-page-name="M"><presentation:notes><draw:page-thumbnail presentation:class="page" draw:page-number="${at + 1}" svg:x="2cm" svg:y="2cm" svg:width="10cm" svg:height="7cm"/>${notes}</presentation:notes></draw:page>`,
  )
  .join('')}</office:presentation></office:body></office:document>`;

it('writes the notes of a presentation that LibreOffice made', async ({ skip }) => {
  const office = await findProgram(['soffice', 'libreoffice'], process.env['PATH'] ?? '');
  if (office === undefined) return skip();
  const folder = await mkdtemp(join(tmpdir(), 'dossier-notes-'));
  await writeFile(join(folder, 'notes.fodp'), notesOfImpress);
  const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pptx', '--outdir', folder];
  await promisify(execFile)(office, [...args, join(folder, 'notes.fodp')]);
  const id = await make('notes.pptx', await readFile(join(folder, 'notes.pptx')));
  await rm(folder, { recursive: true, force: true });
  const { slides } = (await deckOf(id)).deck;
  expect(slides.map(({ notes }) => notes)).toEqual(['Say this', '']);
  const a = await enter(ann, id);
  a.edit(...slides.map((slide, at): SlideEdit => ({ kind: 'notes', slide: slide.id, text: `note ${at}\n再说` })));
  await expect.poll(() => a.order.length).toBe(1);
  await saved(a);
  expect(readSlides(new OfficePackage(await bytesOf(id))).slides.map(({ notes }) => notes)).toEqual(['note 0\n再说', 'note 1\n再说']);
  a.close();
});

it('copies, moves, hides, deletes and brings back, until a version is without what was deleted', async () => {
  const id = await make('order.pptx');
  const a = await enter(ann, id);
  a.edit(
    { kind: 'duplicate', slide: first, id: 5000 },
    { kind: 'move', slide: 5000, before: null },
    { kind: 'hide', slide: second, hidden: true },
    { kind: 'notes', slide: 5000, text: 'say\nthis' },
    { kind: 'delete', slide: first },
    { kind: 'restore', slide: first, before: second },
    { kind: 'delete', slide: first },
  );
  await expect.poll(() => a.order.length).toBe(1);
  await saved(a);
  const { slides } = readSlides(new OfficePackage(await bytesOf(id)));
  expect([slides[0]?.id, slides[0]?.isHidden, slides.at(-1)?.id, slides.at(-1)?.notes]).toEqual([second, true, 5000, 'say\nthis']);
  const now = await deckOf(id);
  expect([now.seq, now.deleted, now.deck.slides[0]?.page, now.deck.slides[1]?.page]).toEqual([1, [], 0, 1]);
  a.edit({ kind: 'restore', slide: first, before: null });
  await expect.poll(() => a.refusals.length).toBe(1);
  // what is there can be edited on, and its id used again
  a.edit({ kind: 'duplicate', slide: second, id: first });
  await expect.poll(() => a.order.length).toBe(2);
  a.close();
  await expect.poll(async () => (await revisions(id)).length).toBe(2);
  await expect.poll(async () => readSlides(new OfficePackage(await bytesOf(id))).slides[1]?.id).toBe(first);
});

it('edits that do not know of a split paragraph are behind', async () => {
  const id = await make('behind.pptx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.edit(words(first, '', { texts: ['one', 'two'] }));
  await expect.poll(() => b.order.length).toBe(1);
  b.send({ kind: 'edits', after: 0, origin: b.origin(), edits: [words(first, 'x')] });
  await expect.poll(() => b.last('behind')).toMatchObject({ head: 1 });
  b.edit(words(first, 'x', { paragraph: 1 }));
  await expect.poll(() => a.order.length).toBe(2);
  expect((await deckOf(id)).deck.slides[0]?.texts[0]?.paragraphs.slice(0, 2)).toEqual(['one', 'x']);
  a.close();
  b.close();
});

it('shows an uploaded picture in place of another; what is no picture is refused', async () => {
  const id = await make('picture.pptx');
  const { pictureUrl = '' } = await ann.client.call(editing.open, { id });
  const a = await enter(ann, id);
  const other = Buffer.concat([png, Buffer.from('other')]);
  const sha256 = createHash('sha256').update(other).digest('hex');
  const picture = (name: string): SlideEdit => ({ kind: 'picture', slide: first, shape: pictureShape, picture: name });
  a.edit(picture(sha256));
  await expect.poll(() => a.refusals.length).toBe(1);
  expect((await put(pictureUrl, other)).json()).toMatchObject({ code: 200, data: { picture: sha256 } });
  expect((await put(pictureUrl, other)).json()).toMatchObject({ code: 200 });
  a.edit(picture(sha256));
  await expect.poll(() => a.order.length).toBe(1);
  const shown = await inject(`${pictureUrl}/${sha256}`);
  expect([shown.headers['content-type'], shown.rawPayload.equals(other)]).toEqual(['image/png', true]);
  for (const none of ['<script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'GIF89a'])
    expect((await put(pictureUrl, Buffer.from(none))).json().code).not.toBe(200);
  expect((await put(pictureUrl, Buffer.alloc((10 << 20) + 1))).json().code).toBe(4602);
  expect((await inject(`${pictureUrl}/${'0'.repeat(64)}`)).json().code).not.toBe(200);
  await saved(a);
  const pack = new OfficePackage(await bytesOf(id));
  expect(pack.names.filter((name) => name.startsWith('ppt/media/')).map((name) => pack.bytes(name).equals(other))).toEqual([true]);
  a.close();
});

it('refuses a picture that is taken away while the edit with it waits, as no version could be written with that', async () => {
  const id = await make('taken.pptx');
  const { pictureUrl = '' } = await ann.client.call(editing.open, { id });
  const a = await enter(ann, id);
  const uploaded = async (name: string): Promise<string> => {
    const answer = await put(pictureUrl, Buffer.concat([png, Buffer.from(name)]));
    return (answer.json() as { data: { picture: string } }).data.picture;
  };
  const picture = await uploaded('one');
  const { canWrite } = slidesRules;
  const asked = vi.spyOn(slidesRules, 'canWrite');
  // nothing is unsaved yet: another picture takes the place of the first
  asked.mockImplementationOnce(async (...args) => {
    const answer = await canWrite(...args);
    await uploaded('two');
    return answer;
  });
  a.edit({ kind: 'picture', slide: first, shape: pictureShape, picture });
  await expect.poll(() => a.refusals.length + a.order.length).toBe(1);
  asked.mockRestore();
  expect(a.refusals).toHaveLength(1);
  a.edit(words(first, 'still written'));
  await saved(a);
  a.close();
});

it('refuses who may only read, and stops who loses the right', async () => {
  const id = await make('rights.pptx');
  expect(await reader.client.refused(editing.open, { id })).toBe(1001);
  expect(await reader.client.refused(editing.preEdit, { id })).toBe(4614);
  const carl = await makeSignedIn(dossier);
  await give(carl.id, level.modify);
  const { deckUrl = '', pictureUrl = '' } = await carl.client.call(editing.open, { id });
  const c = await enter(carl, id);
  c.edit(words(first, 'kept'));
  await expect.poll(() => c.order.length).toBe(1);
  await give(carl.id, level.view);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  c.edit(words(first, 'not kept'));
  await expect.poll(() => c.room('readOnly')?.code).toBe(1001);
  expect(c.order).toHaveLength(1);
  // nor may the addresses be used any more, or be made up
  expect((await inject(deckUrl)).json()).toMatchObject({ code: 1001 });
  expect((await put(pictureUrl, png)).json()).toMatchObject({ code: 1001 });
  expect((await inject(`${deckUrl.slice(0, -4)}AAAA`)).json()).toMatchObject({ code: 1010 });
  expect((await put(`${pictureUrl.slice(0, -4)}AAAA`, png)).json()).toMatchObject({ code: 1010 });
  c.close();
});

it('a lock from elsewhere refuses, and others are refused while a presentation is edited', async () => {
  const id = await make('locked.pptx');
  await ann.client.call(content.lock, { id });
  expect(await bob.client.refused(editing.open, { id })).toBe(4619);
  await ann.client.call(content.unlock, { id });
  const a = await enter(ann, id);
  expect(await bob.client.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
  a.close();
});

it('a version from elsewhere is kept, and what was written becomes a presentation beside it', async () => {
  const id = await make('conflict.pptx');
  const a = await enter(ann, id);
  a.edit(words(first, 'mine'));
  await expect.poll(() => a.order.length).toBe(1);
  const other = (await makeFile('pptx', { title: 'Other', lang: 'en', seed: 8 })).bytes;
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
  await upload(dossier, uploadUrl, other);
  await expect.poll(() => a.room('closed')).toMatchObject({ reason: 'revised', copy: { name: expect.stringContaining('conflict') } });
  const copy = await bytesOf(a.room('closed')?.copy?.id ?? '');
  expect(readSlides(new OfficePackage(copy)).slides[0]?.texts[0]?.paragraphs[0]).toBe('mine');
  expect(await bytesOf(id)).toEqual(other);
});

it('hostile messages end their own connection, and edits that cannot be written are refused before they are in the order', async () => {
  const id = await make('hostile.pptx');
  const good = await enter(bob, id);
  const origin = { window: 'a-window', number: 0 };
  const hostile: unknown[] = [
    { kind: 'edits', after: 99, origin, edits: [words(first, 'x')] },
    { kind: 'edits', after: 0, origin, edits: [] },
    { kind: 'edits', after: 0, origin, edits: [{ kind: 'run', slide: first }] },
    { kind: 'edits', after: 0, origin, edits: [words(first, 'half \ud800 a pair')] },
    { kind: 'edits', after: 0, origin, edits: [words(first, 'control \u0001')] },
    { kind: 'edits', after: 0, origin, edits: [words(first, 'x'.repeat(20_001))] },
    { kind: 'edits', after: 0, origin, edits: [words(first, 'x'.repeat(10 << 20))] },
    { kind: 'edits', after: 0, origin, edits: [{ kind: 'duplicate', slide: first, id: 1e12 }] },
    { kind: 'edits', after: 0, origin, edits: [{ kind: 'picture', slide: first, shape: pictureShape, picture: '../../etc/passwd' }] },
    { kind: 'enter', after: 5 },
    'nothing of the kind',
  ];
  for (const message of hostile) {
    const bad = await enter(ann, id);
    bad.send(message);
    await expect.poll(() => bad.isConnected).toBe(false);
  }
  const { slides } = readSlides(new OfficePackage(bytes));
  const impossible: SlideEdit[][] = [
    [words(999, 'x')],
    [words(first, 'x', { shape: 99 })],
    [words(first, 'x', { cell: { row: 0, column: 0 } })],
    [words(first, 'x', { paragraph: 999 })],
    [{ kind: 'duplicate', slide: first, id: second }],
    [{ kind: 'move', slide: first, before: 999 }],
    [{ kind: 'restore', slide: first, before: null }],
    [{ kind: 'picture', slide: second, shape: pictureShape, picture: '' }],
    slides.map((slide) => ({ kind: 'delete', slide: slide.id })),
  ];
  for (const edits of impossible) {
    good.refusals.length = 0;
    good.edit(...edits);
    await expect.poll(() => good.refusals.length).toBe(1);
  }
  expect(good.order).toEqual([]);
  good.close();
});

it('a window that was cut off gets what it lacks, and what was acknowledged outlives its server', async () => {
  const id = await make('cut.pptx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.edit(words(first, 'one'));
  await expect.poll(() => b.order.length).toBe(1);
  b.cut();
  a.edit(words(first, 'two'));
  await expect.poll(() => a.order.length).toBe(2);
  await b.connect(bob.client, base, id);
  expect(b.order.map((one) => one.seq)).toEqual([1, 2]);
  // each row was written before it was told: what is on disk is what a server finds that starts anew
  a.cut();
  b.cut();
  dossier.clock.forward(2 * 60_000);
  await sweepEditSessions(dossier.services);
  await expect.poll(async () => readSlides(new OfficePackage(await bytesOf(id))).slides[0]?.texts[0]?.paragraphs[0]).toBe('two');
});

it('views what is no presentation', async () => {
  const id = await make('broken.pptx', Buffer.from('broken'));
  expect(await ann.client.refused(editing.open, { id })).toBe(4614);
});

it('any steps with versions between make versions, and what is tried beside them is told of no damage', async () => {
  const id = await make('steps.pptx');
  const a = await enter(ann, id);
  const { sessionId, pictureUrl = '' } = await ann.client.call(editing.open, { id });
  const { picture } = (await put(pictureUrl, Buffer.concat([png, Buffer.from('steps')]))).json().data as { picture: string };
  const isWritable = () => slidesRules.isWritable(dossier.server.services, Number(sessionId));
  const random = randomOf(20);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  let state: DeckState = await deckOf(id);
  for (let step = 0, made = 0; step < 60; step++) {
    const slide = pick(state.deck.slides);
    const before = pick([null, ...state.deck.slides.map((one) => one.id)]);
    const text = slide.texts[random(slide.texts.length)];
    const gone = state.deleted[random(state.deleted.length)];
    const edit = pick<SlideEdit | undefined>([
      text && {
        kind: 'text',
        slide: slide.id,
        shape: text.shape,
        ...(text.cell && { cell: text.cell }),
        paragraph: random(text.paragraphs.length),
        texts: pick([['words'], ['split', 'words'], ['']]),
      },
      { kind: 'notes', slide: slide.id, text: `note ${step}` },
      { kind: 'hide', slide: slide.id, hidden: !slide.isHidden },
      { kind: 'duplicate', slide: slide.id, id: 9000 + step },
      { kind: 'move', slide: slide.id, before },
      slide.pictures.length > 0 ? { kind: 'picture', slide: slide.id, shape: pictureShape, picture } : undefined,
      { kind: 'delete', slide: slide.id },
      gone && { kind: 'restore', slide: gone.id, before },
    ]);
    const next = edit && stateAfter(state, edit);
    if (edit === undefined || next === undefined) continue;
    state = next;
    a.edit(edit);
    made++;
    await expect.poll(() => [a.order.length, a.refusals.length]).toEqual([made, 0]);
    if (random(5) > 0) continue;
    const trial = isWritable();
    const { revisionId } = await deckOf(id);
    await saved(a);
    await expect.poll(async () => (await deckOf(id)).revisionId).not.toBe(revisionId);
    expect([await trial, await isWritable()]).toEqual([true, true]);
    state = await deckOf(id);
    // a version has the pictures that were uploaded for it
    await put(pictureUrl, Buffer.concat([png, Buffer.from('steps')]));
  }
  a.close();
});

/** Whole numbers below a bound, the same with each run. */
function randomOf(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((last / 2_147_483_648) * below);
  };
}

function stateAfter(state: DeckState, edit: SlideEdit): DeckState | undefined {
  try {
    return applySlideEdit(state, edit);
  } catch (error) {
    if (error instanceof EditMisfit) return undefined;
    throw error;
  }
}

it('the presentation is read on from what was asked for before', async () => {
  const id = await make('read-on.pptx');
  const room = await enter(ann, id);
  room.edit(words(first, 'before'));
  await expect.poll(() => room.head).toBe(1);
  const { deckUrl = '' } = await ann.client.call(editing.open, { id });
  const deck = async () => (await inject(deckUrl)).json<DeckNow>();
  expect((await deck()).seq).toBe(1);
  // what was read is not read again
  await dossier.services.database.write((db) => db.updateTable('edit_update').set({ data: 'unreadable' }).where('seq', '=', 1).execute());
  room.edit(words(second, 'after'));
  await expect.poll(() => room.head).toBe(2);
  const now = await deck();
  expect(now.seq).toBe(2);
  expect(now.deck.slides.flatMap(({ texts }) => texts[0]?.paragraphs[0] ?? []).slice(0, 2)).toEqual(['before', 'after']);
  await dossier.services.database.write((db) =>
    db
      .updateTable('edit_update')
      .set({ data: JSON.stringify({ origin: { window: 'x'.repeat(8), number: 0 }, edits: [words(first, 'before')] }) })
      .where('data', '=', 'unreadable')
      .execute(),
  );
  room.close();
});

it('many edits become a version before it is time', async () => {
  const id = await make('many.pptx');
  const room = await enter(ann, id);
  const long = 'x'.repeat(20_000);
  for (let message = 0; message < 11; message++) {
    expect(room.room('saved')).toBeUndefined();
    room.edit(...Array.from({ length: 20 }, () => words(first, long)));
    await expect.poll(() => room.head).toBe(message + 1);
  }
  await expect.poll(() => room.room('saved')).toBeDefined();
  room.close();
});

it('versions are made while slides are deleted and brought back without end', async () => {
  const copies = Array.from({ length: 40 }, (_, n) => 5000 + n);
  const id = await make(
    'again.pptx',
    patchSlides(
      bytes,
      copies.map((copy): SlideEdit => ({ kind: 'duplicate', slide: first, id: copy })),
    ),
  );
  const [writer, other] = [await enter(ann, id), await enter(bob, id)];
  writer.edit({ kind: 'notes', slide: second, text: 'kept' });
  await expect.poll(() => other.order.length).toBe(1);
  const end = new AbortController();
  const said = async (...edits: SlideEdit[]): Promise<void> => {
    const answered = () => other.order.length + other.refusals.length;
    const before = answered();
    other.edit(...edits);
    while (!end.signal.aborted && answered() === before) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const isBegun = Promise.withResolvers<void>();
  const disturbing = (async () => {
    while (!end.signal.aborted) {
      if (writer.order.length > 1) isBegun.resolve();
      await said(...copies.slice(1).map((slide): SlideEdit => ({ kind: 'delete', slide })));
      for (const slide of copies.slice(1)) if (!end.signal.aborted) await said({ kind: 'restore', slide, before: null });
    }
  })();
  await isBegun.promise;
  writer.request({ kind: 'save' });
  await expect.poll(() => writer.room('saved') ?? writer.room('saveFailed')).toMatchObject({ kind: 'saved' });
  end.abort();
  await disturbing;
  writer.close();
  other.close();
});
