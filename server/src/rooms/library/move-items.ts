import { codes } from '@dossier/contract/codes';
import type { library } from '@dossier/contract/library';
import { level, objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { tellFilled } from '../limits/need-space.ts';
import { accessOf } from '../permissions/access.ts';
import { sameRights } from '../permissions/grants.ts';
import { deepest } from './create-folder.ts';
import { needAllBelow } from './delete-items.ts';
import { childByKey, itemById, type ItemRow, wayUp } from './item-queries.ts';
import { freeNameIn, nameColumns, refusingTaken } from './name-rules.ts';
import { type Held, needItems, needPlace } from './need-items.ts';
import { placeUnder } from './place-items.ts';
import { aclsBelow, heightOf, lockedBelow } from './subtree-queries.ts';
import { kindWord } from './update-item.ts';
import { moveRoom, type WriteRoom } from './write-room.ts';

export type SameName = 'refuse' | 'rename' | 'skip';

/** Moves items into a place. All or none: one refusal keeps every one where it is. */
export async function moveItems(ctx: Ctx, input: ParsedOf<typeof library.move>) {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, input.parentId);
  const held = await needItems(ctx, right.visible | right.modify, [...new Set(input.objIds)]);
  if (held.some(({ item }) => item.cabinet_id !== place.cabinet_id)) await needOpenPlace(ctx, place);
  const ids: string[] = [];
  const room = moveRoom();
  for (const one of held) if (await moveOne(ctx, one, { place, onSameName: input.onSameName, room })) ids.push(String(one.item.id));
  await tellFilled(ctx, place);
  return { ids, skipped: held.length - ids.length };
}

const open = new WeakMap<Ctx, Set<number>>();

/** Publishing cabinets, with all folders in them, are fed by flows alone. One transaction asks once for each cabinet. */
export async function needOpenPlace(ctx: Ctx, place: ItemRow): Promise<void> {
  const known = open.get(ctx) ?? new Set();
  if (known.has(place.cabinet_id)) return;
  const [cabinet] = await itemById(ctx.db, { id: place.cabinet_id });
  if (cabinet?.publishing === 1) throw new Refusal(codes.publishingCabinet);
  open.set(ctx, known.add(place.cabinet_id));
}

interface Target {
  place: ItemRow;
  onSameName: SameName;
  room: WriteRoom;
}

async function moveOne(ctx: Ctx, { item, bits }: Held, { place, onSameName, room }: Target): Promise<boolean> {
  if (item.kind === objType.cabinet) throw new Refusal(codes.pasteCabinet);
  if (item.parent_id === place.id) return false;
  await needNoLoop(ctx, item, place);
  if (item.lock_person_id !== 0 && item.lock_person_id !== ctx.user.id) throw new Refusal(codes.moveLocked);
  if (await lockedBelow(ctx.db, item.id, ctx.user.id)) throw new Refusal(codes.moveLocked);
  await needAllBelow(ctx, item, right.modify);
  if (item.cabinet_id !== place.cabinet_id) {
    // what a cabinet's owner keeps must not leave by the hand of somebody who only works in it
    if (bits !== level.full) throw new Refusal(codes.moveNoRight);
    await needAllBelow(ctx, item, level.full);
    await needNoCeiling(ctx, item);
  } else if (!(await sameSurroundings(ctx, item, place))) {
    await needHandsOut(ctx, item);
  }
  const [twin] = await childByKey(ctx.db, { parent: place.id, key: item.name_key });
  if (twin !== undefined && onSameName === 'skip') return false;
  if (twin !== undefined && onSameName === 'refuse') throw new Refusal(codes.documentNameExists, { name: item.name });
  const name = twin === undefined ? item.name : await freeNameIn(ctx.db, place.id, { name: item.name });
  const changes = { ...nameColumns(name), updater_id: ctx.user.id };
  await refusingTaken(item.kind, () => placeUnder(ctx, item, { place, changes, room }));
  await ctx.say(`${kindWord(item.kind)}.moved`, {
    objId: item.id,
    objName: name,
    before: { parentId: item.parent_id },
    after: { parentId: place.id, parent: place.name },
  });
  return true;
}

/** Whether everybody has in the new place what they have in the old one. */
async function sameSurroundings(ctx: Ctx, item: ItemRow, place: ItemRow): Promise<boolean> {
  const [parent] = await itemById(ctx.db, { id: item.parent_id });
  return parent !== undefined && sameRights(ctx, parent.acl_id, place.acl_id);
}

/** A move to where others have rights hands things to them, as a copy would: it takes the right to the bytes, or to give rights. */
async function needHandsOut(ctx: Ctx, item: ItemRow): Promise<void> {
  const access = await accessOf(ctx);
  for (const acl of await aclsBelow(ctx.db, item.id)) {
    const hold = access.hold(acl);
    if ((hold & right.download) === 0 && !givesAll(hold)) throw new Refusal(codes.moveNoRight);
  }
}

const givesAll = (hold: number): boolean => (hold & right.manage) !== 0 && hold >> 8 === level.full;

/** Who manages something up to a ceiling would hand all of it to others by taking it to where those have more. */
async function needNoCeiling(ctx: Ctx, item: ItemRow): Promise<void> {
  const access = await accessOf(ctx);
  for (const acl of await aclsBelow(ctx.db, item.id)) if (!givesAll(access.hold(acl))) throw new Refusal(codes.moveNoRight);
}

/** Refuses to hang an item into itself or below itself, or so deep that ways get too long. */
async function needNoLoop(ctx: Ctx, item: ItemRow, place: ItemRow): Promise<void> {
  if (place.id === item.id) throw new Refusal(codes.pasteIntoSelf);
  const way = await wayUp(ctx.db, { id: place.id });
  if (way.some((row) => row.id === item.id)) throw new Refusal(codes.pasteIntoChild);
  if (item.kind === objType.folder && way.length + (await heightOf(ctx.db, item.id)) > deepest) throw new Refusal(codes.folderTooDeep);
}
