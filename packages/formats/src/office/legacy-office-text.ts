import { type CompoundStream, compoundStreams, isCompound, streamOf } from '../compound/compound-file.ts';
import { htmlText } from '../html/html-text.ts';
import { mailText } from '../mail/mime.ts';
import { rtfText } from '../rtf/rtf-text.ts';
import { TaskFailure } from '../task.ts';
import { decodeText, looksBinary } from '../text/decode.ts';
import type { TextSink } from '../text/text-sink.ts';

const wideText = 4000;
const narrowText = 4008;
/** Record type of a master slide: its placeholder texts do not belong to this presentation. */
const design = 1016;
/** Header token of an encrypted presentation, in a stream beside the slides. */
const encryptedToken = 0xf3d1_c4df;
const maxDepth = 64;

/** The text of a presentation of PowerPoint 97 to 2003: titles, outlines, text boxes and notes. */
function legacySlidesText(streams: CompoundStream[], sink: TextSink): void {
  const user = streamOf(streams, 'Current User');
  if (user.length >= 16 && user.readUInt32LE(12) === encryptedToken) throw new TaskFailure('encrypted');
  walkRecords(streamOf(streams, 'PowerPoint Document'), sink, 0);
}

/** Records with their type and length; those of version 15 are containers. */
function walkRecords(records: Buffer, sink: TextSink, depth: number): void {
  for (let at = 0; at + 8 <= records.length; ) {
    const [version, kind, length] = [records.readUInt16LE(at) & 15, records.readUInt16LE(at + 2), records.readUInt32LE(at + 4)];
    const body = records.subarray(at + 8, at + 8 + length);
    at += 8 + length;
    if (version === 15 && kind !== design && depth < maxDepth) walkRecords(body, sink, depth + 1);
    else if (kind === wideText) addText(body.toString('utf16le'), sink);
    else if (kind === narrowText) addText(body.toString('latin1'), sink);
  }
}

function addText(text: string, sink: TextSink): void {
  // an asterisk is the placeholder of a date or a number
  if (text !== '*') sink.add(`${text.replace(/[\r\v]/g, '\n')}\n`);
}

const wordMark = 0xa5ec;
/** The first format version of Word 97: before it there was no Unicode, and no statement of the code page. */
const word97 = 0xc1;
/** Offsets of the piece table's position and length in the file information block. */
const [tableAt, tableLengthAt] = [0x1a2, 0x1a6];
const mostPieces = 200_000;

/** A run of characters: its position, length, and whether a character has one byte or two. */
interface Piece {
  at: number;
  length: number;
  width: 1 | 2;
}

/** The text of a document of Word 97 to 2003, piece by piece: body, notes, headers and comments. */
function legacyWordText(streams: CompoundStream[], sink: TextSink): void {
  const file = streamOf(streams, 'WordDocument');
  if (file.length < tableLengthAt + 4 || file.readUInt16LE(0) !== wordMark || file.readUInt16LE(2) < word97)
    throw new TaskFailure('no-engine');
  const flags = file.readUInt16LE(0x0a);
  if ((flags & 0x0100) !== 0) throw new TaskFailure('encrypted');
  const tables = streamOf(streams, (flags & 0x0200) === 0 ? '0Table' : '1Table');
  const start = file.readUInt32LE(tableAt);
  const addVisible = fieldFilter(sink);
  for (const { at, length, width } of piecesOf(tables.subarray(start, start + file.readUInt32LE(tableLengthAt)))) {
    const bytes = file.subarray(at, at + length * width);
    addVisible(width === 1 ? new TextDecoder('windows-1252').decode(bytes) : bytes.toString('utf16le'));
  }
}

/** The pieces in reading order; the format changes before them are skipped. */
function piecesOf(table: Buffer): Piece[] {
  let at = 0;
  while (table[at] === 1 && at + 3 <= table.length) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== 2 || at + 5 > table.length) throw new TaskFailure('broken');
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

/** Adds text to the sink without field codes (their results are kept), and without object placeholders. */
function fieldFilter(sink: TextSink): (text: string) => void {
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

/**
 * The text of a file with an extension of older office formats: old Word and PowerPoint, WPS, and whatever else programs save under such names.
 * Fails with 'no-engine' where an office engine may be able to read it.
 */
export function legacyOfficeText(bytes: Buffer, sink: TextSink): void {
  if (isCompound(bytes)) return compoundText(bytes, sink);
  const head = bytes.toString('latin1', 0, 512).trimStart();
  if (head.startsWith('{\\rtf')) return sink.add(rtfText(bytes.toString('latin1')));
  if (/^MIME-Version:/im.test(head)) return sink.add(mailText(bytes.toString('latin1')));
  if (looksBinary(bytes)) throw new TaskFailure('unsupported');
  const { text } = decodeText(bytes);
  sink.add(/^\s*<(?:!doctype|html|\?xml)/i.test(text) ? htmlText(text) : text);
}

function compoundText(bytes: Buffer, sink: TextSink): void {
  const streams = compoundStreams(bytes);
  const has = (name: string): boolean => streams.some((stream) => stream.name === name);
  if (has('EncryptedPackage')) throw new TaskFailure('encrypted');
  if (has('WordDocument')) legacyWordText(streams, sink);
  else if (has('PowerPoint Document')) legacySlidesText(streams, sink);
  else throw new TaskFailure('no-engine');
  // only images: OCR may read them from the pages
  if (sink.isBlank()) throw new TaskFailure('no-engine');
}
