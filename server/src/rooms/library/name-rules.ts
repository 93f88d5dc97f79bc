import { type Code, codes } from '@dossier/contract/codes';
import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { checkName, nameKey, nameSort, numberedName } from '../../ground/text/names.ts';
import { takenKeys } from './item-queries.ts';

const faults: Record<'empty' | 'illegal' | 'too-long', Code> = {
  empty: codes.nameRequired,
  illegal: codes.nameIllegal,
  'too-long': codes.nameTooLong,
};
const takenRefusals: Record<number, Code> = {
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

/** Lets later rooms refuse a name that somebody gives. */
export async function needWelcomeName(ctx: Ctx, name: string): Promise<void> {
  for (const judge of ctx.house.onName) await judge(ctx, name);
}

/** Runs a write that the unique rule of names may refuse, and names the refusal after the kind of item. */
export async function refusingTaken<T>(kind: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(takenRefusals[kind] ?? codes.documentNameExists);
    throw error;
  }
}

/** Tells which of some names are taken, as keys. */
type Taken = (keys: string[]) => Promise<{ name_key: string }[]>;

/** The last number that one transaction gave a name in a folder, so that the next of many equal names is found at once. */
export type Numbers = Map<string, number>;

/** The name itself, or a free "name (2)" in a folder. */
export async function freeNameIn(db: Db, parentId: number, { name, numbers }: { name: string; numbers?: Numbers }): Promise<string> {
  const key = `${parentId} ${nameKey(name)}`;
  const taken: Taken = (keys) => takenKeys(db, { parent: parentId, keys: JSON.stringify(keys) });
  const count = await freeNumber(name, { taken, last: numbers?.get(key) ?? 0 });
  numbers?.set(key, count);
  return numberedName(name, count);
}

/** The name itself or a numbered one. */
export const firstFree = async (name: string, taken: Taken): Promise<string> =>
  numberedName(name, await freeNumber(name, { taken, last: 0 }));

/** Numbers asked for in one query. */
const atOnce = 16;

/**
 * A number that is free and follows a taken one: the first free one where numbers were given without gaps. However many are taken it
 * takes a few queries: steps that double find a free number, and the space below it is narrowed.
 */
async function freeNumber(name: string, { taken, last }: { taken: Taken; last: number }): Promise<number> {
  const ask = async (from: number, counts: number[]): Promise<{ below: number; free: number | undefined }> => {
    const keys = counts.map((count) => nameKey(numberedName(name, count)));
    const known = new Set((await taken(keys)).map((row) => row.name_key));
    const at = keys.findIndex((key) => !known.has(key));
    return { below: counts[(at < 0 ? counts.length : at) - 1] ?? from, free: counts[at] };
  };
  let found = await ask(last, [last + 1]);
  for (let step = 1; found.free === undefined; step *= 2 ** atOnce) {
    const from = found.below;
    if (!Number.isSafeInteger(from + step * 2 ** atOnce)) throw new Refusal(codes.documentNameExists);
    found = await ask(
      from,
      Array.from({ length: atOnce }, (_, n) => from + step * 2 ** n),
    );
  }
  let { below } = found;
  let free = found.free;
  while (free - below > 1) {
    const width = Math.ceil((free - below) / atOnce);
    const [from, end] = [below, free];
    const counts = Array.from({ length: atOnce }, (_, n) => from + width * (n + 1)).filter((count) => count < end);
    const nearer = await ask(from, counts);
    below = nearer.below;
    free = nearer.free ?? free;
  }
  return free;
}
