import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, type PDFObject, type PDFRef } from '@cantoo/pdf-lib';

/** A table of the places of objects in a PDF (cross-reference, ISO 32000-1, 7.5.4 and 7.5.8). */
interface ObjectTable {
  offset: number;
  isStream: boolean;
}

/**
 * The last table of a PDF; undefined where none lies where the file says, as other programs then look for the objects by themselves, each in its
 * own way.
 */
export function lastTable(bytes: Uint8Array): ObjectTable | undefined {
  const end = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 1024))).toString('latin1');
  const offset = Number(/^startxref\s+(\d{1,10})\s+%%EOF/.exec(end.slice(Math.max(0, end.lastIndexOf('startxref'))))?.[1] ?? -1);
  if (offset < 0 || offset >= bytes.length) return undefined;
  const found = Buffer.from(bytes.subarray(offset, offset + 30)).toString('latin1');
  if (/^xref\s/.test(found)) return { offset, isStream: false };
  return /^\d{1,10} \d{1,5} obj/.test(found) ? { offset, isStream: true } : undefined;
}

interface Update {
  /** Tells the trailer, and above which number no object is. */
  context: PDFContext;
  /** The objects that are new or changed, or what is written for them. */
  objects: readonly (readonly [PDFRef, PDFObject | Buffer])[];
}

/**
 * The bytes of a PDF followed by an incremental update: the objects, none of them compressed, and a table of these in the form of the one before.
 * `bodies` tells where each object begins after the line with its number.
 */
export function appendUpdate(original: Buffer, { context, objects }: Update): { bytes: Buffer; bodies: Map<number, number> } {
  const before = lastTable(original);
  if (before === undefined) throw new Error('The file has no table of objects');
  const parts: Buffer[] = [original, Buffer.from('\n')];
  let length = original.length + 1;
  const places = new Map<number, { offset: number; generation: number }>();
  const bodies = new Map<number, number>();
  for (const [{ objectNumber, generationNumber }, object] of objects) {
    const head = Buffer.from(`${objectNumber} ${generationNumber} obj\n`);
    const whole = Buffer.concat([head, bytesOf(object), Buffer.from('\nendobj\n')]);
    places.set(objectNumber, { offset: length, generation: generationNumber });
    bodies.set(objectNumber, length + head.length);
    parts.push(whole);
    length += whole.length;
  }
  const added = Buffer.concat(parts.slice(1));
  return { bytes: Buffer.concat([original, added, tableOf(context, { places, offset: length, before, added })]), bodies };
}

function bytesOf(object: PDFObject | Buffer): Buffer {
  if (Buffer.isBuffer(object)) return object;
  const bytes = Buffer.alloc(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}

interface Table {
  places: Map<number, { offset: number; generation: number }>;
  /** Where the table begins. */
  offset: number;
  before: ObjectTable;
  /** What the update adds before its table. */
  added: Buffer;
}

function tableOf(context: PDFContext, { places, offset, before, added }: Table): Buffer {
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
  const fresh = `<${createHash('sha256').update(added).digest('hex').slice(0, 32)}>`;
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
