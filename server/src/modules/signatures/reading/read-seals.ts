import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import type { Seal } from '@dossier/contract/signatures/signatures';
import { TaskFailure } from '@dossier/formats/task';
import { checkDocumentStamp, checkSignature, type CmsFacts } from './check-cms.ts';

/** A signature as the file has it; whose key it is and how it is to be judged says the server. */
export type ReadSeal = Omit<Seal, 'verdict' | 'issuedBy'> & { issuedBy?: 'chain' | 'self' | 'unknown' };

/** All signatures of a PDF. */
export interface ReadSeals {
  pages: number;
  list: ReadSeal[];
  more: boolean;
}

const mostSeals = 40;
const mostFields = 20_000;
const longestText = 300;
const name = (word: string): PDFName => PDFName.of(word);

async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, {
      password: '',
      updateMetadata: false,
      throwOnInvalidObject: false,
      parseSpeed: Number.POSITIVE_INFINITY,
    });
  } catch (error) {
    throw new TaskFailure(/encrypt|password/i.test(String(error)) ? 'encrypted' : 'broken');
  }
}

/** The fields of signatures in the form of a document that have a value, with their names. */
function signedFields(pdf: PDFDocument): { field: string; value: PDFDict }[] {
  const form = pdf.catalog.lookup(name('AcroForm'));
  const roots = form instanceof PDFDict ? form.lookup(name('Fields')) : undefined;
  const found: { field: string; value: PDFDict }[] = [];
  const seen = new Set<unknown>();
  const waiting = roots instanceof PDFArray ? roots.asArray().map((ref) => ({ ref, path: '', type: '' })) : [];
  for (let next = waiting.shift(); next !== undefined && seen.size < mostFields; next = waiting.shift()) {
    const { ref, path, type } = next;
    if (seen.has(ref)) continue;
    seen.add(ref);
    const field = pdf.context.lookup(ref);
    if (!(field instanceof PDFDict)) continue;
    const own = textOf(field.lookup(name('T')));
    const here = [path, own].filter((part) => part !== undefined && part !== '').join('.');
    const kind = field.lookup(name('FT'))?.toString() ?? type;
    const value = field.lookup(name('V'));
    if (kind === '/Sig' && value instanceof PDFDict) found.push({ field: here, value });
    const kids = field.lookup(name('Kids'));
    if (kids instanceof PDFArray) waiting.push(...kids.asArray().map((kid) => ({ ref: kid, path: here, type: kind })));
  }
  return found;
}

const textOf = (value: unknown): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText().slice(0, longestText) : undefined;

/** A time of PDF, such as D:20260131120000+01'00'. */
function pdfTime(value: unknown): Date | undefined {
  const found = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/.exec(textOf(value) ?? '');
  if (found === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, offsetHours = '00', offsetMinutes = '00'] =
    found;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return Number.isNaN(at) ? undefined : new Date(at - (sign === undefined ? 0 : offset));
}

/** The bytes that a signature covers: from the start of the file to its digits, and from their end on. */
interface Range {
  first: Uint8Array;
  second: Uint8Array;
  digits: string;
  end: number;
}

/** Undefined where the range leaves out anything but the digits of the signature, or does not begin with the file. */
function rangeOf(bytes: Buffer, value: PDFDict): Range | undefined {
  const list = value.lookup(name('ByteRange'));
  if (!(list instanceof PDFArray) || list.size() !== 4) return undefined;
  const numbers = list.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : Number.NaN));
  const [start = 1, length = 0, from = 0, rest = 0] = numbers;
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 0) || start !== 0) return undefined;
  const end = from + rest;
  if (length >= from || end > bytes.length) return undefined;
  const gap = bytes.toString('latin1', length, from);
  if (!/^<[\dA-Fa-f\s]*>$/.test(gap)) return undefined;
  return { first: bytes.subarray(0, length), second: bytes.subarray(from, end), digits: gap.slice(1, -1).replace(/\s/g, ''), end };
}

/** The signature without the zeros after it; undefined where anything else follows it, which nobody has signed. */
function trimmed(bytes: Buffer): Buffer | undefined {
  const first = bytes[1] ?? 0;
  const size = first & 0x7f;
  if (first < 0x80 || size === 0 || size > 4 || bytes.length < 2 + size) return bytes;
  const end = 2 + size + bytes.readUIntBE(2, size);
  return bytes.subarray(end).every((byte) => byte === 0) ? bytes.subarray(0, end) : undefined;
}

/**
 * How often a file was added to after some place of it. A line end is no addition; more of them are: programs that find no end of a PDF in its last
 * kilobyte or kilobytes take the objects that they find all over the file, which may be others.
 */
const updatesAfter = (bytes: Buffer, end: number): number => {
  const rest = bytes.subarray(end);
  if (/^\r?\n?$/.test(rest.toString('latin1', 0, 3))) return 0;
  let count = 0;
  for (let at = rest.indexOf('%%EOF'); at >= 0; at = rest.indexOf('%%EOF', at + 5)) count++;
  return Math.max(1, count);
};

/** The forms of signatures that are checked; another one, of RSA and SHA-1 alone, is out of use. */
const checked: ReadonlySet<string> = new Set(['/adbe.pkcs7.detached', '/ETSI.CAdES.detached', '/ETSI.RFC3161']);

async function readSeal(bytes: Buffer, { field, value }: { field: string; value: PDFDict }): Promise<ReadSeal> {
  const said = {
    field: field.slice(0, longestText),
    ...(textOf(value.lookup(name('Reason'))) && { reason: textOf(value.lookup(name('Reason'))) }),
  };
  const range = rangeOf(bytes, value);
  if (range === undefined) return { ...said, problems: ['unreadable'], updatesAfter: 0 };
  const updates = updatesAfter(bytes, range.end);
  const form = value.lookup(name('SubFilter'))?.toString() ?? '';
  const claimed = pdfTime(value.lookup(name('M')));
  if (!checked.has(form))
    return { ...said, problems: ['unsupported'], updatesAfter: updates, ...(claimed && { time: claimed.toISOString() }) };
  const cms = trimmed(Buffer.from(range.digits, 'hex'));
  if (cms === undefined) return { ...said, problems: ['unreadable'], updatesAfter: updates };
  const content = (): Uint8Array => Buffer.concat([range.first, range.second]);
  const isStamp = form === '/ETSI.RFC3161';
  const facts: CmsFacts = isStamp ? checkDocumentStamp(cms, content) : checkSignature(cms, { content, claimed });
  const pagesThen = updates === 0 ? undefined : await pagesOf(bytes.subarray(0, range.end));
  return { ...said, ...facts, ...(isStamp && { isStamp }), updatesAfter: updates, ...(pagesThen !== undefined && { pagesThen }) };
}

async function pagesOf(bytes: Uint8Array): Promise<number | undefined> {
  try {
    return (await openPdf(bytes)).getPageCount();
  } catch {
    return undefined;
  }
}

/** Reads all signatures of a PDF, those of the newest state of its form. */
export async function readSeals(path: string): Promise<ReadSeals> {
  const bytes = await readFile(path);
  const pdf = await openPdf(bytes);
  const fields = signedFields(pdf);
  const list: ReadSeal[] = [];
  for (const one of fields.slice(0, mostSeals)) list.push(await readSeal(bytes, one));
  return { pages: pdf.getPageCount(), list, more: fields.length > mostSeals };
}

/** Reads by another engine, which follows the tables of the file, how many pages it has. */
export async function countPages(path: string): Promise<number> {
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
    stopAtErrors: true,
  });
  try {
    const pdf = await task.promise;
    await (await pdf.getPage(pdf.numPages)).getTextContent();
    return pdf.numPages;
  } finally {
    await task.destroy();
  }
}
