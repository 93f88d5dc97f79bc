import { codes } from '@dossier/contract/codes';
import type { Deed } from '@dossier/contract/deeds';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { belongings } from './belonging-queries.ts';

/** The departments that the caller's deed keeps to: those that they head, or undefined for the whole organisation. */
export function branchFor({ user }: Ctx, deed: Deed): ReadonlySet<number> | undefined {
  const { deeds, branchDeeds, branch } = user.office;
  if (deeds.has(deed)) return undefined;
  return branchDeeds.has(deed) ? branch : new Set();
}

/** Refuses departments outside of those that the caller's deed keeps to; 0 stands for the top, which is nobody's branch. */
export function needWithin(ctx: Ctx, deed: Deed, departmentIds: readonly number[]): void {
  const branch = branchFor(ctx, deed);
  if (branch !== undefined && !departmentIds.every((id) => branch.has(id))) throw new Refusal(codes.noRightToOperate);
}

/** Refuses people whose main department, or any where none is, lies outside of those that the caller's deed keeps to. */
export async function needPersonWithin(ctx: Ctx, deed: Deed, personId: number): Promise<void> {
  const branch = branchFor(ctx, deed);
  if (branch === undefined) return;
  const { departments } = await belongings(ctx.db, [personId], ctx.user.organisationId);
  const main = departments.filter((row) => row.main === 1);
  const counting = main.length > 0 ? main : departments;
  if (counting.length === 0 || !counting.every((row) => branch.has(row.id))) throw new Refusal(codes.noRightToOperate);
}
