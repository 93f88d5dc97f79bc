import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Space, session } from '@dossier/contract/session';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { findPerson, mayWorkIn, updatePerson } from '../people/people.ts';
import { pageOfSpaces } from '../organisations/spaces.ts';
import { mayEnter } from '../guard/address-guard.ts';
import { enterSpace } from './queries.ts';

async function spacesOf({ db, user, now }: Ctx, page: { keyword?: string; limit: number; offset: number }) {
  const keyword = nameKey((page.keyword ?? '').trim());
  const { rows, total } = await pageOfSpaces(db, { personId: user.id, now, keyword }, page);
  const list = rows.map(({ id, name, own }) => ({
    id: String(id),
    spaceId: String(id),
    name,
    own: own === 1,
    current: id === user.organisationId,
  }));
  return { list, total };
}

export async function showSpaces(ctx: Ctx, { pageNo, pageSize, keyword }: ParsedOf<typeof session.spaces>): Promise<Paged<Space>> {
  const { list, total } = await spacesOf(ctx, { keyword, limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list, pageNo, pageSize, totalNumber: total };
}

/**
 * Lets this session work in another space; those of other devices stay where they are. Whether another space exists is nobody's
 * business who does not belong to it; who does learns that it is closed.
 */
export async function changeSpace(ctx: Ctx, { spaceId }: { spaceId: string }) {
  const space = Number(spaceId);
  if (!(await enterSpace(ctx.db, { id: ctx.user.sessionId, space, now: ctx.now })))
    throw new Refusal((await mayWorkIn(ctx.db, { spaceId: space, personId: ctx.user.id })) ? codes.spaceMissing : codes.spaceNotYours);
  if (!(await mayEnter(ctx, { personId: ctx.user.id, spaceId: space }))) throw new Refusal(codes.addressRestricted);
  await updatePerson(ctx.db, ctx.user.id, { last_space: space });
  const isGuest = (await findPerson(ctx.db, ctx.user.id))?.organisation_id !== space;
  if (isGuest) await ctx.say('space.entered', { objId: ctx.user.id, objName: ctx.user.fullName, spaceId: space });
  return {};
}
