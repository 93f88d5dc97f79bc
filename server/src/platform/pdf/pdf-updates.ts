import { randomBytes } from 'node:crypto';
import { PDFArray, type PDFContext, type PDFObject, type PDFRef } from '@cantoo/pdf-lib';

/** The last table of objects of a PDF, and whether it is a stream; undefined where it is not where the file says. */
export function lastXrefOf(bytes: Buffer): { offset: number; isStream: boolean } | undefined {
  const at = bytes.lastIndexOf('startxref');
  const said = at < 0 ? null : /^startxref\s+(\d{1,12})/.exec(bytes.toString('latin1', at, at + 40));
  const offset = Number(said?.[1] ?? Number.NaN);
  if (!(offset > 0 && offset < bytes.length)) return undefined;
  const start = bytes.toString('latin1', offset, offset + 40);
  if (/^\s*xref/.test(start)) return { offset, isStream: false };
  return /^\s*\d+\s+\d+\s+obj/.test(start) ? { offset, isStream: true } : undefined;
}

interface Increment {
  context: PDFContext;
  /** The objects that are new or changed. */
  objects: readonly (readonly [PDFRef, PDFObject])[];
  /** The dictionary of a seal: its first entries, and the digits that are left free. */
  seal: { ref: PDFRef; head: string; digits: number };
}

/** Digits of a number in the range of bytes, whose value is known at the end. */
const rangeDigits = 10;
const newline = Buffer.from('\n');

/**
 * The bytes of a PDF followed by new and changed objects, none of them compressed, and by a table of these in the form of the one before. The seal covers
 * everything but its own digits; `at` is where they begin.
 */
export function writeIncrement(original: Buffer, { context, objects, seal }: Increment): { bytes: Buffer; at: number } {
  const before = lastXrefOf(original);
  if (before === undefined) throw new Error('The file has no table of objects');
  const parts: Buffer[] = [original, newline];
  let length = original.length + 1;
  const places = new Map<number, { offset: number; generation: number }>();
  const put = (ref: PDFRef, body: Buffer): void => {
    places.set(ref.objectNumber, { offset: length, generation: ref.generationNumber });
    const whole = Buffer.concat([Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
  };
  for (const [ref, object] of objects) {
    const body = Buffer.alloc(object.sizeInBytes());
    object.copyBytesInto(body, 0);
    put(ref, body);
  }
  const range = `/ByteRange [0 ${' '.repeat(3 * rangeDigits + 2)}]`;
  const body = `<< ${seal.head} ${range} /Contents <${'0'.repeat(seal.digits)}> >>`;
  const sealAt = length + `${seal.ref.objectNumber} ${seal.ref.generationNumber} obj\n`.length;
  put(seal.ref, Buffer.from(body, 'latin1'));
  const table = tableOf(context, { places, offset: length, before });
  const bytes = Buffer.concat([...parts, table]);
  // the angle brackets are left out with the digits
  const open = sealAt + body.lastIndexOf('<', body.length - 3);
  const close = open + seal.digits + 2;
  const numbers = [open, close, bytes.length - close].map((value) => String(value).padEnd(rangeDigits)).join(' ');
  bytes.write(numbers, sealAt + body.indexOf(range) + '/ByteRange [0 '.length, 'latin1');
  return { bytes, at: open + 1 };
}

interface Table {
  places: Map<number, { offset: number; generation: number }>;
  /** Where the table begins. */
  offset: number;
  before: { offset: number; isStream: boolean };
}

function tableOf(context: PDFContext, { places, offset, before }: Table): Buffer {
  const ownNumber = context.largestObjectNumber + 1;
  if (before.isStream) places.set(ownNumber, { offset, generation: 0 });
  const numbers = [...places.keys()].toSorted((a, b) => a - b);
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  const { Root, Info, ID } = context.trailerInfo;
  const fresh = `<${randomBytes(16).toString('hex')}>`;
  const ids = context.lookup(ID);
  const first = ids instanceof PDFArray ? ids.get(0)?.toString() : undefined;
  const common = [
    `/Size ${ownNumber + (before.isStream ? 1 : 0)}`,
    ...(Root === undefined ? [] : [`/Root ${Root.toString()}`]),
    ...(Info === undefined ? [] : [`/Info ${Info.toString()}`]),
    `/ID [${first ?? fresh} ${fresh}]`,
    `/Prev ${before.offset}`,
  ].join(' ');
  const end = `\nstartxref\n${offset}\n%%EOF\n`;
  const placeOf = (number: number) => places.get(number) ?? { offset: 0, generation: 0 };
  if (!before.isStream) {
    const sections = runs.map((run) => {
      const entries = run.map((number) => {
        const place = placeOf(number);
        return `${String(place.offset).padStart(10, '0')} ${String(place.generation).padStart(5, '0')} n \n`;
      });
      return `${run[0]} ${run.length}\n${entries.join('')}`;
    });
    return Buffer.from(`xref\n${sections.join('')}trailer\n<< ${common} >>${end}`, 'latin1');
  }
  const rows = Buffer.alloc(numbers.length * 7);
  for (const [at, number] of numbers.entries()) {
    const place = placeOf(number);
    rows.writeUInt8(1, at * 7);
    rows.writeUInt32BE(place.offset, at * 7 + 1);
    rows.writeUInt16BE(place.generation, at * 7 + 5);
  }
  const index = runs.map((run) => `${run[0]} ${run.length}`).join(' ');
  const head = `${ownNumber} 0 obj\n<< /Type /XRef ${common} /W [1 4 2] /Index [${index}] /Length ${rows.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), rows, Buffer.from(`\nendstream\nendobj${end}`, 'latin1')]);
}
