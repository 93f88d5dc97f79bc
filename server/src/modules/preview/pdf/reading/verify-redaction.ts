import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import type { PageArea } from '@dossier/contract/preview/pdf-changes';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import { holdsMiddle, shownBox } from './areas.ts';
import { type Letter, openText } from './pdfium-text.ts';
import { anyIn, packed, stringsOfContent } from './secret-words.ts';

/** Looks in a redacted PDF, by two engines and in its bytes, for what must not be there. The text of the answer names where it was found; empty where nowhere. */
export async function verifyRedaction({ path, terms }: Job): Promise<Answer> {
  const { areas, secrets } = terms as { areas: PageArea[]; secrets: string[] };
  const words = secrets.map(packed);
  const found = (await foundByPdfium(path, areas, words)) ?? (await foundByPdfjs(path, words)) ?? (await foundInBytes(path, secrets));
  return { ok: true, text: found ?? '' };
}

async function foundByPdfium(path: string, areas: readonly PageArea[], words: readonly string[]): Promise<string | undefined> {
  const pdf = await openText(path);
  try {
    for (let page = 1; page <= pdf.pages; page++) {
      if (anyIn(pdf.text(page), words)) return `text of page ${page}`;
      const here = areas.filter((area) => area.page === page);
      if (here.length === 0) continue;
      const { letters, toShown } = pdf.letters(page);
      const isUnder = (letter: Letter): boolean =>
        letter.text.trim() !== '' && here.some((area) => holdsMiddle(area, shownBox(letter, toShown)));
      if (letters.some(isUnder)) return `area on page ${page}`;
    }
    return undefined;
  } finally {
    pdf.close();
  }
}

async function foundByPdfjs(path: string, words: readonly string[]): Promise<string | undefined> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    verbosity: 0,
    cMapUrl: join(library, 'cmaps/'),
    standardFontDataUrl: join(library, 'standard_fonts/'),
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    maxImageSize: 1,
  });
  try {
    const pdf = await task.promise;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      page.cleanup();
      if (anyIn(text, words)) return `text of page ${number}`;
    }
    const { info, metadata } = await pdf.getMetadata();
    const facts = [Object.values(info), metadata?.getRaw(), await pdf.getOutline(), Object.values((await pdf.getAttachments()) ?? {})];
    return anyIn(valuesIn(facts).join('\n'), words) ? 'properties' : undefined;
  } finally {
    await task.destroy();
  }
}

/** All texts in an answer of pdfjs, without the names of its properties. */
function valuesIn(facts: unknown): string[] {
  if (typeof facts === 'string') return [facts];
  return typeof facts === 'object' && facts !== null && !ArrayBuffer.isView(facts) ? Object.values(facts).flatMap(valuesIn) : [];
}

const [subtype, filter, length1] = ['Subtype', 'Filter', 'Length1'].map((name) => PDFName.of(name)) as [PDFName, PDFName, PDFName];
/** Fewer bytes stand in an image or a font by chance. */
const leastInImage = 8;

/** Looks through every object and every decoded stream, whether a page leads to it or not. */
async function foundInBytes(path: string, secrets: readonly string[]): Promise<string | undefined> {
  const pdf = await PDFDocument.load(await readFile(path), {
    updateMetadata: false,
    throwOnInvalidObject: false,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  const words = secrets.map(packed);
  const patterns = secrets.flatMap((secret) =>
    [Buffer.from(secret), Buffer.from(secret, 'utf16le'), Buffer.from(secret, 'utf16le').swap16()].filter(
      ({ length }) => length >= leastInImage,
    ),
  );
  for (const [ref, one] of pdf.context.enumerateIndirectObjects()) {
    if (anyIn(stringsIn(one).join('\n'), words)) return `object ${ref.objectNumber}`;
    if (!(one instanceof PDFRawStream)) continue;
    const bytes = decoded(one);
    if (patterns.some((pattern) => bytes.includes(pattern))) return `stream ${ref.objectNumber}`;
    const isImage = one.dict.lookup(subtype) === PDFName.of('Image') || one.dict.has(length1);
    if (isImage) continue;
    const { latin, wide } = stringsOfContent(bytes);
    if (anyIn(latin, words) || anyIn(wide, words)) return `stream ${ref.objectNumber}`;
  }
  return undefined;
}

function decoded(stream: PDFRawStream): Buffer {
  try {
    const bytes = decodePDFRawStream(stream).decode();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch {
    // a filter of images alone: its bytes as they are
    if (!stream.dict.has(filter)) throw new TaskFailure('broken');
    return Buffer.from(stream.contents);
  }
}

function stringsIn(one: PDFObject): string[] {
  const strings: string[] = [];
  const waiting: PDFObject[] = [one];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof PDFString || next instanceof PDFHexString) strings.push(next.decodeText());
    else if (next instanceof PDFArray) waiting.push(...next.asArray());
    else if (next instanceof PDFDict) waiting.push(...next.values());
    else if (next instanceof PDFRawStream) waiting.push(next.dict);
  }
  return strings;
}
