import { pickedFiles } from './dropped-files.ts';
import { startUpload, type UploadTarget } from './start-upload.ts';

export type PickKind = 'files' | 'folder' | 'zip';

/** Lets the person choose files, a folder, or zips to unpack, and uploads them. */
export function pickFiles(kind: PickKind, target: UploadTarget): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (kind === 'folder') input.webkitdirectory = true;
  if (kind === 'zip') input.accept = '.zip';
  input.hidden = true;
  input.dataset.upload = kind;
  // The browser may take the field for rubbish while the person still chooses, unless it stands in the page.
  document.body.append(input);
  const leave = () => input.remove();
  input.addEventListener('cancel', leave);
  input.addEventListener('change', () => {
    void startUpload(input.files === null ? [] : pickedFiles(input.files), target, kind === 'zip').catch(() => undefined);
    leave();
  });
  input.click();
}
