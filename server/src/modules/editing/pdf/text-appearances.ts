import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFObjectCopier, PDFRef } from '@cantoo/pdf-lib';
import { appendUpdate } from '../../../platform/pdf/pdf-updates.ts';
import { type EmbeddedFont, embedFont } from '../../../platform/text/embedded-font.ts';
import { isText } from './compare-objects.ts';
import type { Increments } from './read-increments.ts';

/** The distance of two lines, by the size of the letters: that of the editor. */
const lineHeight = 1.35;
const largestSize = 500;
const mostLetters = 20_000;

const key = (name: string): PDFName => PDFName.of(name);

/** The matrices by which a text is turned against the clock. */
const turns: Record<number, number[]> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

/**
 * The editor gives a text no appearance where its font, which is that of Western letters, lacks one of them: most programs then show nothing. Answers an
 * update that gives these texts one, with the letters in it; undefined where none is without.
 */
export async function appearancesFor(bytes: Buffer, base: PDFDocument, { changed, size }: Increments): Promise<Buffer | undefined> {
  const bare = [...changed].filter((one): one is [number, PDFDict] => one[1] instanceof PDFDict && isBareText(one[1]));
  if (bare.length === 0) return undefined;
  const made = await PDFDocument.create();
  const letters = await embedFont(made);
  const drawn = bare.map(([number, note]): [number, PDFDict, Drawn] => [number, note, drawText(note, letters)]);
  await made.flush();
  const { context } = base;
  context.largestObjectNumber = size - 1;
  const font = PDFObjectCopier.for(made.context, context).copy(letters.font.ref);
  const objects: [PDFRef, PDFObject][] = [];
  for (const [number, note, { content, box, matrix }] of drawn) {
    const form = { Type: 'XObject', Subtype: 'Form', BBox: box, Matrix: matrix, Resources: { Font: { F0: font } } };
    const appearance = context.register(context.flateStream(content, form));
    const complete = note.clone(context);
    complete.set(key('AP'), context.obj({ N: appearance }));
    objects.push([PDFRef.of(number), complete]);
  }
  const added = context.enumerateIndirectObjects().filter(([ref]) => ref.objectNumber >= size);
  return appendUpdate(bytes, { context, objects: [...objects, ...added] }).bytes.subarray(bytes.length);
}

const isBareText = (note: PDFDict): boolean =>
  note.get(key('Subtype')) === key('FreeText') && !note.has(key('AP')) && isText(note.get(key('Contents')));

interface Drawn {
  content: string;
  box: number[];
  matrix: number[];
}

const numbersOf = (list: PDFObject | undefined): number[] =>
  list instanceof PDFArray ? list.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : 0)) : [];

/** Draws a text into its rectangle, in the size and colour that it names; smaller where it would not fit. */
function drawText(note: PDFDict, letters: EmbeddedFont): Drawn {
  const contents = note.get(key('Contents'));
  const lines = (isText(contents) ? contents.decodeText() : '')
    .slice(0, mostLetters)
    .replace(/[^\P{Cc}\r\n]/gu, ' ')
    .split(/\r\n|\r|\n/);
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(note.get(key('Rect')));
  const rotate = note.get(key('Rotate'));
  const turn = rotate instanceof PDFNumber ? rotate.asNumber() : 0;
  const isUpright = turn % 180 === 0;
  const [width, height] = isUpright ? [right - left, top - bottom] : [top - bottom, right - left];
  const { size: wanted, colour } = lookOf(note);
  const widest = Math.max(...lines.map((line) => letters.width(line)), 0.01);
  const size = Math.max(1, Math.min(wanted, width / widest, height / (lineHeight * lines.length)));
  const rows = lines.map(
    (line, at) => `${at === 0 ? `0 ${(height - size).toFixed(2)}` : `0 ${(-lineHeight * size).toFixed(2)}`} Td <${letters.hex(line)}> Tj`,
  );
  const content = `q BT ${colour} /F0 ${size.toFixed(2)} Tf ${rows.join(' ')} ET Q`;
  return { content, box: [0, 0, width, height], matrix: turns[turn] ?? (turns[0] as number[]) };
}

/** Size and colour of a text, from what it says of its appearance. */
function lookOf(note: PDFDict): { size: number; colour: string } {
  const look = note.get(key('DA'));
  const text = isText(look) ? look.decodeText() : '';
  const size = Number(/([\d.]{1,12}) Tf/.exec(text)?.[1] ?? 0);
  const colour = /(?:[\d.]{1,12} ){3}rg|[\d.]{1,12} g\b/.exec(text)?.[0] ?? '0 g';
  return { size: size > 0 && size <= largestSize ? size : 12, colour };
}
