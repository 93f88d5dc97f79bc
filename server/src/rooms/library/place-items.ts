import { codes } from '@dossier/contract/codes';
import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { forecastOf, hasPassing, needNoLaterGain } from '../permissions/forecast.ts';
import { childAcl, isRoot, moveRoot, reparentRoots, type Rings, ringsFrom, rootsOfAcls } from '../permissions/roots.ts';
import { itemsByIds, type ItemRow, updateItem } from './item-queries.ts';
import { allAclsBelow, repointItems, setCabinetBelow, sizeOf } from './subtree-queries.ts';
import { takeRoom, type WriteRoom } from './write-room.ts';

/** Lets a subtree that stood under the lists `from` stand under `to`: items without own rights, and the roots among them. */
export async function repoint(db: Db, item: ItemRow, { from, to }: { from: Rings; to: Rings }): Promise<void> {
  if (item.kind !== objType.document) {
    const inside = await allAclsBelow(db, item.id);
    const rootIds = await rootsOfAcls(
      db,
      inside.filter((acl) => !from.includes(acl) && !to.includes(acl)),
    );
    const roots = (await itemsByIds(db, { ids: JSON.stringify(rootIds) })).filter((row) => row.id !== item.id);
    const near = roots.filter((row) => row.parent_id === item.id).map((row) => row.id);
    const far = roots.filter((row) => row.parent_id !== item.id).map((row) => row.id);
    await reparentRoots(db, { near, far }, { from, to });
  }
  await repointItems(db, item.id, { from, to });
}

/** Hangs a live item with all below it under another place: parent, name, cabinet, area and the rights it inherits. */
export async function placeUnder(
  ctx: Ctx,
  item: ItemRow,
  { place, changes, room }: { place: ItemRow; changes: Partial<ItemRow>; room: WriteRoom },
): Promise<void> {
  const { db } = ctx;
  const before = await accessOf(ctx);
  const ahead = (await hasPassing(ctx)) ? await forecastOf(ctx) : undefined;
  const inside = await allAclsBelow(db, item.id);
  const from = await ringsFrom(db, item.acl_id);
  const to = await ringsFrom(db, await childAcl(db, place.acl_id));
  const own = await isRoot(db, item);
  if (item.cabinet_id !== place.cabinet_id || (!own && from.some((acl, ring) => acl !== to[ring])))
    takeRoom(room, await sizeOf(db, item.id, room.left + 1));
  if (own) await moveRoot(db, item.id, to);
  else await repoint(db, item, { from, to });
  // parent and name in one statement: the new name may be taken in the old place
  await updateItem(db, item.id, { parent_id: place.id, ...changes });
  if (item.cabinet_id !== place.cabinet_id) {
    await setCabinetBelow(db, item.id, { cabinetId: place.cabinet_id, area: place.area, shelfId: place.shelf_id });
  }
  const stands = inside.filter((acl) => own || !from.includes(acl)).map((acl) => [acl, acl] as const);
  const passed = own ? [] : from.map((acl, ring) => [acl, to[ring] ?? acl] as const).filter(([acl]) => inside.includes(acl));
  const after = await accessOf(ctx);
  const pairs = [...stands, ...(item.kind === objType.document ? passed.slice(0, 1) : passed)];
  for (const [was, is] of pairs) if ((after.hold(is) & ~before.hold(was)) !== 0) throw new Refusal(codes.moveNoRight);
  if (ahead !== undefined) await needNoLaterGain(ctx, ahead, { pairs, refusal: codes.moveNoRight });
}
