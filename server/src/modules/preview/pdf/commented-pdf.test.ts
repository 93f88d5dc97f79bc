import {
  decodePDFRawStream,
  degrees,
  type PDFDocument as Pdf,
  PDFArray,
  PDFDocument,
  PDFName,
  type PDFRawStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { level, right } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { editing } from '@dossier/contract/editing/editing';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { action } from '@dossier/contract/reporting/actions';
import { signatures } from '@dossier/contract/signatures/signatures';
import { content } from '@dossier/contract/documents/content';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { endedState } from '../../../../test/ended-state.ts';
import { annotationsOf, editedPdf, freeText } from '../../../../test/form-pdf.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { annotatedByMutool, annotationsByMutool, cleanedByMutool, hasProgram, toldBy } from '../../../../test/pdf-programs.ts';
import { pdfTexts } from '../../../../test/pdf-texts.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann changes the documents, Bob gets marked PDFs of them, Cleo views them, Tim sees their titles alone, Eve sees nothing. */
let dossier: TestServer;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let cleo: SignedIn;
let tim: SignedIn;
let eve: SignedIn;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  const made = async (bits: number, name: string): Promise<SignedIn> => {
    const person = await makeSignedIn(dossier, { fullName: name });
    if (bits > 0)
      await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: person.id, level: bits, reach: 'all' });
    return person;
  };
  ann = await made(level.modify, 'Ann Lee');
  bob = await made(level.pdf, '王小明');
  cleo = await made(level.view, 'Cleo Diaz');
  tim = await made(level.title, 'Tim Roth');
  eve = await made(0, 'Eve Moss');
});
afterAll(() => dossier.close());

/** A page, and another that is turned and cut, with what another program noted on the first one. */
async function contract(change: (pdf: Pdf) => void = () => {}, useObjectStreams = true): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const first = pdf.addPage([400, 500]);
  first.drawText('The lease ends in May. The price is due in May as well.', { x: 40, y: 400, size: 12, font });
  const second = pdf.addPage([400, 500]);
  second.setCropBox(100, 50, 200, 400);
  second.setRotation(degrees(90));
  const { context } = pdf;
  const foreign = { Type: 'Annot', T: PDFString.of('Elsewhere'), F: 4, P: first.ref };
  const note = context.register(
    context.obj({ ...foreign, Subtype: 'Text', Rect: [10, 10, 30, 30], Contents: PDFString.of('foreign note'), NM: PDFString.of('n-1') }),
  );
  const answer = { ...foreign, Subtype: 'Text', Rect: [10, 10, 30, 30], Contents: PDFString.of('foreign answer'), IRT: note, RT: 'R' };
  const circle = { ...foreign, Subtype: 'Circle', Rect: [50, 50, 90, 90], Contents: PDFString.of('foreign circle'), IC: [1, 0, 0] };
  const line = { ...foreign, Subtype: 'Line', Rect: [50, 100, 90, 140], L: [50, 100, 90, 140], Contents: PDFString.of('foreign line') };
  const list = context.obj([note, ...[answer, circle, line].map((one) => context.register(context.obj(one)))]);
  first.node.set(PDFName.of('Annots'), context.register(list));
  change(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

let count = 0;
const make = (bytes: Buffer, name = `contract-${++count}.pdf`) => makeDocument(dossier, ann.client, { parentId: cabinet, name, bytes });

async function write(who: SignedIn, objId: string, words: string, more: Partial<InputOf<typeof comments.create>> = {}): Promise<string> {
  dossier.clock.forward(1000);
  return (await who.client.call(comments.create, { objId, content: words, ...more })).id;
}

const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });

async function commented(client: Client, id: string, more: { resolved?: boolean; currentRev?: string } = {}): Promise<Buffer> {
  const { downloadUrl, fileName } = await client.call(preview.commentedPdf, { id, ...more });
  expect(fileName).toMatch(/ with comments\.pdf$| 含评论\.pdf$/);
  const answer = await fetched(downloadUrl);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return answer.rawPayload;
}

const bytesOf = async (id: string): Promise<Buffer> =>
  (await fetched((await ann.client.call(content.download, { id })).downloadUrl)).rawPayload;

interface Note {
  subtype: string;
  contents: string;
  page: number;
  rect: number[];
  titleObj?: { str: string };
  inReplyTo?: string;
  id: string;
  state?: string;
  quadPoints?: unknown;
}

const notesOf = async (bytes: Buffer) => (await annotationsOf(bytes)) as unknown as Note[];
const byWords = (notes: readonly Note[], words: string): Note => {
  const found = notes.find(({ contents }) => contents === words);
  if (found === undefined) throw new Error(`no note says ${words}`);
  return found;
};
const rounded = (numbers: readonly number[]): number[] => numbers.map(Math.round);

const hasPoppler = ['pdftotext', 'pdfinfo', 'pdftoppm'].every(hasProgram);

describe('a PDF with comments', () => {
  it.each([true, false])('has them as annotations behind the bytes of the file, and in a list (packed: %s)', async (packed) => {
    const original = await contract(undefined, packed);
    const id = await make(original);
    const area = await write(bob, id, 'Who signs? 谁签字？', {
      place: { kind: 'area', page: 2, x: 0.25, y: 0.5, width: 0.5, height: 0.25 },
    });
    await write(ann, id, 'Ann signs', { threadId: area });
    const place = { kind: 'words', page: 1, quote: 'in\nMay', before: 'The price is due ', after: ' as well' } as const;
    await write(cleo, id, 'Not in June?', { place });
    await write(ann, id, 'Words that are gone', { place: { ...place, quote: 'nowhere' } });
    await write(ann, id, 'Of all of it');
    const settled = await write(bob, id, 'Settled', { place: { kind: 'point', page: 1, x: 0.5, y: 0.25 } });
    await ann.client.call(comments.resolve, { id: settled, resolved: true });

    const open = await commented(ann.client, id);
    expect(open.subarray(0, original.length).equals(original)).toBe(true);
    const notes = await notesOf(open);
    expect(notes.map(({ contents }) => contents).toSorted()).toEqual(
      ['Ann signs', 'Not in June?', 'Who signs? 谁签字？', 'foreign answer', 'foreign circle', 'foreign line', 'foreign note'].toSorted(),
    );
    const square = byWords(notes, 'Who signs? 谁签字？');
    expect(square).toMatchObject({ subtype: 'Square', page: 2, titleObj: { str: '王小明' } });
    // the page is cut to 200 by 400 and shown lying: half its shown height is half its width
    const [left = 0, bottom = 0, right_ = 0, top = 0] = square.rect;
    expect([left, right_, top].map(Math.round)).toEqual([194, 250, 350]);
    expect(Math.round(bottom)).toBe(144);
    expect(byWords(notes, 'Ann signs')).toMatchObject({ subtype: 'Text', inReplyTo: square.id, titleObj: { str: 'Ann Lee' } });
    const highlight = byWords(notes, 'Not in June?');
    expect(highlight).toMatchObject({ subtype: 'Highlight', page: 1 });
    // of two places the one with the same words around it
    expect(highlight.rect[0]).toBeGreaterThan(200);
    expect(highlight.quadPoints).toBeDefined();
    const [, , list = []] = await pdfTexts(open);
    const listed = list.join(' ').replace(/\s+/g, ' ');
    for (const words of ['1. 王小明', 'Who signs? 谁签字？', 'Ann signs', '“in May”', 'Words that are gone', '4. Ann Lee', 'Of all of it'])
      expect(listed).toContain(words);
    expect(listed).not.toContain('Settled');

    const all = await notesOf(await commented(ann.client, id, { resolved: true }));
    const point = byWords(all, 'Settled');
    expect(point).toMatchObject({ subtype: 'Text', page: 1 });
    expect(rounded(point.rect)).toEqual([194, 369, 206, 381]);
    const state = all.find((one) => one.inReplyTo === point.id);
    expect(state?.state).toBe('Completed');
    await dossier.drain();
    const logged = await dossier.services.database.read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    expect(logged.filter((row) => row.action === action.documentPdfComments)).toHaveLength(2);
  });

  it('lists no words of a reply so that they pass for another one', async () => {
    const id = await make(await contract());
    const thread = await write(ann, id, 'May?', { place: { kind: 'point', page: 1, x: 0.5, y: 0.5 } });
    await write(bob, id, 'No\nAnn Lee · 2026-11-29 12:00 UTC\nYes', { threadId: thread });
    await write(ann, id, 'No', { threadId: thread });
    const pdf = await PDFDocument.load(await commented(ann.client, id));
    const drawn = pdf.getPages().at(-1)?.node.lookup(PDFName.of('Contents')) as PDFRawStream;
    const lines = Buffer.from(decodePDFRawStream(drawn).decode())
      .toString('latin1')
      .split('\n')
      .filter((line) => line.includes('Tj'));
    const bold = lines.map((line) => line.startsWith('2 Tr'));
    // title, introduction, Ann with the page and her words, Bob with his three lines, Ann again
    expect(bold).toEqual([true, false, true, true, false, true, false, false, false, true, false]);
  });

  it('lists a comment of thousands of lines as one paragraph, so that nobody fills the list', async () => {
    const id = await make(await contract());
    await write(ann, id, 'line\n'.repeat(990));
    expect((await PDFDocument.load(await commented(bob.client, id))).getPageCount()).toBeLessThan(6);
  });

  it('of an older version has what was placed on it; words are looked for in each', async () => {
    const id = await make(await contract());
    const [first] = await ann.client.call(content.revisions, { id });
    const place = { kind: 'area', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2 } as const;
    await write(ann, id, 'On the first', { place });
    await write(ann, id, 'On the words', { place: { kind: 'words', page: 1, quote: 'lease', before: '', after: '' } });
    const next = await contract(undefined, false);
    const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: next.length });
    await upload(dossier, uploadUrl, next);
    const shown = async (bytes: Buffer) => (await notesOf(bytes)).map(({ contents }) => contents).filter((text) => text.startsWith('On'));
    const newest = await commented(ann.client, id);
    expect(await shown(newest)).toEqual(['On the words']);
    expect((await pdfTexts(newest)).at(-1)?.join(' ')).toContain('on version 1.0');
    expect(await shown(await commented(ann.client, id, { currentRev: first?.id ?? '' }))).toEqual(['On the first', 'On the words']);
  });

  it('is marked for who may not have the file, and refused to who may not have a PDF or not read the document', async () => {
    const original = await contract();
    const id = await make(original);
    await write(cleo, id, 'Look', { place: { kind: 'area', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2 } });
    const marked = await commented(bob.client, id);
    expect(marked.includes(original.subarray(0, 400))).toBe(false);
    expect(byWords(await notesOf(marked), 'Look')).toMatchObject({ subtype: 'Square', titleObj: { str: 'Cleo Diaz' } });
    const pages = await pdfTexts(marked);
    expect(pages).toHaveLength(3);
    for (const texts of pages) expect(texts.some((text) => text.includes('王小明'))).toBe(true);
    expect((await pdfTexts(await commented(ann.client, id))).flat().some((text) => text.includes('Ann Lee ('))).toBe(false);
    for (const [who, code] of [
      [cleo, 4611],
      [tim, 4611],
      [eve, 1002],
    ] as const)
      expect([who.fullName, await who.client.refused(preview.commentedPdf, { id })]).toEqual([who.fullName, code]);
    // the right ends between the promise and the download
    const { downloadUrl } = await bob.client.call(preview.commentedPdf, { id });
    const grant = { objId: id, granteeType: 'user', granteeId: bob.id } as const;
    await dossier.admin.call(permissions.grant, { ...grant, level: level.title });
    expect((await fetched(downloadUrl)).json()).toMatchObject({ code: 4611 });
    expect(await bob.client.refused(preview.commentedPdf, { id })).toBe(4611);
  });

  it('is refused to who lost the right to the file since it was promised, and marked when it is asked for again', async () => {
    const original = await contract();
    const id = await make(original);
    const may = { objId: id, granteeType: 'user', granteeId: cleo.id } as const;
    await dossier.admin.call(permissions.grant, { ...may, level: level.download });
    await write(ann, id, 'Look');
    const { downloadUrl } = await cleo.client.call(preview.commentedPdf, { id });
    expect((await fetched(downloadUrl)).rawPayload.subarray(0, original.length).equals(original)).toBe(true);
    await dossier.admin.call(permissions.grant, { ...may, level: level.pdf });
    expect((await fetched(downloadUrl)).json()).toMatchObject({ code: 4611 });
    expect((await commented(cleo.client, id)).includes(original.subarray(0, 400))).toBe(false);
  });

  it('is refused where its tables name another list of annotations than the whole file has', async () => {
    const original = (await contract(undefined, false)).toString('latin1');
    const list = /\/Annots (\d+) 0 R/.exec(original)?.[1] ?? '';
    // behind the objects that the table names, where readers that go through the whole file find it last
    const at = original.lastIndexOf('startxref');
    const id = await make(Buffer.from(`${original.slice(0, at)}${list} 0 obj\nnull\nendobj\n${original.slice(at)}`, 'latin1'));
    await write(ann, id, 'Look', { place: { kind: 'area', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2 } });
    const { look } = await ann.client.call(preview.commentedPdf, { id });
    expect(await endedState(dossier.nobody, previewByToken.paper, { look })).toMatchObject({ state: 'failed', reason: 'broken' });
  });

  it('is printed by who may print as well, with the watermark of prints, and logged as a print', async () => {
    const id = await make(await contract());
    await write(ann, id, 'Look');
    const grant = { objId: id, granteeType: 'user', granteeId: bob.id } as const;
    expect(await bob.client.refused(preview.commentedPdf, { id, print: true })).toBe(4612);
    await dossier.admin.call(permissions.grant, { ...grant, level: level.pdf | right.print });
    await dossier.admin.call(permissions.grant, { ...grant, granteeId: ann.id, level: level.modify | right.print });
    const printed = async (client: Client) => (await client.call(preview.commentedPdf, { id, print: true })).downloadUrl;
    const isMarked = async (url: string, words: string): Promise<boolean> =>
      (await pdfTexts((await fetched(url)).rawPayload)).every((texts) => texts.some((text) => text.includes(words)));
    expect(await isMarked(await printed(ann.client), 'On paper')).toBe(false);
    const { id: markId } = await dossier.admin.call(watermarks.create, {
      name: 'Prints',
      uses: ['print'],
      holders: 'all',
      design: { lines: ['On paper'], angle: 0 },
    });
    // within the same second the promise is the same, and what was made for it is kept
    dossier.clock.forward(1000);
    const url = await printed(bob.client);
    for (const one of [await printed(ann.client), url]) expect(await isMarked(one, 'On paper')).toBe(true);
    expect(await isMarked((await ann.client.call(preview.commentedPdf, { id })).downloadUrl, 'On paper')).toBe(false);
    await dossier.drain();
    const logged = await dossier.services.database.read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    const times = (code: number) => logged.filter((row) => row.action === code).length;
    expect([times(action.documentPrint), times(action.documentPdfComments)]).toEqual([3, 1]);
    // the right to print ends, and that to a PDF stays
    await dossier.admin.call(permissions.grant, { ...grant, level: level.pdf });
    expect((await fetched(url)).json()).toMatchObject({ code: 4612 });
    expect(await bob.client.refused(preview.commentedPdf, { id, print: true })).toBe(4612);
    await commented(bob.client, id);
    await dossier.admin.call(permissions.grant, { ...grant, level: level.view | right.print });
    expect(await bob.client.refused(preview.commentedPdf, { id, print: true })).toBe(4611);
    await dossier.admin.call(watermarks.delete, { id: markId });
  });

  it('is refused of what has no pages, no comments or too many, is protected, or damaged', async () => {
    const [text, bare] = [await make(Buffer.from('words'), 'plan.txt'), await make(await contract())];
    await write(ann, text, 'On a text');
    expect(await ann.client.refused(preview.commentedPdf, { id: text })).toBe(4636);
    expect(await ann.client.refused(preview.commentedPdf, { id: bare })).toBe(4676);
    const thread = await write(ann, bare, 'One');
    await dossier.services.database.write(async (db) => {
      const one = await db.selectFrom('comment_thread').selectAll().where('id', '=', Number(thread)).executeTakeFirstOrThrow();
      const first = await db.selectFrom('comment').selectAll().where('id', '=', Number(thread)).executeTakeFirstOrThrow();
      const ids = Array.from({ length: 2000 }, (_, at) => at + 1);
      for (let from = 0; from < ids.length; from += 500) {
        const some = ids.slice(from, from + 500);
        await db
          .insertInto('comment_thread')
          .values(some.map((id) => ({ ...one, id })))
          .execute();
        await db
          .insertInto('comment')
          .values(some.map((id) => ({ ...first, id, thread_id: id })))
          .execute();
      }
    });
    expect(await ann.client.refused(preview.commentedPdf, { id: bare })).toBe(4675);
    for (const [bytes, reason, code] of [
      [await contract((pdf) => pdf.encrypt({ userPassword: '', ownerPassword: 'x' })), 'encrypted', 4671],
      [Buffer.from('%PDF-1.7 no PDF at all'), 'broken', 4672],
    ] as const) {
      const id = await make(bytes);
      await write(ann, id, 'Look');
      const { look, downloadUrl } = await ann.client.call(preview.commentedPdf, { id });
      expect(await endedState(dossier.nobody, previewByToken.paper, { look })).toMatchObject({ state: 'failed', reason });
      expect((await fetched(downloadUrl)).json()).toMatchObject({ code });
    }
  });

  it('of a signed document says that it is not that, and keeps what was signed', async () => {
    const id = await make(await contract());
    const [seen] = await ann.client.call(content.revisions, { id });
    await ann.client.call(signatures.sign, { id, revisionId: seen?.id ?? '', password: ann.password });
    await write(ann, id, 'After the signature');
    const [signed, copy] = [await bytesOf(id), await commented(ann.client, id)];
    expect(copy.subarray(0, signed.length).equals(signed)).toBe(true);
    expect((await pdfTexts(copy)).at(-1)?.join(' ')).toContain('not the signed document');
    expect((await ann.client.call(content.revisions, { id })).length).toBe(2);
  });
});

describe('annotations of other programs', () => {
  it('outlive an edit and the comments, entry by entry', async () => {
    const original = await contract();
    const id = await make(original);
    const { sessionId, windowId, draftUrl } = await ann.client.call(editing.openFile, { id });
    await dossier.server.app.inject({ method: 'PUT', url: draftUrl, payload: await editedPdf(original, freeText('written here')) });
    await ann.client.call(editing.closeFile, { sessionId, windowId });
    await write(ann, id, 'Commented', { place: { kind: 'area', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2 } });
    const copy = await commented(dossier.admin, id);
    const notes = await notesOf(copy);
    const words = ['foreign note', 'foreign answer', 'foreign circle', 'foreign line', 'written here', 'Commented'];
    expect(notes.map(({ contents }) => contents)).toEqual(words);
    expect(byWords(notes, 'foreign answer').inReplyTo).toBe(byWords(notes, 'foreign note').id);
    const foreign = async (bytes: Buffer): Promise<string[]> => {
      const pdf = await PDFDocument.load(bytes);
      const list = pdf.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray);
      return list
        .asArray()
        .slice(0, 4)
        .map((one) => String(pdf.context.lookup(one)));
    };
    expect(await foreign(copy)).toEqual(await foreign(original));
  });
});

describe.skipIf(!hasPoppler)('another program', () => {
  it('reads and draws what the editor and the comments wrote, and has nothing to complain of', async () => {
    for (const packed of [true, false]) {
      const original = await contract(undefined, packed);
      const id = await make(await editedPdf(original, freeText('written here')));
      await write(ann, id, 'Framed', { place: { kind: 'area', page: 1, x: 0.25, y: 0.4, width: 0.5, height: 0.25 } });
      await write(bob, id, '五月？', { place: { kind: 'words', page: 1, quote: 'lease ends', before: '', after: '' } });
      const copy = await commented(dossier.admin, id);
      const { said: facts } = await toldBy(copy, { program: 'pdfinfo', args: ['IN'] });
      expect(facts).toMatch(/Pages:\s+3/);
      expect(facts).not.toMatch(/error|warning/i);
      const { said: texts } = await toldBy(copy, { program: 'pdftotext', args: ['IN', '-'] });
      for (const words of ['The lease ends', 'written here', '1. Ann Lee', 'Framed', '2. 王小明', '五月？']) expect(texts).toContain(words);
      const { said, file } = await toldBy(copy, {
        program: 'pdftoppm',
        args: ['-r', '72', '-f', '1', '-l', '1', '-singlefile', '-png', 'IN', 'OUT'],
        made: 'out.png',
      });
      expect(said).toBe('');
      const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
      // amber, light amber under the words, and white inside the frame
      const [red = 0, green = 0, blue = 0] = pixel(200, 200);
      expect([red > 200, green < 200, blue < 120]).toEqual([true, true, true]);
      expect(pixel(200, 270)).toEqual([255, 255, 255]);
      const row = Array.from({ length: 80 }, (_, x) => pixel(62 + x, 94));
      expect(row.some(([r = 0, , b = 255]) => r > 240 && b < 150)).toBe(true);
    }
  });
});

describe.skipIf(!hasProgram('mutool'))('mutool', () => {
  it('reads the comments beside what it and others noted, which stays as it was', async () => {
    const original = await annotatedByMutool(await contract());
    const before = await annotationsByMutool(original);
    expect(before.map(({ contents }) => contents)).toEqual(expect.arrayContaining(['foreign note', 'mutool highlight', 'mutool ink']));
    const id = await make(original);
    const framed = await write(ann, id, 'Framed', { place: { kind: 'area', page: 1, x: 0.25, y: 0.4, width: 0.5, height: 0.25 } });
    await write(bob, id, '谁签字？', { threadId: framed });
    const copy = await commented(dossier.admin, id);
    expect(copy.subarray(0, original.length).equals(original)).toBe(true);
    const after = await annotationsByMutool(copy);
    expect(after.filter(({ author }) => author === 'Mutool' || author === 'Elsewhere')).toEqual(before);
    expect(after).toEqual(
      expect.arrayContaining([
        { page: 1, type: 'Square', contents: 'Framed', author: 'Ann Lee' },
        { page: 1, type: 'Text', contents: '谁签字？', author: '王小明' },
      ]),
    );
    // no object that it cannot read
    await cleanedByMutool(copy);
  });
});
