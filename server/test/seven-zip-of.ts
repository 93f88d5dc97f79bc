import { crc32 } from 'node:zlib';

const number = (value: number): Buffer => (value < 0x80 ? Buffer.from([value]) : Buffer.from([0x80 | (value >> 8), value & 0xff]));

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The bytes of a 7z with one short file in it, uncompressed. */
export function sevenZipOf(name: string, text: string): Buffer {
  const body = Buffer.from(text);
  const names = Buffer.concat([Buffer.from([0]), Buffer.from(`${name}\0`, 'utf16le')]);
  const header = Buffer.concat([
    Buffer.from([0x01, 0x04, 0x06, 0, 1, 0x09]),
    number(body.length),
    Buffer.from([0, 0x07, 0x0b, 1, 0, 1, 0x01, 0, 0x0c]),
    number(body.length),
    Buffer.from([0, 0x08, 0x0a, 1]),
    u32(crc32(body)),
    Buffer.from([0, 0, 0x05, 1, 0x11]),
    number(names.length),
    names,
    Buffer.from([0, 0]),
  ]);
  const start = Buffer.alloc(20);
  start.writeBigUInt64LE(BigInt(body.length), 0);
  start.writeBigUInt64LE(BigInt(header.length), 8);
  start.writeUInt32LE(crc32(header), 16);
  return Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), u32(crc32(start)), start, body, header]);
}
