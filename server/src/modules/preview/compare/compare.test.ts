import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf } from '@dossier/contract/core/route';
import { content } from '@dossier/contract/documents/content';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { compare, rowsTogether } from '@dossier/contract/preview/compare';
import { preview } from '@dossier/contract/preview/preview';
import { utils, write } from '@e965/xlsx';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { zipOf } from '../../../../test/zip-of.ts';
import { renditionFolder } from '../rendition-cache.ts';
import { sweepRenditions } from '../renditions.ts';

let dossier: TestServer;
let cabinet: string;
/** A user with the right to read, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 3 });
});
afterAll(() => dossier.close());

const document = (name: string, bytes: Buffer | string) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });

type Changes = OutputOf<typeof compare.changes>;

interface Compared {
  kind: string;
  previewToken: string;
  other: string;
  state: OutputOf<typeof compare.state>;
  found: Changes;
}

async function compared(client: Client, id: string, otherId: string, spaces: boolean = true): Promise<Compared> {
  const { kind, before, after } = await client.call(compare.open, { id, otherId });
  const tokens = { look: before.view.look, other: after.view.look, spaces };
  const state = await endedState(dossier.nobody, compare.state, tokens);
  const nothing = { added: 0, removed: 0, changed: 0, cut: false, changes: [], tables: [] };
  const found = kind === 'cards' || state.state !== 'ready' ? nothing : await dossier.nobody.call(compare.changes, tokens);
  return { kind, previewToken: tokens.look, other: tokens.other, state, found };
}

const pairOf = async (name: string, before: Buffer | string, after: Buffer | string): Promise<[string, string]> => [
  await document(name, before),
  await document(name, after),
];

describe('texts', () => {
  it('are compared by lines and by the words in them', async () => {
    const pair = await pairOf('terms.txt', 'one\ntwo words here\nthree\nfour\n', 'one\ntwo names here\nthree\nnew\nfour\n');
    const { kind, previewToken, other, found } = await compared(dossier.admin, ...pair);
    expect(kind).toBe('text');
    expect([found.added, found.removed, found.changed]).toEqual([1, 0, 1]);
    expect(found.changes[0]).toMatchObject({ kind: 'changed', before: 'two words here', after: 'two names here', lineBefore: 2, row: 1 });
    const { rows } = await dossier.nobody.call(compare.rows, { look: previewToken, other, part: 0 });
    expect(rows.map(({ kind: how, before, after, marksBefore }) => [how, before[0], after?.[0], marksBefore])).toEqual([
      ['same', 'one', undefined, undefined],
      ['changed', 'two words here', 'two names here', [4, 9]],
      ['same', 'three', undefined, undefined],
      ['added', '', 'new', undefined],
      ['same', 'four', undefined, undefined],
    ]);
  });

  it('differ in blanks only where blanks count, whatever the line endings and encodings', async () => {
    const pair = await pairOf('blanks.txt', '第一条  内容\r\nsecond line\r\n', Buffer.from('\ufeff第一条 内容\nsecond  line \n'));
    expect((await compared(dossier.admin, ...pair)).found.changed).toBe(1);
    expect((await compared(dossier.admin, ...pair, false)).found).toMatchObject({ added: 0, removed: 0, changed: 0, changes: [] });
  });

  it('may be revisions of one document, and each preview is logged', async () => {
    const id = await document('minutes.txt', 'first\n');
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'minutes.txt', bytes: 'second\n', onSameName: 'revision' });
    const [newest, oldest] = await dossier.admin.call(content.revisions, { id });
    const { before, after, sameBytes } = await dossier.admin.call(compare.open, {
      id,
      currentRev: oldest?.id ?? '',
      otherRev: newest?.id ?? '',
    });
    expect([before.view.version, after.view.version, before.view.id === after.view.id]).toEqual([1, 2, true]);
    expect(sameBytes).toBe(false);
  });

  it('of five megabytes without a common line are compared in bounded time', async () => {
    const lines = (word: string) =>
      Array.from({ length: 90_000 }, (_, at) => `${word} ${at * 7919} in a line that goes on and on`).join('\n');
    const pair = await pairOf('large.txt', lines('apple'), lines('pear').replaceAll('line', 'row').replaceAll('goes', 'runs'));
    const { state, found, previewToken, other } = await compared(dossier.admin, ...pair);
    expect(state.state).toBe('ready');
    expect(found.changes.length).toBeGreaterThan(0);
    const { rows } = await dossier.nobody.call(compare.rows, { look: previewToken, other, part: 3 });
    expect(rows).toHaveLength(rowsTogether);
  });
});

async function pdfOf(pages: string[][]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = pdf.addPage([400, 500]);
    for (const [at, line] of lines.entries()) page.drawText(line, { x: 40, y: 440 - at * 30, size: 14, font });
  }
  return Buffer.from(await pdf.save());
}

describe('pages', () => {
  it('are compared by words with their boxes, across page breaks', async () => {
    const before = await pdfOf([['The price is 400 euro', 'to be paid in May'], ['Signed by both']]);
    const after = await pdfOf([['The price is 450 euro'], ['to be paid in May', 'without interest', 'Signed by both']]);
    const pair = await pairOf('contract.pdf', before, after);
    const { kind, found } = await compared(reader.client, ...pair);
    expect(kind).toBe('pages');
    expect(found.changes.map(({ kind: how, before: was, after: is }) => [how, was, is])).toEqual([
      ['changed', '400', '450'],
      ['added', '', 'without interest'],
    ]);
    const [first, second] = found.changes;
    expect(first?.placesBefore?.[0]?.page).toBe(1);
    expect(first?.placesBefore?.[0]?.boxes[0]?.x).toBeGreaterThan(0.2);
    expect([second?.placesBefore?.[0]?.boxes[0]?.width, second?.placesAfter?.[0]?.page]).toEqual([0, 2]);
    expect(second?.placesAfter?.[0]?.boxes).toHaveLength(1);
  });

  it('replace texts for users without the right to download', async () => {
    const pair = await pairOf('secret.txt', 'the same line\nyesterday', 'the same line\ntomorrow');
    const { kind, found, previewToken, other } = await compared(reader.client, ...pair);
    expect([kind, found.tables, found.changes.map(({ before, after }) => [before, after])]).toEqual([
      'pages',
      [],
      [['yesterday', 'tomorrow']],
    ]);
    await expect(dossier.nobody.call(compare.rows, { look: previewToken, other, part: 0 })).rejects.toMatchObject({
      code: codes.pageOutOfRange.code,
    });
  });

  it('without a different word are compared by their images', async () => {
    const square = async (x: number): Promise<Buffer> => {
      const pdf = await PDFDocument.create();
      pdf.addPage([400, 500]).drawRectangle({ x, y: 100, width: 80, height: 80 });
      return Buffer.from(await pdf.save());
    };
    const { found } = await compared(dossier.admin, ...(await pairOf('scan.pdf', await square(40), await square(240))));
    expect(found.changes.map(({ kind, placesAfter }) => [kind, placesAfter?.[0]?.page])).toEqual([
      ['changed', 1],
      ['changed', 1],
    ]);
  });
});

describe('sheets', () => {
  const book = (sheets: Record<string, (string | number)[][]>): Buffer => {
    const made = utils.book_new();
    for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(made, utils.aoa_to_sheet(rows), name);
    return Buffer.from(write(made, { type: 'buffer', bookType: 'xlsx' }) as ArrayBuffer);
  };
  const rowsFrom = (to: number): (string | number)[][] => Array.from({ length: to }, (_, at) => [`item ${at}`, at, at * 2]);

  it('are compared cell by cell across inserted rows, and sheet by sheet', async () => {
    const before = rowsFrom(40);
    const after = rowsFrom(40).map((row, at) => (at === 30 ? ['item 30', 30, 999] : row));
    after.splice(10, 0, ['brand new', 7, 8]);
    const pair = await pairOf('budget.xlsx', book({ Plan: before, Old: [['x']] }), book({ Plan: after, New: [['y']] }));
    const { kind, previewToken, other, found } = await compared(dossier.admin, ...pair);
    expect(kind).toBe('sheet');
    expect(found.tables.map(({ name, state }) => [name, state])).toEqual([
      ['Plan', 'changed'],
      ['Old', 'removed'],
      ['New', 'added'],
    ]);
    expect(found.changes.slice(0, 2)).toMatchObject([
      { kind: 'added', after: 'brand new · 7 · 8', lineAfter: 11 },
      { kind: 'changed', before: '60', after: '999', lineBefore: 31, lineAfter: 32, column: 2 },
    ]);
    const { rows } = await dossier.nobody.call(compare.rows, { look: previewToken, other, table: 0, part: 0 });
    expect(rows.map((row) => (row.kind === 'gap' ? row.count : row.kind))).toEqual([
      'same',
      'same',
      6,
      'same',
      'same',
      'added',
      'same',
      'same',
      16,
      'same',
      'same',
      'changed',
      'same',
      'same',
      7,
    ]);
    expect(rows[found.changes[1]?.row ?? 0]).toMatchObject({
      before: ['item 30', '30', '60'],
      after: ['item 30', '30', '999'],
      marksAfter: [2],
    });
  });
});

describe('images and other formats', () => {
  it('report where they differ', async () => {
    const image = (left: number) =>
      sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
        .composite([{ input: { create: { width: 80, height: 60, channels: 3, background: '#c00' } }, left, top: 100 }])
        .png()
        .toBuffer();
    const pair = await pairOf('photo.png', await image(100), await image(500));
    const { kind, found } = await compared(reader.client, ...pair);
    expect([kind, found.changed]).toEqual(['picture', 2]);
    const [first] = found.changes[0]?.placesAfter?.[0]?.boxes ?? [];
    expect(first?.x).toBeCloseTo(0.12, 1);
    expect(first?.y).toBeCloseTo(0.16, 1);
    expect((await compared(reader.client, pair[0], pair[0])).found.changes).toEqual([]);
  });

  it('are the same in spite of what lossy compression changes', async () => {
    const lines = Array.from({ length: 120 }, (_, n) => `<path d="M${n * 8} 0 l400 600" stroke="${['#c00', '#00c', '#080'][n % 3]}"/>`);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="686"><rect width="960" height="686" fill="#fff"/>${lines.join('')}</svg>`;
    const exact = await sharp(Buffer.from(drawing)).png().toBuffer();
    const lossy = await sharp(exact).jpeg({ quality: 75 }).toBuffer();
    const { found } = await compared(reader.client, ...(await pairOf('lines.png', exact, lossy)));
    expect(found.changes).toEqual([]);
  });

  it('are compared by their details where nothing else is possible', async () => {
    const { kind, state } = await compared(dossier.admin, await document('a.bin', 'one'), await document('b.txt', 'two'));
    expect([kind, state.state]).toEqual(['cards', 'ready']);
  });

  it('fail with a reason', async () => {
    const pair = await pairOf('broken.pdf', 'no pdf', '%PDF-1.4 nor this');
    expect((await compared(dossier.admin, ...pair)).state).toMatchObject({ state: 'failed', reason: 'broken' });
  });
});

it('a comparison is removed with either of its documents', async () => {
  const pair = await pairOf('kept.txt', 'stays on the shelf', 'goes from the shelf');
  await compared(dossier.admin, ...pair);
  const hashes = pair.map(async (id) => (await dossier.admin.call(content.revisions, { id }))[0]?.sha256 ?? '');
  const [before = '', after = ''] = await Promise.all(hashes);
  const path = join(renditionFolder(dossier.services, before), `comparedtext-2-txt-${after}-txt`);
  await sweepRenditions(dossier.services);
  expect(existsSync(path)).toBe(true);
  await dossier.services.storage.remove(after);
  await sweepRenditions(dossier.services);
  expect(existsSync(path)).toBe(false);
});

it('files out of archives cannot be compared: the cache key would be that of the archive', async () => {
  const zip = await document('two.zip', await zipOf([{ name: 'a.txt', bytes: 'in the archive' }]));
  const { look: whole } = await dossier.admin.call(preview.view, { id: zip });
  const { look: other } = await dossier.nobody.call(archiveContents.open, { look: whole, place: 0 });
  const { look: previewToken } = await dossier.admin.call(preview.view, { id: await document('alone.txt', 'alone') });
  expect(await dossier.nobody.refused(compare.changes, { look: previewToken, other })).toBe(1010);
  expect(await dossier.nobody.refused(compare.changes, { look: other, other: previewToken })).toBe(1010);
});

describe('rights', () => {
  it('are needed on both, and checked again in each call', async () => {
    const other = await makeCabinet(dossier.admin);
    const hidden = await makeDocument(dossier, dossier.admin, { parentId: other, name: 'hidden.txt', bytes: 'hidden' });
    const seen = await document('seen.txt', 'seen');
    for (const [id, otherId] of [
      [seen, hidden],
      [hidden, seen],
    ])
      await expect(reader.client.call(compare.open, { id: id ?? '', otherId: otherId ?? '' })).rejects.toMatchObject({
        code: codes.itemMissing.code,
      });
    await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: reader.id, level: 1 });
    await expect(reader.client.call(compare.open, { id: seen, otherId: hidden })).rejects.toMatchObject({ code: codes.noRightToView.code });
    await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: reader.id, level: 3 });
    const { before, after } = await reader.client.call(compare.open, { id: seen, otherId: hidden });
    const tokens = { look: before.view.look, other: after.view.look };
    await dossier.nobody.call(compare.changes, tokens);
    await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: reader.id, level: 1 });
    await expect(dossier.nobody.call(compare.changes, tokens)).rejects.toMatchObject({ code: codes.noRightToView.code });
    const own = await dossier.admin.call(compare.open, { id: seen, otherId: seen });
    await expect(dossier.nobody.call(compare.changes, { look: before.view.look, other: own.after.view.look })).rejects.toMatchObject({
      code: codes.ticketInvalid.code,
    });
  });
});
