import { GiveUp } from '../../../../ground/confined/job.ts';

/** What the packing program has in its window before anything is packed ([MS-OXRTFCP] 2.1.3.1.1). */
const before =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const windowSize = 4096;
const packedMark = 0x75465a4c;
const plainMark = 0x414c454d;
const mostBytes = 32 * 1024 ** 2;

/** RTF as messages of Outlook keep it, unpacked; a byte a character. */
export function unpackRtf(packed: Buffer): string {
  if (packed.length < 16) return '';
  const mark = packed.readUInt32LE(8);
  if (mark === plainMark) return packed.toString('latin1', 16);
  if (mark !== packedMark) throw new GiveUp('broken');
  const size = packed.readUInt32LE(4);
  if (size > mostBytes) throw new GiveUp('too-large');
  const window = Buffer.alloc(windowSize);
  let place = window.write(before, 'latin1');
  const out = { bytes: Buffer.alloc(size), length: 0 };
  const put = (byte: number): void => {
    window[place] = byte;
    place = (place + 1) % windowSize;
    if (out.length < size) out.bytes[out.length++] = byte;
  };
  for (let at = 16; at < packed.length && out.length < out.bytes.length; ) {
    const flags = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      const told = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const from = told >> 4;
      if (from === place) return out.bytes.toString('latin1', 0, out.length);
      for (let step = 0; step < (told & 15) + 2; step++) put(window[(from + step) % windowSize] ?? 0);
    }
  }
  return out.bytes.toString('latin1', 0, out.length);
}
