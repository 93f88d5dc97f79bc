import { codes } from '@dossier/contract/codes';
import { library } from '@dossier/contract/library';
import { type Batched, inBatches } from '../../ground/batches.ts';
import { CallError, call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import type { Clip } from './clipboard.ts';
import type { SameNameChoice } from './dialogs/same-name-dialog.tsx';

const takenCodes = new Set([codes.pasteNameExists.code, codes.documentNameExists.code, codes.folderNameExists.code]);

type Attempt = 'refuse' | SameNameChoice;

interface Going {
  items: readonly Clip[];
  parentId: string;
}

const namesAtOnce = 1000;

/** The names that the place holds already; the refusal itself where they cannot be told. */
async function takenNames({ items, parentId }: Going, refusal: string): Promise<string[]> {
  // What stays in its place does not collide with itself.
  const names = items.filter((item) => item.parentId !== parentId).map((item) => item.name);
  const asked = call(library.checkNames, { parentId, names: names.slice(0, namesAtOnce) }, { quiet: true });
  const taken = await asked.then((answer) => answer.taken.map((one) => one.name)).catch(() => []);
  return taken.length > 0 ? [...new Set(taken)] : [refusal];
}

/** Tries, and where names are taken asks what to do with them and tries again. Undefined when the person let it be. */
async function withChoice<T>(going: Going, first: Attempt, attempt: (onSameName: Attempt) => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt(first);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!takenCodes.has(error.code)) {
      notice.error(error.message);
      throw error;
    }
    const { askSameName } = await import('./dialogs/same-name-dialog.tsx');
    const choice = await askSameName(await takenNames(going, error.message));
    if (choice === undefined) return undefined;
    return attempt(choice).catch((again: unknown) => {
      if (again instanceof CallError) notice.error(again.message);
      throw again;
    });
  }
}

/** Brings items into a place, batch by batch; what was chosen for names that are taken holds for all that follow. */
export function bringIn<T>(going: Going, attempt: (batch: Clip[], onSameName: Attempt) => Promise<T>): Promise<Batched<T>> {
  let chosen: Attempt = 'refuse';
  return inBatches(going.items, (batch, rest) =>
    withChoice({ ...going, items: rest }, chosen, (onSameName) => {
      chosen = onSameName;
      return attempt(batch, onSameName);
    }),
  );
}
