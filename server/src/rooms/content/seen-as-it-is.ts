import { open } from 'node:fs/promises';
import { renditionOf } from '@dossier/contract/file-types';
import { behindTag, hasFrames, type ReadAt } from './sound-frames.ts';

/** How the files of these extensions begin: an expression over their first bytes, one letter a byte. */
const beginnings: { exts: string[]; start: RegExp }[] = [
  { exts: ['mp4', 'm4v', 'mov', 'm4a'], start: /^[^]{4}(?:ftyp|moov|mdat|wide|free|skip|pnot)/ },
  { exts: ['webm'], start: /^\x1a\x45\xdf\xa3/ },
  { exts: ['ogg', 'opus'], start: /^OggS/ },
  { exts: ['wav'], start: /^RIFF[^]{4}WAVE/ },
  { exts: ['flac'], start: /^fLaC/ },
];
const longest = 12;
const framed = ['mp3', 'aac'];
const mayBeTagged = [...framed, 'flac'];

/**
 * Whether who may only look gets the bytes themselves, as nothing else can be shown of them: films and sounds that browsers play, where
 * the bytes begin as such a file does. What is only called so may be anything.
 */
export async function isSeenAsItIs(ext: string, path: string): Promise<boolean> {
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
  const from = mayBeTagged.includes(ext) ? await behindTag(read) : 0;
  if (framed.includes(ext)) return hasFrames(ext, read, from);
  const start = beginnings.find(({ exts }) => exts.includes(ext))?.start;
  return start?.test((await read(from, longest)).toString('latin1')) ?? false;
}
