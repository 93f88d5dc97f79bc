import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { lastTable } from './read-increments.ts';

/** The bytes of a number in a cross-reference stream. */
const width = { place: 4, generation: 2 };

const written = (object: PDFObject): Buffer => {
  const bytes = Buffer.alloc(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
};

/** An update that changes objects of a PDF, in the form of its last one. `trailer` has what the new trailer repeats. */
export function updateOf(bytes: Buffer, objects: ReadonlyMap<number, PDFObject>, trailer: PDFDict): Buffer {
  const table = lastTable(bytes);
  const numbers = [...objects.keys()].toSorted((a, b) => a - b);
  const parts: Buffer[] = [Buffer.from('\n')];
  let at = bytes.length + 1;
  const places = numbers.map((number) => {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), written(objects.get(number) as PDFObject), Buffer.from('\nendobj\n')]);
    parts.push(part);
    const place = at;
    at += part.length;
    return place;
  });
  const isStream = bytes.subarray(table, table + 4).toString('latin1') !== 'xref';
  const size = (numbers.at(-1) ?? 0) + 1;
  trailer.set(PDFName.of('Prev'), PDFNumber.of(table));
  trailer.set(PDFName.of('Size'), PDFNumber.of(isStream ? size + 1 : size));
  if (isStream) {
    const entries = [...places, at].map((place) => {
      const entry = Buffer.alloc(1 + width.place + width.generation);
      entry.writeUInt8(1, 0);
      entry.writeUIntBE(place, 1, width.place);
      return entry;
    });
    const { context } = trailer;
    trailer.set(PDFName.of('Type'), PDFName.of('XRef'));
    trailer.set(PDFName.of('W'), context.obj([1, width.place, width.generation]));
    trailer.set(PDFName.of('Index'), context.obj([...numbers, size].flatMap((number) => [number, 1])));
    parts.push(Buffer.from(`${size} 0 obj\n`), written(PDFRawStream.of(trailer, Buffer.concat(entries))), Buffer.from('\nendobj\n'));
  } else {
    const lines = numbers.map((number, index) => `${number} 1\n${String(places[index]).padStart(10, '0')} 00000 n\r\n`);
    parts.push(Buffer.from(`xref\n${lines.join('')}trailer\n`), written(trailer), Buffer.from('\n'));
  }
  parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}
