import { inflateRawSync } from 'node:zlib';

const mostBytes = 2 << 20;
const speaking = /^(word\/document|xl\/sharedStrings|ppt\/slides\/slide\d+|visio\/pages\/page\d+|content)\.xml$/;

/** The text of an office file, read in the simplest way; empty where it is none or is broken. */
export function zipText(bytes: Buffer): string {
  const parts: string[] = [];
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  if (end < 0 || end + 20 > bytes.length) return '';
  let at = bytes.readUInt32LE(end + 16);
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [number, number, number];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (speaking.test(name)) parts.push(partOf(bytes, at));
    at += 46 + nameLength + extraLength + noteLength;
  }
  return parts.join(' ');
}

function partOf(bytes: Buffer, at: number): string {
  try {
    const size = bytes.readUInt32LE(at + 20);
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const packed = bytes.subarray(start, start + size);
    const isPacked = bytes.readUInt16LE(at + 10) === 8;
    const xml = (isPacked ? inflateRawSync(packed, { maxOutputLength: mostBytes }) : packed).toString('utf8');
    // Runs of one word may span several elements: only the end of a paragraph, cell or string separates words.
    return xml.replace(/<\/(w:p|a:p|si|text:p|text:h|Text)>/g, ' ').replace(/<[^>]*>/g, '');
  } catch {
    // a broken or hostile part gives no words
    return '';
  }
}
