import { type Code, codes } from '@dossier/contract/codes';
import { objType } from '@dossier/contract/rights';
import type { Db } from '../../ground/db/database.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { checkName, freeName, nameKey, nameSort } from '../../ground/text/names.ts';
import { childrenByKeys } from './item-queries.ts';

const faults: Record<'empty' | 'illegal' | 'too-long', Code> = {
  empty: codes.nameRequired,
  illegal: codes.nameIllegal,
  'too-long': codes.nameTooLong,
};
const taken: Record<number, Code> = {
  [objType.cabinet]: codes.cabinetNameExists,
  [objType.folder]: codes.folderNameExists,
  [objType.document]: codes.documentNameExists,
};

/** The columns of a name that may be given; refuses the others. */
export function nameColumns(name: string): { name: string; name_key: string; name_sort: string } {
  const checked = checkName(name);
  if (!checked.ok) throw new Refusal(faults[checked.why]);
  return { name: checked.name, name_key: nameKey(checked.name), name_sort: nameSort(checked.name) };
}

/** Runs a write that the unique rule of names may refuse, and names the refusal after the kind of item. */
export async function refusingTaken<T>(kind: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(taken[kind] ?? codes.documentNameExists);
    throw error;
  }
}

/** Tells which of some names are taken, as keys. */
type Taken = (keys: string[]) => Promise<{ name_key: string }[]>;

/** The name itself, or the next free "name (2)" in a folder. */
export const freeNameIn = (db: Db, parentId: number, name: string): Promise<string> =>
  firstFree(name, (keys) => childrenByKeys(db, parentId, keys));

/** The name itself or a numbered one; asks for ever more candidates at once. */
export async function firstFree(name: string, takenOf: Taken): Promise<string> {
  for (let many = 1; ; many *= 8) {
    const tried: string[] = [];
    freeName(name, (candidate) => tried.push(nameKey(candidate)) < many);
    const known = new Set((await takenOf(tried)).map((row) => row.name_key));
    if (tried.some((key) => !known.has(key))) return freeName(name, (candidate) => known.has(nameKey(candidate)));
  }
}
