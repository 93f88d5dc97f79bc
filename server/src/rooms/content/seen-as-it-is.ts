import { open } from 'node:fs/promises';
import { renditionOf } from '@dossier/contract/file-types';

/** How the files of these extensions begin: an expression over their first bytes, one letter a byte. */
const beginnings: { exts: string[]; start: RegExp }[] = [
  { exts: ['mp4', 'm4v', 'mov', 'm4a'], start: /^[^]{4}(?:ftyp|moov|mdat|wide|free|skip|pnot)/ },
  { exts: ['webm'], start: /^\x1a\x45\xdf\xa3/ },
  { exts: ['ogg', 'opus'], start: /^OggS/ },
  { exts: ['wav'], start: /^RIFF[^]{4}WAVE/ },
  { exts: ['flac'], start: /^(?:fLaC|ID3)/ },
  { exts: ['mp3', 'aac'], start: /^(?:ID3|ADIF|\xff[\xe0-\xff])/ },
];
const longest = 12;

/**
 * Whether who may only look gets the bytes themselves, as nothing else can be shown of them: films and sounds that browsers play, where
 * the bytes begin as such a file does. What is only called so may be anything.
 */
export async function isSeenAsItIs(ext: string, path: string): Promise<boolean> {
  if (!['audio', 'video'].includes(renditionOf(ext))) return false;
  const start = beginnings.find(({ exts }) => exts.includes(ext))?.start;
  const file = await open(path, 'r').catch(() => undefined);
  if (start === undefined || file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest), 0, longest, 0);
    return start.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}
