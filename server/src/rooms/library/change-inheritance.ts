import { codes } from '@dossier/contract/codes';
import type { permissions } from '@dossier/contract/permissions';
import { level, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { standsUntil } from '../permissions/forecast.ts';
import { type Before, beforehand, needNoGain } from '../permissions/gain.ts';
import { copyInherited, setInheritance, writeGrant } from '../permissions/grants.ts';
import { ceilingOf } from '../permissions/hand.ts';
import { ringsOfRoot } from '../permissions/roots.ts';
import { needBranchRoom } from './need-branch-room.ts';
import { needItem } from './need-items.ts';
import { ensureRoot } from './rights-deeds.ts';
import { inheritingWithinOwn } from './within-own.ts';

/** Cancels or renews inheritance. Whoever cancels keeps what they have, so that nothing is left without anyone who can change it. */
export async function changeInheritance(ctx: Ctx, input: ParsedOf<typeof permissions.inherit>) {
  const { item } = await needItem(ctx, right.visible | right.manage, input.objId);
  if (item.parent_id === 0) throw new Refusal(codes.cabinetHasNoParent);
  const before = await beforehand(ctx);
  await needBranchRoom(ctx, [{ item }]);
  const formerly = await ensureRoot(ctx, item);
  const rings = await ringsOfRoot(ctx.db, item.id);
  const work = async (): Promise<void> => {
    if (!input.inherit && input.keep) await copyInherited(ctx, item.id);
    await setInheritance(ctx, item.id, input.inherit);
  };
  await inheritingWithinOwn(ctx, before, { item, work });
  if (((await accessOf(ctx)).bits(rings[0]) & right.manage) === 0) {
    await keepOwn(
      ctx,
      item.id,
      rings.map((acl) => heldOn(before, formerly.get(acl) ?? acl)),
    );
  }
  await needNoGain(ctx, before, { formerly, rootId: item.id });
  await ctx.say('permission.inherit', { objId: item.id, objName: item.name, after: { inherit: input.inherit } });
  return {};
}

interface Kept {
  hold: number;
  deadline: number | null;
}

function heldOn({ access, forecast }: Before, acl: number): Kept {
  const hold = access.hold(acl);
  return { hold, deadline: standsUntil(forecast, acl, hold) };
}

/** Writes into the caller's own name what they had on an item, on its children and further down, for as long as they had it. */
async function keepOwn(ctx: Ctx, rootId: number, had: Kept[]): Promise<void> {
  for (const [reach, { hold, deadline }] of had.entries()) {
    const farther = had[reach + 1];
    if (hold === 0 || (hold === farther?.hold && deadline === farther.deadline)) continue;
    const bits = hold & level.full;
    const grant = { granteeType: 'user', granteeId: ctx.user.id, level: bits, handOn: ceilingOf(bits, hold >> 8) };
    await writeGrant(ctx, { ...grant, rootId, reach, deadline });
  }
}
