import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { insertBinEntry } from './bin-queries.ts';
import { type ItemRow, wayUp } from './item-queries.ts';
import { needItems } from './need-items.ts';
import { aclsBelow, binSubtree, lockedBelow, sizeOf } from './subtree-queries.ts';
import { kindWord, needUnlocked } from './update-item.ts';
import { branchRoom, takeRoom } from './write-room.ts';

/** The folders around an item, from the cabinet down, as the bin remembers them. */
export type Trail = { id: number; name: string }[];

/** Refuses when anything live in the subtree stands under a list without the right: nobody takes away what they may not change. */
export async function needAllBelow(ctx: Ctx, item: ItemRow, need: number): Promise<void> {
  if (item.kind === objType.document) return;
  const access = await accessOf(ctx);
  for (const acl of await aclsBelow(ctx.db, item.id)) if ((access.bits(acl) & need) !== need) throw new Refusal(codes.noRightToOperate);
}

/** Moves items with all that is in them to the recycle bin; one refusal keeps them all. */
export async function deleteItems(ctx: Ctx, input: { objIds: string[] }) {
  const held = await needItems(ctx, right.visible | right.modify, input.objIds);
  const entries: { objId: string; binId: string }[] = [];
  const gone = new Set<number>();
  const room = branchRoom();
  for (const { item, bits } of held) {
    if (item.kind === objType.cabinet && (bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
    needUnlocked(ctx, item);
    if (await lockedBelow(ctx.db, item.id, ctx.user.id)) throw new Refusal(codes.documentLocked);
    await needAllBelow(ctx, item, right.modify);
    const rows = await wayUp(ctx.db, { id: item.id });
    // an item inside of one that this very call deleted is already away
    if (rows.some((row) => gone.has(row.id))) continue;
    takeRoom(room, await sizeOf(ctx.db, item.id, room.left + 1));
    const binId = await deleteOne(ctx, item, rows);
    gone.add(item.id);
    entries.push({ objId: String(item.id), binId: String(binId) });
  }
  return { entries };
}

async function deleteOne(ctx: Ctx, item: ItemRow, rows: ItemRow[]): Promise<number> {
  const binId = newId();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const trail: Trail = [];
  for (let row = byId.get(item.parent_id); row !== undefined; row = byId.get(row.parent_id)) trail.unshift({ id: row.id, name: row.name });
  await binSubtree(ctx.db, item.id, binId);
  await insertBinEntry(ctx.db, {
    id: binId,
    item_id: item.id,
    acl_id: item.acl_id,
    organisation_id: item.organisation_id,
    area: item.area,
    parent_id: item.parent_id,
    trail: JSON.stringify(trail),
    person_id: ctx.user.id,
    deleted_at: ctx.now,
  });
  await ctx.say(`${kindWord(item.kind)}.deleted`, { objId: item.id, objName: item.name });
  return binId;
}
