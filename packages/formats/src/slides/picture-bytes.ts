/** A picture as its first bytes tell. */
export interface PictureFacts {
  type: 'png' | 'jpeg' | 'gif';
  width: number;
  height: number;
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Markers of JPEG with the size: starts of frames, which are neither tables nor restarts. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The type and size of a picture by its bytes, whatever it is called; undefined for all but PNG, JPEG and GIF. */
export function pictureFacts(bytes: Buffer): PictureFacts | undefined {
  const found = pngFacts(bytes) ?? gifFacts(bytes) ?? jpegFacts(bytes);
  return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined;
}

function pngFacts(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngMark) || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifFacts(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { type: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function jpegFacts(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 20 || bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrame(marker)) return { type: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
