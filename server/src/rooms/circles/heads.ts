import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needDepartment } from './departments.ts';
import { headsOf, setHeadRows } from './head-queries.ts';
import { keepHeadsRole } from './heads-role.ts';
import { countPeople } from './membership-queries.ts';
import { needGivable } from './memberships.ts';
import { growingNoBranch } from './own-branch.ts';
import { roleOfKind } from './role-queries.ts';

/** Lets a department be headed by exactly these people; nobody gives themselves by that what they have not. */
export async function setHeads(ctx: Ctx, input: ParsedOf<typeof people.setHeads>) {
  const { id, name } = await needDepartment(ctx, input.id);
  const wanted = [...new Set(input.userIds.map(Number))];
  const { organisationId } = ctx.user;
  if ((await countPeople(ctx.db, organisationId, wanted)) !== wanted.length) throw new Refusal(codes.userMissing);
  const before = await headsOf(ctx.db, [id]);
  const role = await roleOfKind(ctx.db, organisationId, 'heads');
  needGivable(
    ctx,
    role,
    wanted.filter((person) => before.every((head) => head.id !== person)),
  );
  await growingNoBranch(ctx, async () => {
    await setHeadRows(ctx.db, id, wanted);
    await keepHeadsRole(ctx);
  });
  await bumpVersion(ctx.db, 'people');
  const after = await headsOf(ctx.db, [id]);
  const names = (heads: typeof after): string => heads.map((head) => head.name).join(', ');
  await ctx.say('department.updated', {
    objId: id,
    objName: name,
    changed: ['heads'],
    before: { heads: names(before) },
    after: { heads: names(after) },
  });
  return {};
}
