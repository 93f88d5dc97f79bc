import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { childAcl } from '../permissions/roots.ts';
import { type Depths, writeFolder } from './create-folder.ts';
import { childByKey, insertItem, itemById, type ItemRow, wayUp } from './item-queries.ts';
import type { SameName } from './move-items.ts';
import { freeNameIn, nameColumns, refusingTaken } from './name-rules.ts';
import type { Held } from './need-items.ts';
import { takeRoom, type WriteRoom } from './write-room.ts';
import { liveBelow } from './subtree-queries.ts';
import { kindWord } from './update-item.ts';

/** Copies one item with what the caller sees in it; needs the right to the originals. Answers the new id, or undefined when skipped. */
export async function copyOne(
  ctx: Ctx,
  { item }: Held,
  { place, onSameName, room }: { place: ItemRow; onSameName: SameName; room: WriteRoom },
): Promise<number | undefined> {
  if (item.kind === objType.cabinet) throw new Refusal(codes.pasteCabinet);
  if (place.id === item.id) throw new Refusal(codes.pasteIntoSelf);
  if ((await wayUp(ctx.db, { id: place.id })).some((row) => row.id === item.id)) throw new Refusal(codes.pasteIntoChild);
  const [twin] = await childByKey(ctx.db, { parent: place.id, key: item.name_key });
  const samePlace = item.parent_id === place.id;
  if (twin !== undefined && onSameName === 'skip' && !samePlace) return undefined;
  if (twin !== undefined && onSameName === 'refuse' && !samePlace) throw new Refusal(codes.documentNameExists, { name: item.name });
  const name = twin === undefined ? item.name : await freeNameIn(ctx.db, place.id, { name: item.name });
  takeRoom(room, 1);
  const inside = item.kind === objType.document ? new Map<number, ItemRow[]>() : await readInside(ctx, item, room);
  const depths: Depths = new Map();
  const top = await copyRow(ctx, { ...item, name }, { place, depths });
  await copyInside(ctx, { from: item.id, to: top }, { byParent: inside, depths });
  return top.id;
}

async function readInside(ctx: Ctx, folder: ItemRow, room: WriteRoom): Promise<Map<number, ItemRow[]>> {
  const access = await accessOf(ctx);
  const byParent = new Map<number, ItemRow[]>();
  for (let after = 0; ; ) {
    const rows = await liveBelow(ctx.db, folder.id, { after, limit: 1000 });
    for (const row of rows) {
      const bits = access.bits(row.acl_id);
      if ((bits & right.visible) === 0) continue;
      if (row.kind === objType.document && (bits & right.download) === 0) throw new Refusal(codes.pasteNoRight);
      takeRoom(room, 1);
      const siblings = byParent.get(row.parent_id);
      if (siblings === undefined) byParent.set(row.parent_id, [row]);
      else siblings.push(row);
    }
    const last = rows.at(-1);
    if (last === undefined) return byParent;
    after = last.id;
  }
}

async function copyInside(
  ctx: Ctx,
  top: { from: number; to: ItemRow },
  { byParent, depths }: { byParent: Map<number, ItemRow[]>; depths: Depths },
): Promise<void> {
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const row of byParent.get(next.from) ?? []) {
      const copy = await copyRow(ctx, row, { place: next.to, depths });
      if (row.kind === objType.folder) waiting.push({ from: row.id, to: copy });
    }
  }
}

async function copyRow(ctx: Ctx, item: ItemRow, { place, depths }: { place: ItemRow; depths: Depths }): Promise<ItemRow> {
  if (item.kind === objType.folder) {
    const { name, description, sort_number: sortNumber } = item;
    const { id } = await writeFolder(ctx, place, { name, description, sortNumber, depths });
    await sayCopied(ctx, item, { id, name: item.name });
    const [made] = await itemById(ctx.db, { id });
    if (made === undefined) throw new Refusal(codes.systemError);
    return made;
  }
  const id = newId();
  const row: ItemRow = {
    ...item,
    ...nameColumns(item.name),
    id,
    organisation_id: place.organisation_id,
    area: place.area,
    shelf_id: place.shelf_id,
    cabinet_id: place.cabinet_id,
    parent_id: place.id,
    acl_id: await childAcl(ctx.db, place.acl_id),
    version_no: 1,
    revision_id: newId(),
    creator_id: ctx.user.id,
    updater_id: ctx.user.id,
    owner_id: ctx.user.id,
    created_at: ctx.now,
    updated_at: ctx.now,
    lock_person_id: 0,
    locked_at: 0,
  };
  await refusingTaken(row.kind, () => insertItem(ctx.db, row));
  for (const copied of ctx.house.onCopy)
    await copied(ctx, { from: item.revision_id, original: item.id, to: { documentId: id, revisionId: row.revision_id, name: row.name } });
  await sayCopied(ctx, item, row);
  return row;
}

/** In the log of the original too. */
async function sayCopied(ctx: Ctx, item: ItemRow, copy: { id: number; name: string }): Promise<void> {
  const event = `${kindWord(item.kind)}.copied`;
  await ctx.say(event, { objId: copy.id, objName: copy.name, from: item.id });
  await ctx.say(event, { objId: item.id, objName: item.name, to: copy.id });
}
