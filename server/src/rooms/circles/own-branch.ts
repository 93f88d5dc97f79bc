import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { belongings } from './belonging-queries.ts';
import { departmentsHeaded } from './department-queries.ts';
import { deedsInBranch, deedsThroughout } from './office.ts';
import { peopleWithin } from './within.ts';

/**
 * The departments that the caller heads, where that lets them do there what they may not do throughout; undefined where it does not. All
 * roles count, so that nobody draws people in while working in one role and has them in another.
 */
async function gainfulBranch({ db, user }: Ctx): Promise<ReadonlySet<number> | undefined> {
  const { roles } = await belongings(db, [user.id], user.organisationId);
  if (deedsInBranch(roles).isSubsetOf(deedsThroughout(roles))) return undefined;
  return new Set((await departmentsHeaded(db, { person: user.id, space: user.organisationId })).map((row) => row.id));
}

/** Changes who is in which department; 2027 where somebody would come thereby under the caller, who may do more to their own than to others. */
export async function drawingNobodyIn<T>(ctx: Ctx, people: readonly number[], change: () => Promise<T>): Promise<T> {
  const branch = await gainfulBranch(ctx);
  if (branch === undefined) return change();
  const before = await peopleWithin(ctx, people, branch);
  const changed = await change();
  if (!(await peopleWithin(ctx, people, branch)).isSubsetOf(before)) throw new Refusal(codes.cannotChangeSelf);
  return changed;
}

/** Changes where departments hang or who heads them; 2027 where more of them would be the caller's, in the same way. */
export async function growingNoBranch<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const before = await gainfulBranch(ctx);
  if (before === undefined) return change();
  const changed = await change();
  if ((await gainfulBranch(ctx))?.isSubsetOf(before) === false) throw new Refusal(codes.cannotChangeSelf);
  return changed;
}
