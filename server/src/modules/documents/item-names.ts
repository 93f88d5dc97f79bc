import { type Code, codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { library } from '@dossier/contract/documents/library';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { Refusal } from '../../platform/refusal.ts';
import { checkName, nameKey, nameSort, numberedName } from '../../platform/text/names.ts';
import { accessOf } from '../access/effective-rights.ts';
import { requireContainer } from '../access/require-items.ts';
import { childByKey, childrenByKeys, takenKeys } from './tree/items.queries.ts';

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

/** The columns of a name; refuses an illegal one. */
export function nameColumns(name: string): { name: string; name_key: string; name_sort: string } {
  const checked = checkName(name);
  if (!checked.ok) throw new Refusal(faults[checked.why]);
  return { name: checked.name, name_key: nameKey(checked.name), name_sort: nameSort(checked.name) };
}

/** Asked in turn about a name that somebody gives to an item: each refuses with a code of its own. */
export const itemNameRules = extensionPoint<(ctx: Context, name: string) => Promise<void>>();

/** Lets other modules refuse a name that somebody gives. */
export async function requireAcceptedName(ctx: Context, name: string): Promise<void> {
  for (const rule of itemNameRules.all()) await rule(ctx, name);
}

/** Runs a write that may violate the unique index of names, and refuses with the code for the kind of item. */
export async function refuseTakenName<T>(kind: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(takenRefusals[kind] ?? codes.documentNameExists);
    throw error;
  }
}

/** Answers which of some names are taken, as keys. */
type FindTakenNames = (keys: string[]) => Promise<{ name_key: string }[]>;

/** The last number that a transaction gave to a name in a folder, so that the next of many equal names is found at once. */
export type LastNumbers = Map<string, number>;

/** The name itself, or a free "name (2)" in a folder. */
export async function freeNameIn(db: Db, parentId: number, { name, numbers }: { name: string; numbers?: LastNumbers }): Promise<string> {
  const key = `${parentId} ${nameKey(name)}`;
  const taken: FindTakenNames = (keys) => takenKeys(db, { parent: parentId, keys: JSON.stringify(keys) });
  const count = await freeNumber(name, { taken, last: numbers?.get(key) ?? 0 });
  numbers?.set(key, count);
  return numberedName(name, count);
}

export const firstFreeName = async (name: string, taken: FindTakenNames): Promise<string> =>
  numberedName(name, await freeNumber(name, { taken, last: 0 }));

/** Numbers checked in one query. */
const numbersPerQuery = 16;

/**
 * A free number that follows a taken one: the first free one where numbers have no gaps. It needs a few queries, however many are taken:
 * steps that double find a free number, and a search below it narrows the gap.
 */
async function freeNumber(name: string, { taken, last }: { taken: FindTakenNames; last: number }): Promise<number> {
  const ask = async (from: number, counts: number[]): Promise<{ below: number; free: number | undefined }> => {
    const keys = counts.map((count) => nameKey(numberedName(name, count)));
    const known = new Set((await taken(keys)).map((row) => row.name_key));
    const at = keys.findIndex((key) => !known.has(key));
    return { below: counts[(at < 0 ? counts.length : at) - 1] ?? from, free: counts[at] };
  };
  let found = await ask(last, [last + 1]);
  for (let step = 1; found.free === undefined; step *= 2 ** numbersPerQuery) {
    const from = found.below;
    if (!Number.isSafeInteger(from + step * 2 ** numbersPerQuery)) throw new Refusal(codes.documentNameExists);
    found = await ask(
      from,
      Array.from({ length: numbersPerQuery }, (_, n) => from + step * 2 ** n),
    );
  }
  let { below } = found;
  let free = found.free;
  while (free - below > 1) {
    const width = Math.ceil((free - below) / numbersPerQuery);
    const [from, end] = [below, free];
    const counts = Array.from({ length: numbersPerQuery }, (_, n) => from + width * (n + 1)).filter((count) => count < end);
    const nearer = await ask(from, counts);
    below = nearer.below;
    free = nearer.free ?? free;
  }
  return free;
}

/** Whether a name is free. Hidden items take names too; only that fact is revealed, to users who may upload here. */
export async function checkFolderName(ctx: Context, input: ParsedOf<typeof library.checkFolderName>) {
  const { item } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const [known] = await childByKey(ctx.db, { parent: item.id, key: nameColumns(input.name).name_key });
  return { free: known === undefined };
}

/** The taken ones of some names; the item behind a name only where the caller may see it. */
export async function checkNames(ctx: Context, input: ParsedOf<typeof library.checkNames>) {
  const { item } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const access = await accessOf(ctx);
  const byKey = new Map(input.names.filter((name) => checkName(name).ok).map((name) => [nameKey(name), name]));
  const found = await childrenByKeys(ctx.db, item.id, [...byKey.keys()]);
  return {
    taken: found.map((row) => ({
      name: byKey.get(row.name_key) ?? row.name,
      ...(access.isVisible(row.acl_id) && { id: String(row.id), objType: row.kind }),
    })),
  };
}
