import { type Code, codes } from '@dossier/contract/codes';
import { objType } from '@dossier/contract/rights';
import type { Db } from '../../ground/db/database.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { checkName, freeName, nameKey, nameSort } from '../../ground/text/names.ts';
import { childByKey, keysLike } from './item-queries.ts';

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

/** The name itself, or the next free "name (2)" in a folder. */
export async function freeNameIn(db: Db, parentId: number, name: string): Promise<string> {
  const [known] = await childByKey(db, { parent: parentId, key: nameKey(name) });
  if (known === undefined) return name;
  const stem = name.replace(/\.[^.]*$/, '');
  const keys = await keysLike(db, parentId, nameKey(stem.slice(0, 40)));
  return freeName(name, (candidate) => keys.has(nameKey(candidate)));
}
