import type { Readable } from 'node:stream';
import { extensions } from '@dossier/contract/file-types';
import { ZipFile } from 'yazl';
import type { House } from '../../ground/ctx.ts';
import type { ZipPlan } from './plan-zip.ts';

/** What would not get smaller is stored as it is. */
const compressed = new Set([
  ...'docx xlsx pptx docm xlsm pptm odt ods odp epub jar apk webp avif heic heif jpg jpeg png gif mp3 m4a aac ogg opus flac mp4 m4v mov webm mkv pdf'.split(
    ' ',
  ),
  ...extensions.archive,
]);

/** The zip of a plan as a stream, made while it is read; whoever stops reading destroys it, and with it the file that is open. */
export function zipStream(house: House, plan: ZipPlan): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => out.destroy(error));
  out.on('close', () => current?.destroy());
  for (const folder of plan.folders) zip.addEmptyDirectory(folder.path, { mtime: new Date(folder.changed) });
  for (const { path, sha256, size, ext, changed } of plan.documents) {
    const options = { mtime: new Date(changed), size, compressionLevel: size === 0 || compressed.has(ext) ? 0 : 1 };
    zip.addReadStreamLazy(path, options, (give) => {
      if (out.destroyed) return;
      current = house.blobs.read(sha256);
      current.on('error', (error) => out.destroy(error));
      give(null, current);
    });
  }
  zip.end();
  return out;
}
