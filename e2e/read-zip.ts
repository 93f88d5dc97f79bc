import { inflateRawSync } from 'node:zlib';

const directorySign = 0x02014b50;
const endSign = 0x06054b50;

/** The files in a zip by their paths, read from its central directory; only the features our zips use. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(endSign).buffer));
  if (end < 0) throw new Error('No zip, or not all of it');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === directorySign) {
    const [nameLength, extraLength, noteLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (!name.endsWith('/')) files.set(name, bytesAt(zip, at));
    at += 46 + nameLength + extraLength + noteLength;
  }
  return files;
}

function bytesAt(zip: Buffer, entry: number): Buffer {
  const start = zip.readUInt32LE(entry + 42);
  const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
  const packed = zip.subarray(from, from + zip.readUInt32LE(entry + 20));
  return zip.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed);
}
