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

/** Those of some people whose main department, or each of theirs where none is the main one, is among these. */
export async function peopleWithin(ctx: Ctx, people: readonly number[], branch: ReadonlySet<number>): Promise<Set<number>> {
  const { departments } = await belongings(ctx.db, [...people], ctx.user.organisationId);
  const within = [...Map.groupBy(departments, (row) => row.person_id)].filter(([, rows]) => {
    const main = rows.filter((row) => row.main === 1);
    return (main.length > 0 ? main : rows).every((row) => branch.has(row.id));
  });
  return new Set(within.map(([id]) => id));
}

/** Refuses people whose main department, or any where none is, lies outside of those that the caller's deed keeps to. */
export async function needPersonWithin(ctx: Ctx, deed: Deed, personId: number): Promise<void> {
  const branch = branchFor(ctx, deed);
  if (branch === undefined) return;
  if (!(await peopleWithin(ctx, [personId], branch)).has(personId)) throw new Refusal(codes.noRightToOperate);
}
