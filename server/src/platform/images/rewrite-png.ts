import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits per pixel of each kind: samples a pixel, and the depths that the format allows. */
const kinds: Record<number, { samples: number; depths: number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** The chunks that drawing needs; everything else (texts, profiles, animation) is left out. */
const keptChunks = ['PLTE', 'tRNS'];

/**
 * Reads a PNG without drawing it and writes it anew: header, palette and pixel data of exactly their size, nothing else. Undefined for anything
 * that is no sound PNG, is interlaced, or has a side over `mostSide` pixels.
 */
export async function rewritePng(bytes: Buffer, mostSide: number): Promise<Buffer | undefined> {
  const chunks = readChunks(bytes);
  const [first] = chunks ?? [];
  if (!chunks || first?.type !== 'IHDR' || first.data.length !== 13 || chunks.at(-1)?.type !== 'IEND') return undefined;
  const size = sizeOf(first.data, mostSide);
  const palettes = chunks.filter(({ type }) => keptChunks.includes(type));
  if (!size || palettes.some(({ data }) => data.length > 768) || palettes.length > keptChunks.length) return undefined;
  if (size.indexed && palettes.every(({ type }) => type !== 'PLTE')) return undefined;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const total = size.line * size.height;
  const pixels = await promisify(inflate)(packed, { maxOutputLength: total + 1 }).catch(() => undefined);
  if (pixels?.length !== total) return undefined;
  for (let at = 0; at < total; at += size.line) if ((pixels[at] ?? 5) > 4) return undefined;
  const again = await promisify(deflate)(pixels, { level: 9 });
  const parts = [first, ...palettes, { type: 'IDAT', data: again }, { type: 'IEND', data: Buffer.alloc(0) }];
  return Buffer.concat([signature, ...parts.map(writeChunk)]);
}

interface Chunk {
  type: string;
  data: Buffer;
}

function readChunks(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return undefined;
}

function writeChunk({ type, data }: Chunk): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The bytes of a line, its filter included, and how many lines there are. */
function sizeOf(header: Buffer, mostSide: number): { line: number; height: number; indexed: boolean } | undefined {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8);
  const kind = kinds[colour];
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace !== 0) return undefined;
  if (width < 1 || height < 1 || width > mostSide || height > mostSide) return undefined;
  return { line: 1 + Math.ceil((width * depth * kind.samples) / 8), height, indexed: colour === 3 };
}
