import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isCompound } from '@dossier/formats/compound/compound-file';
import { type Answer, type Job, TaskFailure, maxBlankPages } from '@dossier/formats/task';
import { decodeText, detectEncoding, looksBinary } from '@dossier/formats/text/decode';
import { SinkFull, type TextSink, textSink } from '@dossier/formats/text/text-sink';
import type { ZipParts } from '@dossier/formats/zip/zip-parts';
import { closeUp } from '../../text/snippet.ts';

const maxPages = 5000;

/** A page with fewer characters counts as an image: scanner programs put their name on each page. */
const minCharacters = 20;

/** Facts about a PDF, collected while it is read: how many pages it has, and which of them have hardly any text. */
interface PdfFacts {
  pages?: number;
  blank: number[];
}

/** The text of a PDF, page by page with a form feed between them. */
async function pdfText(path: string, sink: TextSink, facts: PdfFacts): Promise<void> {
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
    const pdf = await task.promise.catch((error: { name?: string }) => {
      throw new TaskFailure(error.name === 'PasswordException' ? 'encrypted' : 'broken');
    });
    facts.pages = pdf.numPages;
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
      if (number > 1) sink.add('\f');
      // A broken page does not stop the others.
      const page = await pdf.getPage(number).catch(() => undefined);
      const content = await page?.getTextContent().catch(() => undefined);
      let text = '';
      for (const item of content?.items ?? []) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
      page?.cleanup();
      if (facts.blank.length < maxBlankPages && text.replace(/\s+/g, '').length < minCharacters) facts.blank.push(number);
      sink.add(closeUp(text));
    }
  } finally {
    await task.destroy();
  }
}

const maxPdf = 256 * 1024 * 1024;
const maxWhole = 64 * 1024 * 1024;
const images = /(?:^|\/)(?:media|pictures|embeddings)\/./i;

// Each reader is imported when a file needs it: most files are plain text, and to load all of them needs nearly twice the processor time to start.
type OfficeReaders = typeof import('@dossier/formats/office/office-text');
const zipReaders: Record<string, keyof OfficeReaders> = {
  ...same('wordText', 'docx docm dotx dotm'),
  ...same('workbookText', 'xlsx xlsm xltx xltm'),
  ...same('slidesText', 'pptx pptm ppsx ppsm potx potm'),
  ...same('drawingText', 'vsdx vsdm vstx'),
  ...same('openDocumentText', 'odt ott ods ots odp otp odg otg'),
  ofd: 'ofdText',
};
const heldReaders: Record<string, (bytes: Buffer) => Promise<string>> = {
  ...same(async (bytes: Buffer) => {
    const { htmlText } = await import('@dossier/formats/html/html-text');
    return htmlText(decodeText(bytes).text);
  }, 'html htm xhtml shtml svg'),
  ...same(async (bytes: Buffer) => {
    const { rtfText } = await import('@dossier/formats/rtf/rtf-text');
    return rtfText(bytes.toString('latin1'));
  }, 'rtf'),
  ...same(async (bytes: Buffer) => {
    const { mailText } = await import('@dossier/formats/mail/mime');
    return mailText(bytes.toString('latin1'));
  }, 'eml mht mhtml'),
  ...same(async (bytes: Buffer) => {
    const { msgText } = await import('@dossier/formats/mail/msg');
    return msgText(bytes);
  }, 'msg'),
  ...same(async (bytes: Buffer) => {
    const { drawingText } = await import('@dossier/formats/drawing/excalidraw');
    return drawingText(bytes);
  }, 'excalidraw'),
};
const oldSheets = new Set(['xls', 'xlt', 'xlsb', 'et', 'ett']);
const oldOffice = new Set('doc dot wps wpt ppt pps pot dps dpt vsd'.split(' '));
/** Workbooks, whose text is complete; other documents may hold images of text. */
const sheets = /^(?:xl|ods|ots)/;
/** Machine-readable data, or nothing that an index should hold. */
const noWords = new Set('dxf stl obj step stp iges igs eps ps'.split(' '));
const logs = new Set(['txt', 'log', 'csv', 'tsv']);

/** The text of a document by its extension; plain text is recognised whatever its extension. */
export async function extract(job: Job): Promise<Answer> {
  const sink = textSink(job.maxOutput);
  const facts: PdfFacts = { blank: [] };
  let cut = false;
  try {
    if (noWords.has(job.ext)) throw new TaskFailure('unsupported');
    if (job.ext === 'pdf') {
      if (job.size > maxPdf) throw new TaskFailure('too-large');
      await pdfText(job.path, sink, facts);
    } else facts.pages = await read(job, sink);
  } catch (error) {
    // What was read before a document turned out to be too large is worth indexing.
    cut = error instanceof SinkFull || (error instanceof TaskFailure && error.reason === 'too-large' && !sink.isEmpty());
    if (!cut) throw error;
  }
  const { pages, blank } = facts;
  return { ok: true, text: tidy(sink.text()), cut, ...(pages !== undefined && { pages }), ...(blank.length > 0 && { blank }) };
}

/** Every format but PDF; returns the number of pages where the format has pages. */
async function read(job: Job, sink: TextSink): Promise<number | undefined> {
  const head = await readHead(job.path, 8);
  const isZip = head.toString('latin1', 0, 4) === 'PK\x03\x04';
  if (oldSheets.has(job.ext) || (sheets.test(job.ext) && isCompound(head))) return oldSheet(job, sink);
  const zipReader = zipReaders[job.ext];
  if (oldOffice.has(job.ext) && isZip) return zipped(job, officeReader, sink);
  if (oldOffice.has(job.ext) || (zipReader && isCompound(head))) {
    const { legacyOfficeText } = await import('@dossier/formats/office/legacy-office-text');
    legacyOfficeText(await readWhole(job), sink);
  } else if (zipReader) return zipped(job, () => zipReader, sink);
  else await plain(job, sink);
  return undefined;
}

/** The reader of a newer document with the extension of an older format. */
function officeReader(zip: ZipParts): keyof OfficeReaders {
  const has = (part: RegExp): boolean => zip.names.some((name) => part.test(name));
  if (has(/^word\//i)) return 'wordText';
  if (has(/^ppt\//i)) return 'slidesText';
  return has(/^visio\//i) ? 'drawingText' : 'openDocumentText';
}

/** Without control characters (PostgreSQL stores no zero byte), lone surrogates and runs of empty lines. */
function tidy(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
  const clean = text.toWellFormed().replace(/[\0-\x08\x0e-\x1f\x7f\ufeff]+/g, ' ');
  return clean.replace(/\s*\n\s*\n\s*\n/g, '\n\n').trim();
}

async function zipped(job: Job, readerOf: (zip: ZipParts) => keyof OfficeReaders, sink: TextSink): Promise<number | undefined> {
  const [{ openZip }, readers] = await Promise.all([
    import('@dossier/formats/zip/zip-parts'),
    import('@dossier/formats/office/office-text'),
  ]);
  const zip = await openZip(job.path);
  try {
    const pages = await readers[readerOf(zip)](zip, sink);
    // only images: OCR may read them from the pages
    if (sink.isBlank() && !sheets.test(job.ext) && zip.names.some((name) => images.test(name))) throw new TaskFailure('no-engine');
    return typeof pages === 'number' ? pages : undefined;
  } finally {
    zip.close();
  }
}

async function oldSheet(job: Job, sink: TextSink): Promise<number> {
  const { legacyWorkbookText } = await import('@dossier/formats/workbook/legacy-workbook');
  return legacyWorkbookText(await readWhole(job), sink);
}

/** The content of a file that is read as a whole. */
async function readWhole(job: Job): Promise<Buffer> {
  if (job.size > maxWhole) throw new TaskFailure('too-large');
  return readHead(job.path, job.size);
}

async function plain(job: Job, sink: TextSink): Promise<void> {
  const reader = heldReaders[job.ext];
  if (reader) {
    const held = await readWhole(job);
    sink.add(await reader(held));
    // only images: OCR may read them from the pages
    if (job.ext === 'rtf' && sink.isBlank() && /\\(?:pict|object)\b/.test(held.toString('latin1'))) throw new TaskFailure('no-engine');
    return;
  }
  // Two bytes give at least one byte of UTF-8: more than this would be cut anyway.
  const bytes = await readHead(job.path, Math.min(job.size, job.maxOutput * 2 + 65_536));
  const text = logs.has(job.ext) ? withoutZeros(bytes) : bytes;
  if (looksBinary(text)) throw new TaskFailure('unsupported');
  sink.add(decodeText(text).text);
}

/** Removes zero bytes from a log: a crash may have filled its end with them. */
function withoutZeros(bytes: Buffer): Buffer {
  return !bytes.includes(0) || detectEncoding(bytes).startsWith('utf-16') ? bytes : Buffer.from(bytes.map((byte) => byte || 0x20));
}

async function readHead(path: string, length: number): Promise<Buffer> {
  const file: FileHandle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

function same<T>(value: T, extensions: string): Record<string, T> {
  return Object.fromEntries(extensions.split(' ').map((ext) => [ext, value]));
}
