import { codes } from '@dossier/contract/codes';
import type { library } from '@dossier/contract/library';
import { level, objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { childAcl } from '../permissions/roots.ts';
import { needAllBelow } from './delete-items.ts';
import { childByKey, type ItemRow, updateItem, wayUp } from './item-queries.ts';
import { freeNameIn, nameColumns } from './name-rules.ts';
import { type Held, needItems, needPlace } from './need-items.ts';
import { placeUnder } from './place-items.ts';
import { kindWord, needUnlocked } from './update-item.ts';

export type SameName = 'refuse' | 'rename' | 'skip';

/** Moves items into a place. All or none: one refusal keeps every one where it is. */
export async function moveItems(ctx: Ctx, input: ParsedOf<typeof library.move>) {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, input.parentId);
  needOpenPlace(place);
  const held = await needItems(ctx, right.visible | right.modify, input.objIds);
  const ids: string[] = [];
  for (const one of held) if (await moveOne(ctx, one, { place, onSameName: input.onSameName })) ids.push(String(one.item.id));
  return { ids, skipped: held.length - ids.length };
}

/** Publishing cabinets are fed by flows alone. */
export function needOpenPlace(place: ItemRow): void {
  if (place.publishing === 1) throw new Refusal(codes.publishingCabinet);
}

async function moveOne(ctx: Ctx, { item, bits }: Held, { place, onSameName }: { place: ItemRow; onSameName: SameName }): Promise<boolean> {
  if (item.kind === objType.cabinet) throw new Refusal(codes.pasteCabinet);
  if (item.parent_id === place.id) return false;
  const way = await wayUp(ctx.db, { id: place.id });
  if (place.id === item.id) throw new Refusal(codes.pasteIntoSelf);
  if (way.some((row) => row.id === item.id)) throw new Refusal(codes.pasteIntoChild);
  if (item.lock_person_id !== 0 && item.lock_person_id !== ctx.user.id) throw new Refusal(codes.moveLocked);
  needUnlocked(ctx, item);
  await needNoGain(ctx, { item, bits }, place);
  const [twin] = await childByKey(ctx.db, { parent: place.id, key: item.name_key });
  if (twin !== undefined && onSameName === 'skip') return false;
  if (twin !== undefined && onSameName === 'refuse') throw new Refusal(codes.documentNameExists, { name: item.name });
  if (twin !== undefined) await updateItem(ctx.db, item.id, nameColumns(await freeNameIn(ctx.db, place.id, item.name)));
  await placeUnder(ctx, item, place);
  await updateItem(ctx.db, item.id, { updater_id: ctx.user.id });
  await ctx.say(`${kindWord(item.kind)}.moved`, {
    objId: item.id,
    objName: item.name,
    before: { parentId: item.parent_id },
    after: { parentId: place.id, parent: place.name },
  });
  return true;
}

/** A move gives nobody more than they had: into another cabinet it needs full control of all that moves, else the new place may not add rights. */
async function needNoGain(ctx: Ctx, { item, bits }: Held, place: ItemRow): Promise<void> {
  await needAllBelow(ctx, item, right.modify);
  if (item.cabinet_id !== place.cabinet_id) {
    if (bits !== level.full) throw new Refusal(codes.moveNoRight);
    await needAllBelow(ctx, item, level.full);
    return;
  }
  const access = await accessOf(ctx);
  const after = access.bits(await childAcl(ctx.db, place.acl_id));
  if ((bits & right.manage) === 0 && (after & ~bits) !== 0) throw new Refusal(codes.moveNoRight);
}
