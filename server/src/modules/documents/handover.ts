import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { checkName, freeName, nameKey } from '../../platform/text/names.ts';
import { transferAclRoots } from '../access/ownership.ts';
import { cabinetUpdated } from './events.ts';
import { nameColumns, refuseTakenName } from './item-names.ts';
import {
  countLocks,
  documentsOwned,
  freeLocks,
  giveItems,
  movePersonalCabinets,
  personalCabinets,
  updateItem,
} from './tree/items.queries.ts';
import { clearClipboard } from './tree/subtrees.queries.ts';

/** The resources that a user owns, shown before the user is removed. Counted on the reader for long queries. */
export async function ownedItems(db: Db, personId: number) {
  const cabinets = await personalCabinets(db, personId);
  return { cabinets, documents: await documentsOwned(db, personId), locks: await countLocks(db, personId) };
}

/** A handover within one organisation; `suffix` is appended to the names of cabinets that change their owner. */
interface Handover {
  from: number;
  to: number;
  organisationId: number;
  suffix: string;
}

/** A name with a suffix, truncated where both together are too long. */
function suffixed(name: string, suffix: string): string {
  const stem = [...name];
  while (stem.length > 0 && !checkName(stem.join('') + suffix).ok) stem.pop();
  return stem.join('') + suffix;
}

/** Transfers everything that a user owns in an organisation to another user; the personal cabinets go along, under free names. */
export async function handOverItems(ctx: Context, { from, to, organisationId, suffix }: Handover): Promise<void> {
  const own = (await personalCabinets(ctx.db, from)).filter((cabinet) => cabinet.organisation_id === organisationId);
  const there = (await personalCabinets(ctx.db, to)).filter(
    (cabinet) => cabinet.organisation_id === organisationId && cabinet.bin_id === 0,
  );
  const taken = new Set(there.map((cabinet) => cabinet.name_key));
  for (const { id, name, bin_id } of own) {
    // a cabinet in the bin gets its name when it is restored
    const given = bin_id === 0 ? freeName(suffixed(name, suffix), (wanted) => taken.has(nameKey(wanted))) : name;
    if (bin_id === 0) taken.add(nameKey(given));
    await refuseTakenName(objType.cabinet, () => updateItem(ctx.db, id, { area_owner_id: to, ...(bin_id === 0 && nameColumns(given)) }));
    if (bin_id === 0)
      await ctx.emit(cabinetUpdated, { objId: id, objName: given, spaceId: organisationId, before: { name }, after: { name: given } });
  }
  if (own.length > 0)
    await movePersonalCabinets(
      ctx.db,
      own.map((cabinet) => cabinet.id),
      to,
    );
  await giveItems(ctx.db, { from, to, organisationId });
  await transferAclRoots(ctx.db, { from, to, organisationId });
}

/** Releases a user's locks and clipboard. */
export async function releaseLocksAndClipboard(db: Db, personId: number): Promise<void> {
  await freeLocks(db, personId);
  await clearClipboard(db, personId);
}
