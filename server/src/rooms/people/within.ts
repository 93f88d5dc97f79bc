import { codes } from '@dossier/contract/codes';
import type { Deed } from '@dossier/contract/deeds';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { belongings } from './queries.ts';

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

/** Refuses people whose main department is outside of those that the caller's deed keeps to. */
export async function needPersonWithin(ctx: Ctx, deed: Deed, personId: number): Promise<void> {
  const branch = branchFor(ctx, deed);
  if (branch === undefined) return;
  const [main] = (await belongings(ctx.db, [personId], ctx.user.organisationId)).departments;
  if (main === undefined || !branch.has(main.id)) throw new Refusal(codes.noRightToOperate);
}
