import type { WorkBook } from '@e965/xlsx';
import type { Drawn } from '@dossier/contract/sheets';
import { compoundStreams, isCompound } from '../../../ground/confined/extract/compound-file.ts';
import { openZipOf } from '../../../ground/confined/extract/zip-parts.ts';
import { drawingsOf, nothingDrawn } from './drawn.ts';
import { relationsOf } from './ooxml-relations.ts';

/** Files whose sheets lead to each other's records would be gone through for ever. */
const mostRecords = 5_000_000;
const mostUnpacked = 200 * 1024 * 1024;

const [sheetRecord, beginRecord, endRecord, objectRecord] = [0x85, 0x809, 0x0a, 0x5d];
const chartBook = 0x20;
const [chartObject, pictureObject] = [5, 8];
/** Groups, whose members are told too, lists of filters, comments. */
const noShapes = new Set([0, 0x14, 0x19]);

/** What lies over the sheets of an older workbook, in their order; the library itself says nothing of it. */
export async function drawnInOld(bytes: Buffer, workbook: WorkBook): Promise<Drawn[]> {
  if (isCompound(bytes)) {
    const streams = compoundStreams(bytes);
    const stream = streams.find(({ name }) => ['workbook', 'book', 'et_workbook'].includes(name.toLowerCase()));
    return stream === undefined ? [] : inRecords(stream.read());
  }
  return bytes.subarray(0, 2).toString('latin1') === 'PK' ? inBinaryParts(bytes, workbook) : [];
}

/** The drawings of xlsb are the same XML as those of xlsx. */
async function inBinaryParts(bytes: Buffer, workbook: WorkBook): Promise<Drawn[]> {
  const zip = await openZipOf(bytes, mostUnpacked);
  try {
    const relations = await relationsOf(zip, 'xl/workbook.bin');
    const drawnOver = drawingsOf(zip);
    const found: Drawn[] = [];
    for (const { id } of (workbook.Workbook?.Sheets ?? []) as Array<{ id?: string }>) {
      const sheet = relations.get(id ?? '');
      const own = sheet === undefined ? [] : [...(await relationsOf(zip, sheet.target)).values()];
      found.push(await drawnOver(own.filter(({ type }) => type === 'drawing').map(({ target }) => target)));
    }
    return found;
  } finally {
    zip.close();
  }
}

function inRecords(stream: Buffer): Drawn[] {
  let left = mostRecords;
  /** Tells of each record from a place on until it is told to stop. */
  const walk = (from: number, tell: (type: number, body: Buffer) => boolean): void => {
    for (let at = from; at + 4 <= stream.length && left-- > 0; ) {
      const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
      if (!tell(type, stream.subarray(at + 4, at + 4 + length))) return;
      at += 4 + length;
    }
  };
  const places: number[] = [];
  walk(0, (type, body) => {
    if (type === sheetRecord && body.length >= 4) places.push(body.readUInt32LE(0));
    return type !== endRecord;
  });
  return places.map((place) => {
    const drawn = nothingDrawn();
    let depth = 0;
    walk(place, (type, body) => {
      if (type === beginRecord) depth++;
      else if (type === endRecord) depth--;
      else if (type === objectRecord && depth === 1) countObject(body, drawn);
      if (type === beginRecord && depth === 1 && body.length >= 4 && body.readUInt16LE(2) === chartBook) drawn.charts++;
      return depth > 0;
    });
    return drawn;
  });
}

function countObject(body: Buffer, drawn: Drawn): void {
  const kind = body.length < 6 ? 0 : body.readUInt16LE(4);
  if (kind === chartObject) drawn.charts++;
  else if (kind === pictureObject) drawn.pictures++;
  else if (!noShapes.has(kind)) drawn.shapes++;
}
