import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import { CallError, call, noAnswer } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { type PickedFile, pickedFiles } from './dropped-files.ts';
import { type SameName, pathBelow } from './upload-entry.ts';
import { retryDelayOf, waitForNetwork } from './uploads/send-file.ts';
import { enqueue } from './uploads/upload-queue.ts';

/** The folder that files go into. */
export interface UploadTarget {
  readonly id: string;
  readonly name: string;
}

/** The server answers about this many names at once. */
const namesAtOnce = 5000;

/** Asks once what to do with names that are taken, then puts the files on their way; answers what they are called in the tray. */
export async function startUpload(files: readonly PickedFile[], target: UploadTarget, extract = false): Promise<string[]> {
  if (files.length === 0) return [];
  await loadTexts();
  const taken = extract ? new Set<string>() : await takenNames(files, target.id);
  let choice: SameName | 'skip' = 'refuse';
  if (taken.size > 0) {
    const { askNameConflicts } = await import('./uploads/name-conflict-dialog.tsx');
    const answer = await askNameConflicts([...taken], target.name);
    if (answer === undefined) return [];
    choice = answer;
  }
  const entries = files.map(({ file, folderPath }) => {
    const isTaken = taken.has(pathBelow(folderPath, file.name));
    const onSameName: SameName = isTaken && choice !== 'skip' ? choice : 'refuse';
    const state = isTaken && choice === 'skip' ? ('skipped' as const) : ('waiting' as const);
    return { file, parentId: target.id, parentName: target.name, folderPath, onSameName, extract, state };
  });
  const ids = enqueue(entries);
  if (entries.every((entry) => entry.state === 'skipped')) notice.info(textOf('documents.content')('allSkipped'));
  return ids;
}

async function takenNames(files: readonly PickedFile[], parentId: string): Promise<Set<string>> {
  const paths = files.map(({ file, folderPath }) => pathBelow(folderPath, file.name));
  const taken = new Set<string>();
  for (let at = 0; at < paths.length; at += namesAtOnce) {
    const names = paths.slice(at, at + namesAtOnce);
    const answer = await retryWhileOffline((quiet) => call(content.checkNames, { parentId, names }, { quiet }));
    for (const one of answer.taken) taken.add(one.name);
  }
  return taken;
}

/** So often a question is asked again before the person is told that the server cannot be reached: for about two minutes. */
const maxAttempts = 11;

/** Asks again while the server is away, so that files that were dropped then are not lost. */
async function retryWhileOffline<T>(ask: (quiet: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await ask(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code !== noAnswer) {
        if (error.code !== codes.notSignedIn.code) notice.error(error.message);
        throw error;
      }
      if (attempt === 0) notice.info(textOf('documents.content')('waitingForNetwork'));
      await waitForNetwork(retryDelayOf(attempt));
    }
  }
  return ask(false);
}

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
