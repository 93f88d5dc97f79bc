import { GiveUp } from '../job.ts';
import { type CompoundStream, streamOf } from './compound-file.ts';
import type { TextSink } from './text-sink.ts';

const wordMark = 0xa5ec;
/** Before Word 97 there was no Unicode, and nothing that says which code page it is. */
const word97 = 0xc1;
/** Where the beginning of such a file tells of its table of pieces. */
const [tableAt, tableLengthAt] = [0x1a2, 0x1a6];
const mostPieces = 200_000;

/** A run of characters: where it lies, how many there are, and whether each has one byte or two. */
interface Piece {
  at: number;
  length: number;
  width: 1 | 2;
}

/** The text of a document of Word 97 to 2003, piece by piece: body, notes, headers and comments. */
export function oldWordText(streams: CompoundStream[], sink: TextSink): void {
  const file = streamOf(streams, 'WordDocument');
  if (file.length < tableLengthAt + 4 || file.readUInt16LE(0) !== wordMark || file.readUInt16LE(2) < word97) throw new GiveUp('no-engine');
  const flags = file.readUInt16LE(0x0a);
  if ((flags & 0x0100) !== 0) throw new GiveUp('encrypted');
  const tables = streamOf(streams, (flags & 0x0200) === 0 ? '0Table' : '1Table');
  const start = file.readUInt32LE(tableAt);
  const said = speaker(sink);
  for (const { at, length, width } of piecesOf(tables.subarray(start, start + file.readUInt32LE(tableLengthAt)))) {
    const bytes = file.subarray(at, at + length * width);
    said(width === 1 ? new TextDecoder('windows-1252').decode(bytes) : bytes.toString('utf16le'));
  }
}

/** The pieces in the order of reading; before them stand changes of format, which are passed over. */
function piecesOf(table: Buffer): Piece[] {
  let at = 0;
  while (table[at] === 1 && at + 3 <= table.length) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== 2 || at + 5 > table.length) throw new GiveUp('broken');
  const list = table.subarray(at + 5, at + 5 + table.readUInt32LE(at + 1));
  const count = Math.min(Math.floor((list.length - 4) / 12), mostPieces);
  const pieces: Piece[] = [];
  for (let n = 0; n < count; n++) {
    const length = list.readUInt32LE(n * 4 + 4) - list.readUInt32LE(n * 4);
    const place = list.readUInt32LE((count + 1) * 4 + n * 8 + 2);
    const isNarrow = (place & 0x4000_0000) !== 0;
    if (length > 0) pieces.push({ at: isNarrow ? (place & 0x3fff_ffff) >> 1 : place & 0x3fff_ffff, length, width: isNarrow ? 1 : 2 });
  }
  return pieces;
}

const signs: Record<string, string> = { '\x07': '\t', '\x0b': '\n', '\x0c': '\n', '\r': '\n', '\x0e': '\n', '\x1e': '-' };

/** Puts text into the sink without what fields do, as far as it is not what they say, and without what stands for objects. */
function speaker(sink: TextSink): (text: string) => void {
  const fields: boolean[] = [];
  return (text) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    for (const part of text.split(/([\x13-\x15])/)) {
      if (part === '\x13') fields.push(false);
      else if (part === '\x14' && fields.length > 0) fields[fields.length - 1] = true;
      else if (part === '\x15') fields.pop();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
      else if (fields.every(Boolean)) sink.add(part.replace(/[\x01-\x08\x0b-\x1f]/g, (sign) => signs[sign] ?? ''));
    }
  };
}
