import { codes } from '@dossier/contract/core/codes';
import { level, objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { library } from '@dossier/contract/documents/library';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { haveSameRights } from '../access/grants.ts';
import { inheritFrom } from '../access/inheritance.ts';
import { findItem, type ItemRow, withAncestors } from '../access/items.queries.ts';
import { type AuthorisedItem, holdsBelow, requireContainer, requireItems, requireRightBelow } from '../access/require-items.ts';
import { type WriteBudget, moveBudget } from '../access/write-budget.ts';
import { notifyFilledQuota } from '../identity/quotas.ts';
import { eventOfKind, itemMoved } from './events.ts';
import { maximumDepth, requireManagedInPublishing, requireOpenContainer } from './folders.ts';
import { freeNameIn, nameColumns, refuseTakenName } from './item-names.ts';
import { childByKey, updateItem } from './tree/items.queries.ts';
import { heightOf, lockedBelow, setCabinetBelow } from './tree/subtrees.queries.ts';

export type SameName = 'refuse' | 'rename' | 'skip';

/** Moves items into a container, all or none. */
export async function moveItems(ctx: Context, input: ParsedOf<typeof library.move>) {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const authorised = await requireItems(ctx, right.visible | right.modify, [...new Set(input.objIds)]);
  if (authorised.some(({ item }) => item.cabinet_id !== place.cabinet_id)) await requireOpenContainer(ctx, place);
  for (const one of authorised) await requireManagedInPublishing(ctx, one, { below: true });
  if (authorised.every(({ item }) => item.parent_id === place.id)) throw new Refusal(codes.pasteSamePlace);
  const ids: string[] = [];
  const budget = moveBudget();
  for (const one of authorised) if (await moveOne(ctx, one, { place, onSameName: input.onSameName, budget })) ids.push(String(one.item.id));
  await notifyFilledQuota(ctx, place);
  return { ids, skipped: authorised.length - ids.length };
}

interface MoveTarget {
  place: ItemRow;
  onSameName: SameName;
  budget: WriteBudget;
}

async function moveOne(ctx: Context, { item, bits }: AuthorisedItem, { place, onSameName, budget }: MoveTarget): Promise<boolean> {
  if (item.kind === objType.cabinet) throw new Refusal(codes.pasteCabinet);
  if (item.parent_id === place.id) return false;
  await requireNoLoop(ctx, item, place);
  if (item.lock_person_id !== 0 && item.lock_person_id !== ctx.user.id) throw new Refusal(codes.moveLocked);
  if (await lockedBelow(ctx.db, item.id, ctx.user.id)) throw new Refusal(codes.moveLocked);
  await requireRightBelow(ctx, item, right.modify);
  if (item.cabinet_id !== place.cabinet_id) {
    // moving documents out of their owner's cabinet needs full rights, not only the right to modify
    if (bits !== level.full) throw new Refusal(codes.moveNoRight);
    await requireRightBelow(ctx, item, level.full);
    await requireFullyGrantable(ctx, item);
  } else if (!(await hasSameSurroundings(ctx, item, place))) {
    await requireMayHandOut(ctx, item);
  }
  const [twin] = await childByKey(ctx.db, { parent: place.id, key: item.name_key });
  if (twin !== undefined && onSameName === 'skip') return false;
  if (twin !== undefined && onSameName === 'refuse') throw new Refusal(codes.pasteNameExists, { name: item.name });
  const name = twin === undefined ? item.name : await freeNameIn(ctx.db, place.id, { name: item.name });
  const changes = { ...nameColumns(name), updater_id: ctx.user.id };
  await refuseTakenName(item.kind, () => placeUnder(ctx, item, { place, changes, room: budget }));
  await ctx.emit(eventOfKind(itemMoved, item.kind), {
    objId: item.id,
    objName: name,
    before: { parentId: item.parent_id },
    after: { parentId: place.id, parent: place.name },
  });
  return true;
}

/** Whether all users have the same rights in the new container as in the old one. */
async function hasSameSurroundings(ctx: Context, item: ItemRow, place: ItemRow): Promise<boolean> {
  const parent = await findItem(ctx.db, item.parent_id);
  return parent !== undefined && haveSameRights(ctx, parent.acl_id, place.acl_id);
}

/** Moving to where other users have rights discloses the items, as a copy would: it needs the right to download, or to grant all rights. */
async function requireMayHandOut(ctx: Context, item: ItemRow): Promise<void> {
  for (const rightsBelow of await holdsBelow(ctx, item))
    if ((rightsBelow & right.download) === 0 && !isFullyGrantable(rightsBelow)) throw new Refusal(codes.moveNoRight);
}

const isFullyGrantable = (rightsBelow: number): boolean => (rightsBelow & right.manage) !== 0 && rightsBelow >> 8 === level.full;

/** A manager with limited grantable permissions would exceed them by moving items to where others have more rights. */
async function requireFullyGrantable(ctx: Context, item: ItemRow): Promise<void> {
  for (const rightsBelow of await holdsBelow(ctx, item)) if (!isFullyGrantable(rightsBelow)) throw new Refusal(codes.moveNoRight);
}

/** Refuses to move an item below itself, or so deep that the level limit is exceeded. */
async function requireNoLoop(ctx: Context, item: ItemRow, place: ItemRow): Promise<void> {
  if (place.id === item.id) throw new Refusal(codes.pasteIntoSelf);
  const ancestors = await withAncestors(ctx.db, place.id);
  if (ancestors.some((row) => row.id === item.id)) throw new Refusal(codes.pasteIntoChild);
  if (item.kind === objType.folder && ancestors.length + (await heightOf(ctx.db, item.id)) > maximumDepth)
    throw new Refusal(codes.folderTooDeep);
}

/** Moves a live item with its descendants to another container: parent, name, cabinet, area and inherited rights. */
const placeUnder = (
  ctx: Context,
  item: ItemRow,
  { place, changes, room: budget }: { place: ItemRow; changes: Partial<ItemRow>; room: WriteBudget },
): Promise<void> =>
  inheritFrom(ctx, item, {
    place,
    budget: budget,
    async move() {
      // parent and name in one statement: the new name may be taken in the old container
      await updateItem(ctx.db, item.id, { parent_id: place.id, ...changes });
      if (item.cabinet_id !== place.cabinet_id)
        await setCabinetBelow(ctx.db, item.id, { cabinetId: place.cabinet_id, area: place.area, shelfId: place.area_owner_id });
    },
  });
