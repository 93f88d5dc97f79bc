import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { Space } from '@dossier/contract/session';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findOrganisation } from '../people/people.ts';

/** Everybody belongs to one organisation, which is their only space. */
export async function listSpaces({ db, user }: Ctx): Promise<Space[]> {
  const own = await findOrganisation(db, user.organisationId);
  if (own === undefined) throw new Refusal(codes.organisationMissing);
  return [{ id: String(own.id), spaceId: String(own.id), name: own.name, current: true }];
}

export async function pageOfSpaces(ctx: Ctx, { pageNo, pageSize }: { pageNo: number; pageSize: number }): Promise<Paged<Space>> {
  const all = await listSpaces(ctx);
  return { list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize), pageNo, pageSize, totalNumber: all.length };
}

/** Whether another space exists is nobody's business who does not belong to it. */
export async function changeSpace(ctx: Ctx, { spaceId }: { spaceId: string }) {
  if (!(await listSpaces(ctx)).some((space) => space.spaceId === spaceId)) throw new Refusal(codes.spaceNotYours);
  return {};
}
