import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { binEntriesOf, deleteBinEntries, insertBinEntry } from './bin-queries.ts';
import type { Trail } from './delete-items.ts';
import type { ItemRow } from './item-queries.ts';
import { childrenInBin, moveInBin } from './subtree-queries.ts';
import { splitRoom, takeRoom } from './write-room.ts';

/** Makes every direct child of a deleted folder a deletion of its own, so that the folder can come back without them. */
export async function splitDeletion(ctx: Ctx, folder: ItemRow): Promise<void> {
  const [entry] = await binEntriesOf(ctx.db, [folder.id]);
  if (entry === undefined) return;
  const trail: Trail = [...(JSON.parse(entry.trail) as Trail), { id: folder.id, name: folder.name }];
  await deleteBinEntries(ctx.db, [folder.id]);
  const children = await childrenInBin(ctx.db, folder.id, entry.id);
  takeRoom(splitRoom(), children.length);
  for (const child of children) {
    const binId = newId();
    await moveInBin(ctx.db, child.id, { from: entry.id, to: binId });
    await insertBinEntry(ctx.db, {
      id: binId,
      item_id: child.id,
      acl_id: child.acl_id,
      organisation_id: child.organisation_id,
      area: child.area,
      parent_id: folder.id,
      trail: JSON.stringify(trail),
      person_id: entry.person_id,
      deleted_at: entry.deleted_at,
    });
  }
}
