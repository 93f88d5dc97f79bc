import type { Ctx } from '../../ground/ctx.ts';
import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { forgetRoots, rootsOfAcls } from '../permissions/roots.ts';
import { deleteBinEntries } from './bin-queries.ts';
import { needBinned } from './bin.ts';
import type { ItemRow } from './item-queries.ts';
import { allAclsBelow, deleteItems as deleteRows, everythingBelow } from './subtree-queries.ts';

const batch = 500;

/** Removes deleted items for good with everything below them. Later rooms hear which documents are gone and free what they keep of them. */
export async function removeItems(ctx: Ctx, input: { objIds: string[] }) {
  const held = await needBinned(ctx, input.objIds, true);
  for (const { item } of held) await removeOne(ctx, item);
  return {};
}

async function removeOne(ctx: Ctx, item: ItemRow): Promise<void> {
  const access = await accessOf(ctx);
  const acls = await allAclsBelow(ctx.db, item.id);
  if (acls.some((acl) => (access.bits(acl) & right.manage) === 0)) throw new Refusal(codes.noRightToManage);
  const inside = item.kind === objType.document ? [] : await everythingBelow(ctx.db, item.id);
  const all = [...inside, { id: item.id, kind: item.kind, bin_id: item.bin_id }];
  const ids = all.map((row) => row.id);
  const own = new Set(ids);
  await forgetRoots(
    ctx.db,
    (await rootsOfAcls(ctx.db, acls)).filter((id) => own.has(id)),
  );
  await deleteBinEntries(ctx.db, ids);
  for (let at = 0; at < ids.length; at += batch) {
    const piece = ids.slice(at, at + batch);
    // rooms that keep rows of an item must let go of them in this transaction, before the row itself goes
    for (const release of ctx.house.onPurge) await release(ctx, piece);
    await deleteRows(ctx.db, piece);
    await ctx.say('items.purged', { ids: piece });
  }
  await ctx.say('document.purged', { objId: item.id, objName: item.name });
}
