import { codes } from '@dossier/contract/codes';
import { content } from '@dossier/contract/content';
import { CallError, call, noAnswer } from '../../../ground/call.ts';
import { notice } from '../../../ground/notice.ts';
import { loadWords, textOf } from '../../../ground/text.ts';
import type { PickedFile } from './dropped-files.ts';
import { untilBack, waitOf } from './until-back.ts';
import { pathBelow, type SameName } from './upload-entry.ts';
import { enqueue } from './upload-deeds.ts';

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
  await loadWords();
  const taken = extract ? new Set<string>() : await takenNames(files, target.id);
  let choice: SameName | 'skip' = 'refuse';
  if (taken.size > 0) {
    const { askTakenNames } = await import('./taken-names-dialog.tsx');
    const answer = await askTakenNames([...taken], target.name);
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
  if (entries.every((entry) => entry.state === 'skipped')) notice.info(textOf('content')('allSkipped'));
  return ids;
}

async function takenNames(files: readonly PickedFile[], parentId: string): Promise<Set<string>> {
  const paths = files.map(({ file, folderPath }) => pathBelow(folderPath, file.name));
  const taken = new Set<string>();
  for (let at = 0; at < paths.length; at += namesAtOnce) {
    const names = paths.slice(at, at + namesAtOnce);
    const answer = await patiently((quiet) => call(content.checkNames, { parentId, names }, { quiet }));
    for (const one of answer.taken) taken.add(one.name);
  }
  return taken;
}

/** So often a question is asked again before the person is told that the server cannot be reached: for about two minutes. */
const patience = 11;

/** Asks again while the server is away, so that files that were dropped then are not lost. */
async function patiently<T>(ask: (quiet: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < patience; attempt++) {
    try {
      return await ask(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code !== noAnswer) {
        if (error.code !== codes.notSignedIn.code) notice.error(error.message);
        throw error;
      }
      if (attempt === 0) notice.info(textOf('content')('waitingForNetwork'));
      await untilBack(waitOf(attempt));
    }
  }
  return ask(false);
}
