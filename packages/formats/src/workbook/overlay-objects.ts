import { posix } from 'node:path';
import type { Drawn } from './model.ts';
import type { WorkBook } from '@e965/xlsx';
import { compoundStreams, isCompound } from '../compound/compound-file.ts';
import { attributeOf, isSet, scanXml } from '../xml/scan-xml.ts';
import { type ZipParts, openZipOf } from '../zip/zip-parts.ts';

/** Counters of objects over a sheet, all zero. */
export const noOverlays = (): Drawn => ({ charts: 0, pictures: 0, shapes: 0 });

/** The counters as a field, or none where all are zero. */
export const overlaysIfAny = (drawn: Drawn): { drawn?: Drawn } => (drawn.charts + drawn.pictures + drawn.shapes === 0 ? {} : { drawn });

/**
 * Counts the objects in the drawings of OOXML sheets, each drawing once however often it is referenced. A drawing that cannot be read counts
 * nothing: the cells below it matter more.
 */
export function overlayCounter(zip: ZipParts): (parts: string[]) => Promise<Drawn> {
  const known = new Map<string, Drawn>();
  return async (parts) => {
    const sum = noOverlays();
    for (const part of new Set(parts)) {
      const drawn = known.get(part) ?? (await overlaysInPart(zip, part).catch(noOverlays));
      known.set(part, drawn);
      for (const kind of ['charts', 'pictures', 'shapes'] as const) sum[kind] += drawn[kind];
    }
    return sum;
  };
}

async function overlaysInPart(zip: ZipParts, part: string): Promise<Drawn> {
  const drawn = noOverlays();
  let [kind, isHidden, away]: [keyof Drawn, boolean | undefined, number] = ['shapes', undefined, 0];
  await scanXml(zip.read(part), {
    open(name, attributes) {
      // the replacement for programs that do not support this kind of chart
      if (name === 'Fallback') away++;
      if (away > 0) return;
      if (name.endsWith('Anchor')) [kind, isHidden] = ['shapes', undefined];
      else if (name === 'chart') kind = 'charts';
      else if (name === 'pic' && kind === 'shapes') kind = 'pictures';
      else if (name === 'cNvPr') isHidden ??= isSet(attributes, 'hidden');
    },
    close(name) {
      if (name === 'Fallback') away--;
      else if (away === 0 && name.endsWith('Anchor') && isHidden !== true) drawn[kind]++;
    },
  });
  return drawn;
}

const overlayElements = new Set(
  'frame custom-shape control g caption rect ellipse circle line polyline polygon path connector measure'.split(' '),
);

/** The parts of an OpenDocument that are charts, by its manifest. */
export async function chartParts(zip: ZipParts): Promise<Set<string>> {
  const charts = new Set<string>();
  await scanXml(zip.read('META-INF/manifest.xml'), {
    open(name, attributes) {
      if (name !== 'file-entry' || !attributeOf(attributes, 'media-type')?.includes('opendocument.chart')) return;
      if (charts.size < 10_000) charts.add((attributeOf(attributes, 'full-path') ?? '').replace(/\/$/, ''));
    },
  });
  return charts;
}

/** Counts the objects over the sheets of an OpenDocument while it is read: each object once, whatever it contains. */
export class OpenDocumentOverlays {
  readonly #charts: ReadonlySet<string>;
  #depth = 0;
  #kind: keyof Drawn = 'shapes';

  constructor(charts: ReadonlySet<string>) {
    this.#charts = charts;
  }

  open(name: string, attributes: string): void {
    if (this.#depth > 0) {
      this.#depth++;
      if (this.#isChart(name, attributes)) this.#kind = 'charts';
      else if (name === 'image' && this.#kind === 'shapes') this.#kind = 'pictures';
    } else if (overlayElements.has(name)) [this.#depth, this.#kind] = [1, 'shapes'];
  }

  close(into: Drawn): void {
    if (this.#depth === 0) return;
    this.#depth--;
    if (this.#depth === 0) into[this.#kind]++;
  }

  /** A part of its own in a zip, or inline in a flat file. */
  #isChart(name: string, attributes: string): boolean {
    if (name === 'document') return attributeOf(attributes, 'mimetype')?.includes('opendocument.chart') ?? false;
    return name === 'object' && this.#charts.has((attributeOf(attributes, 'href') ?? '').replace(/^\.\//, ''));
  }
}

export interface Relation {
  type: string;
  target: string;
  outside: boolean;
}

/** The relations of a part, by id. */
export async function relationsOf(zip: ZipParts, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  await scanXml(zip.read(`${folder}/_rels/${posix.basename(part)}.rels`), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributeOf(attributes, 'Target') ?? '';
      const outside = attributeOf(attributes, 'TargetMode') === 'External';
      const type = posix.basename(attributeOf(attributes, 'Type') ?? '');
      const inside = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      if (relations.size < 100_000)
        relations.set(attributeOf(attributes, 'Id') ?? '', { type, outside, target: outside ? target : inside });
    },
  });
  return relations;
}

/** A limit for files whose sheets refer to each other's records in a loop. */
const maxRecords = 5_000_000;
const maxUnpackedBytes = 200 * 1024 * 1024;

const [sheetRecord, beginRecord, endRecord, objectRecord] = [0x85, 0x809, 0x0a, 0x5d];
const chartBook = 0x20;
const [chartObject, pictureObject] = [5, 8];
/** Groups (their members are counted too), filter lists, comments. */
const noShapes = new Set([0, 0x14, 0x19]);

/** The objects over the sheets of an older workbook, in order; the library does not report them. */
export async function legacyOverlays(bytes: Buffer, workbook: WorkBook): Promise<Drawn[]> {
  if (isCompound(bytes)) {
    const streams = compoundStreams(bytes);
    const stream = streams.find(({ name }) => ['workbook', 'book', 'et_workbook'].includes(name.toLowerCase()));
    return stream === undefined ? [] : inRecords(stream.read());
  }
  return bytes.subarray(0, 2).toString('latin1') === 'PK' ? inBinaryParts(bytes, workbook) : [];
}

/** The drawings of xlsb are the same XML as those of xlsx. */
async function inBinaryParts(bytes: Buffer, workbook: WorkBook): Promise<Drawn[]> {
  const zip = await openZipOf(bytes, maxUnpackedBytes);
  try {
    const relations = await relationsOf(zip, 'xl/workbook.bin');
    const drawnOver = overlayCounter(zip);
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
  let left = maxRecords;
  /** Passes each record from an offset on, until `tell` returns false. */
  const walk = (from: number, notify: (type: number, body: Buffer) => boolean): void => {
    for (let at = from; at + 4 <= stream.length && left-- > 0; ) {
      const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
      if (!notify(type, stream.subarray(at + 4, at + 4 + length))) return;
      at += 4 + length;
    }
  };
  const places: number[] = [];
  walk(0, (type, body) => {
    if (type === sheetRecord && body.length >= 4) places.push(body.readUInt32LE(0));
    return type !== endRecord;
  });
  return places.map((place) => {
    const drawn = noOverlays();
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
