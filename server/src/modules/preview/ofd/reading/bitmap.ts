/** The pixels of an image, three bytes each, from its upper left corner. */
interface Pixels {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** An uncompressed BMP (BITMAPINFOHEADER and its successors); undefined where it is of another kind. */
export function readBitmap(bytes: Buffer, mostPixels: number): Pixels | undefined {
  const [start, headerSize] = [bytes.readUInt32LE(10), bytes.readUInt32LE(14)];
  const [width, rows, depth, compression] = [bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.readUInt16LE(28), bytes.readUInt32LE(30)];
  const height = Math.abs(rows);
  if (headerSize < 40 || width <= 0 || height === 0 || width * height > mostPixels) return undefined;
  // with masks for its colours (3) only in their usual order
  const isPlain = compression === 0 || (compression === 3 && depth === 32 && bytes.readUInt32LE(54) === 0xff0000);
  if (!isPlain || ![1, 4, 8, 24, 32].includes(depth)) return undefined;
  const stride = Math.ceil((width * depth) / 32) * 4;
  if (start + stride * height > bytes.length) return undefined;
  const rgb = new Uint8Array(width * height * 3);
  const colours = 14 + headerSize;
  for (let y = 0; y < height; y++) {
    const line = start + stride * (rows > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      let at = line + (bit >> 3);
      if (depth <= 8) at = colours + 4 * (((bytes[at] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1));
      const to = (y * width + x) * 3;
      [rgb[to], rgb[to + 1], rgb[to + 2]] = [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0];
    }
  }
  return { width, height, rgb };
}
