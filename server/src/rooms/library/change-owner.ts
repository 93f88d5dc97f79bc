import { codes } from '@dossier/contract/codes';
import type { permissions } from '@dossier/contract/permissions';
import { level, moduleType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findColleague } from '../people/people.ts';
import { beforehand } from '../permissions/gain.ts';
import { explain } from '../permissions/grants.ts';
import { ownerOfRoot, ringsFrom, setRootOwner } from '../permissions/roots.ts';
import { itemById, type ItemRow, updateItem } from './item-queries.ts';
import { needBranchRoom } from './need-branch-room.ts';
import { needItem } from './need-items.ts';
import { ensureRoot, needHeld } from './rights-deeds.ts';
import { allAclsBelow } from './subtree-queries.ts';

/** Gives an item to another owner: its owner, who has full control of all of it where nobody owns it, or whose office allows it in the shared areas, on the record. */
export async function changeOwner(ctx: Ctx, input: ParsedOf<typeof permissions.owner>) {
  const [row] = await itemById(ctx.db, { id: Number(input.objId) });
  const hasOffice = ctx.user.office.deeds.has('rights.owner');
  const administrated =
    row !== undefined && hasOffice && row.area !== moduleType.my && row.bin_id === 0 && row.organisation_id === ctx.user.organisationId;
  const item = administrated ? await needOfficeOrOwn(ctx, row) : await needOwn(ctx, input.objId);
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined || person.enabled === 0) throw new Refusal(codes.userMissing);
  await needBranchRoom(ctx, [{ item }]);
  await ensureRoot(ctx, item);
  await setRootOwner(ctx.db, item.id, person.id);
  await updateItem(ctx.db, item.id, { owner_id: person.id });
  await ctx.say('permission.granted', {
    objId: item.id,
    objName: item.name,
    objType: item.kind,
    ext: item.ext,
    before: { ownerId: item.owner_id },
    after: { owner: person.full_name },
  });
  return {};
}

/** The item of who may give it away by their own right. */
async function needOwn(ctx: Ctx, id: string | number): Promise<ItemRow> {
  const { item } = await needItem(ctx, right.visible | right.manage, id);
  await needOwnerOrAll(ctx, item);
  return item;
}

/** The office counts from where it may be held; from elsewhere only what one may do without it, and who may not is told that it is the address. */
async function needOfficeOrOwn(ctx: Ctx, row: ItemRow): Promise<ItemRow> {
  try {
    await needDeed(ctx, 'rights.owner');
    return row;
  } catch (error) {
    return needOwn(ctx, row.id).catch((own: unknown) => {
      throw own instanceof Refusal ? error : own;
    });
  }
}

/** An owner has full control of everything inside for ever: only who has that now may make somebody one, and never in an owner's place. */
async function needOwnerOrAll(ctx: Ctx, item: ItemRow): Promise<void> {
  if ((await explain(ctx, item, ctx.user.principals)).owner) return;
  if ((await ownerOfRoot(ctx.db, item.id)) !== 0) throw new Refusal(codes.ownerKeepsRights);
  const before = await beforehand(ctx);
  const lists = [...(await ringsFrom(ctx.db, item.acl_id)), ...(await allAclsBelow(ctx.db, item.id))];
  for (const acl of lists) needHeld(before, acl, { level: level.full, handOn: null, deadline: null });
}
