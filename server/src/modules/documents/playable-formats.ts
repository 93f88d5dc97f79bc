import { open } from 'node:fs/promises';
import { renditionOf } from '@dossier/contract/core/file-types';

/** Reads bytes of a file from an offset, fewer at its end. */
type ReadAt = (at: number, length: number) => Promise<Buffer>;

const headLength = 7;
const rates = [44_100, 48_000, 32_000];
/** Bit rates of layer III in kbit/s: of MPEG version 1, and of versions 2 and 2.5 with half and a quarter of its sample rates. */
const bitrates = [
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/** The length of a frame by its header; undefined where this is none. */
const lengths: Record<string, (head: Buffer) => number | undefined> = {
  mp3(head) {
    const [sync, sizes] = [head.readUInt16BE(0), head.readUInt8(2)];
    const [version, layer] = [(sync >> 3) & 3, (sync >> 1) & 3];
    const rate = rates[(sizes >> 2) & 3];
    const bitrate = bitrates[version === 3 ? 0 : 1]?.[(sizes >> 4) - 1];
    if (sync < 0xffe0 || version === 1 || layer !== 1 || rate === undefined || bitrate === undefined) return undefined;
    const slower = version === 3 ? 1 : version === 2 ? 2 : 4;
    return Math.floor(((version === 3 ? 144_000 : 72_000) * bitrate) / (rate / slower)) + ((sizes >> 1) & 1);
  },
  aac(head) {
    const [sync, rate] = [head.readUInt16BE(0), (head.readUInt8(2) >> 2) & 15];
    if ((sync & 0xfff6) !== 0xfff0 || rate > 12) return undefined;
    const length = (head.readUInt32BE(3) >> 13) & 0x1fff;
    return length > headLength ? length : undefined;
  },
};

/** The offset behind an ID3 tag at the start of a file. */
async function endOfId3Tag(read: ReadAt): Promise<number> {
  const head = await read(0, 10);
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const sevens = [...head.subarray(6)];
  if (sevens.some((one) => one > 127)) return 0;
  return 10 + sevens.reduce((sum, one) => sum * 128 + one, 0);
}

/** Whether two consecutive audio frames start here, or one that ends the file: one header alone may be plain text. */
async function hasAudioFrames(ext: string, read: ReadAt, from: number): Promise<boolean> {
  const first = await lengthAt(ext, read, from);
  if (first === undefined) return false;
  const rest = await read(from + first - 1, 2);
  return rest.length === 1 || (rest.length === 2 && (await lengthAt(ext, read, from + first)) !== undefined);
}

async function lengthAt(ext: string, read: ReadAt, at: number): Promise<number | undefined> {
  const head = await read(at, headLength);
  return head.length < headLength ? undefined : lengths[ext]?.(head);
}

/** The first bytes of files with these extensions, as an expression over latin1. */
const signatures: { exts: string[]; start: RegExp }[] = [
  { exts: ['mp4', 'm4v', 'mov', 'm4a'], start: /^[^]{4}(?:ftyp|moov|mdat|wide|free|skip|pnot)/ },
  { exts: ['webm'], start: /^\x1a\x45\xdf\xa3/ },
  { exts: ['ogg', 'opus'], start: /^OggS/ },
  { exts: ['wav'], start: /^RIFF[^]{4}WAVE/ },
  { exts: ['flac'], start: /^fLaC/ },
];
const signatureLength = 12;
const framed = ['mp3', 'aac'];
const mayBeTagged = [...framed, 'flac'];

/**
 * Whether a user without the right to download gets the bytes themselves, since nothing else can show them: audio and video that browsers
 * play,
 * with a matching signature. The extension alone proves nothing.
 */
export async function isPlayableAsIs(ext: string, path: string): Promise<boolean> {
  if (!['audio', 'video'].includes(renditionOf(ext))) return false;
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return false;
  try {
    return await beginsAs(ext, async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

async function beginsAs(ext: string, read: ReadAt): Promise<boolean> {
  const from = mayBeTagged.includes(ext) ? await endOfId3Tag(read) : 0;
  if (framed.includes(ext)) return hasAudioFrames(ext, read, from);
  const start = signatures.find(({ exts }) => exts.includes(ext))?.start;
  return start?.test((await read(from, signatureLength)).toString('latin1')) ?? false;
}
