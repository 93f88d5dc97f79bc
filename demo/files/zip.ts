import { crc32, deflateRawSync } from 'node:zlib';

/** A file in a zip; a name given as bytes is written as it is, without the flag for UTF-8. */
export interface Entry {
  name: string | Buffer;
  bytes: Buffer | string;
  /** Uncompressed: the first entry of an OpenDocument file must be readable without decompression. */
  stored?: boolean;
}

const utf8 = 0x800;
// 2026-03-02 09:30, the same in every zip, so that the same input gives the same bytes
const time = (9 << 11) | (30 << 5);
const date = ((2026 - 1980) << 9) | (3 << 5) | 2;

/** A zip of these entries, in the form that office programs expect. */
export function makeZip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { head, name, body } = packed(entry);
    const local = Buffer.concat([signed(0x04034b50), head, name, body]);
    // version made by, the common part, then comment length, disk, two kinds of attributes, offset
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(signed(0x02014b50), Buffer.from([20, 0]), head, tail, name);
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listing, signed(0x06054b50), end]);
}

function packed({ name: given, bytes, stored = false }: Entry) {
  const name = Buffer.from(given);
  const plain = Buffer.from(bytes);
  const body = stored ? plain : deflateRawSync(plain, { level: 9 });
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(typeof given === 'string' && /[^\0-\x7f]/.test(given) ? utf8 : 0, 2);
  head.writeUInt16LE(stored ? 0 : 8, 4);
  head.writeUInt16LE(time, 6);
  head.writeUInt16LE(date, 8);
  head.writeUInt32LE(crc32(plain), 10);
  head.writeUInt32LE(body.length, 14);
  head.writeUInt32LE(plain.length, 18);
  head.writeUInt16LE(name.length, 22);
  return { head, name, body };
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
