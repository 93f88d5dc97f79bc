import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { checkName, freeName, nameKey } from '../../ground/text/names.ts';
import { giveRoots } from '../permissions/owners.ts';
import { clearClipboard } from './bin-queries.ts';
import { cabinetsOfShelf, countLocks, documentsOwned, freeLocks, giveItems, moveShelf } from './handover-queries.ts';
import { updateItem } from './item-queries.ts';
import { nameColumns, refusingTaken } from './name-rules.ts';

/** What this room knows of a person whom somebody wants to remove. Counted on the reader for long queries. */
export async function itemsOfPerson(db: Db, personId: number) {
  const cabinets = await cabinetsOfShelf(db, personId);
  return { cabinets, documents: await documentsOwned(db, personId), locks: await countLocks(db, personId) };
}

/** A handover within one organisation; `suffix` marks the names of cabinets that change their shelf. */
interface Handover {
  from: number;
  to: number;
  organisationId: number;
  suffix: string;
}

/** A name with something behind it, cut where both together are too long. */
function suffixed(name: string, suffix: string): string {
  const stem = [...name];
  while (stem.length > 0 && !checkName(stem.join('') + suffix).ok) stem.pop();
  return stem.join('') + suffix;
}

/** Gives all that somebody owns in an organisation to another one, whose own cabinets theirs become, under free names. */
export async function handOverItems(ctx: Ctx, { from, to, organisationId, suffix }: Handover): Promise<void> {
  const own = (await cabinetsOfShelf(ctx.db, from)).filter((cabinet) => cabinet.organisation_id === organisationId);
  const there = (await cabinetsOfShelf(ctx.db, to)).filter((cabinet) => cabinet.organisation_id === organisationId && cabinet.bin_id === 0);
  const taken = new Set(there.map((cabinet) => cabinet.name_key));
  for (const { id, name, bin_id } of own) {
    // one in the bin gets its name when somebody brings it back
    const given = bin_id === 0 ? freeName(suffixed(name, suffix), (wanted) => taken.has(nameKey(wanted))) : name;
    if (bin_id === 0) taken.add(nameKey(given));
    await refusingTaken(objType.cabinet, () => updateItem(ctx.db, id, { shelf_id: to, ...(bin_id === 0 && nameColumns(given)) }));
    if (bin_id === 0)
      await ctx.say('cabinet.updated', { objId: id, objName: given, spaceId: organisationId, before: { name }, after: { name: given } });
  }
  if (own.length > 0)
    await moveShelf(
      ctx.db,
      own.map((cabinet) => cabinet.id),
      to,
    );
  await giveItems(ctx.db, { from, to, organisationId });
  await giveRoots(ctx.db, { from, to, organisationId });
}

/** Lets go of what a person holds: locks, and what they cut or copied. */
export async function releaseHolds(db: Db, personId: number): Promise<void> {
  await freeLocks(db, personId);
  await clearClipboard(db, personId);
}
