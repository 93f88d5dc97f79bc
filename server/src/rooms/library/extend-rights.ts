import { codes } from '@dossier/contract/codes';
import { mostAtOnce, type permissions } from '@dossier/contract/permissions';
import { type GranteeType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findGrantee } from '../grantees/grantees.ts';
import { needGrants } from '../permissions/grants.ts';
import type { GrantFact } from '../permissions/rules.ts';
import { again, wireOf } from './copy-rights.ts';
import type { ItemRow } from './item-queries.ts';
import { findVisible } from './need-items.ts';
import { giveOn, takeOff } from './rights-deeds.ts';
import { sayGiven } from './say-rights.ts';

/** Grants with their items, which the caller must manage; one on a hidden item is as missing as one that never was. */
async function needManaged(ctx: Ctx, ids: readonly string[]): Promise<{ grant: GrantFact; item: ItemRow }[]> {
  if (ids.length > mostAtOnce) throw new Refusal(codes.tooManyItems);
  const grants = await needGrants(ctx, ids);
  const held = await findVisible(ctx, [...new Set(grants.map((grant) => grant.rootId))]);
  const byId = new Map(held.map((one) => [one.item.id, one]));
  return grants.map((grant) => {
    const one = byId.get(grant.rootId);
    if (one === undefined) throw new Refusal(codes.grantMissing);
    if ((one.bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
    return { grant, item: one.item };
  });
}

/** Sets when grants end, as if each were given anew by the caller: none that they could not give, and none for longer. */
export async function extendRights(ctx: Ctx, input: ParsedOf<typeof permissions.extend>): Promise<OutputOf<typeof permissions.extend>> {
  const ends = new Map(input.grants.map(({ id, deadline }) => [Number(id), deadline === undefined ? null : Date.parse(deadline)]));
  const found = await needManaged(
    ctx,
    input.grants.map(({ id }) => id),
  );
  for (const { grant, item } of found) {
    const deadline = ends.get(grant.id) ?? null;
    if (deadline !== null && deadline <= ctx.now) throw new Refusal(codes.deadlinePassed);
    const grantee = await findGrantee(ctx, grant.granteeType as GranteeType, grant.granteeId);
    if (grantee === undefined) throw new Refusal(codes.granteeMissing);
    const { id: _, rootId: __, ...terms } = grant;
    await giveOn(ctx, await again(ctx, item), { ...terms, deadline });
    await sayGiven(ctx, item, { ...terms, deadline, name: grantee.name, replaced: grant });
  }
  return {
    before: found.map(({ grant }) => ({
      id: String(grant.id),
      ...(grant.deadline === null ? {} : { deadline: isoTime(grant.deadline) }),
    })),
  };
}

/** Ends grants now. */
export async function endRights(ctx: Ctx, input: ParsedOf<typeof permissions.end>): Promise<OutputOf<typeof permissions.end>> {
  const found = await needManaged(ctx, input.ids);
  for (const { grant, item } of found) await takeOff(ctx, await again(ctx, item), [grant]);
  return { before: found.map(({ grant }) => ({ ...wireOf(grant), objId: String(grant.rootId) })) };
}
