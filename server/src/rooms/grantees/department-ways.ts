import type { Ctx } from '../../ground/ctx.ts';
import { belongings } from '../circles/belongings.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { waysTo } from './grantee-queries.ts';

type WayOf = (personId: number, departmentId: number) => string[] | undefined;

/** By name the way from a department of somebody's own up to one that it lies in; undefined where they are in that one itself. */
export async function departmentWays(ctx: Ctx, people: readonly number[]): Promise<WayOf> {
  if (isPlainGuest(ctx.user)) return () => undefined;
  const { departments } = await belongings(ctx.db, [...people], ctx.user.organisationId);
  const own = Map.groupBy(departments, (row) => row.person_id);
  const above = await waysTo(ctx.db, [...new Set(departments.map((row) => row.id))]);
  return (personId, departmentId) => {
    const theirs = own.get(personId) ?? [];
    if (theirs.some((one) => one.id === departmentId)) return undefined;
    for (const one of theirs) {
      const way = above.get(one.id) ?? [];
      const at = way.findIndex(({ id }) => id === departmentId);
      if (at >= 0) return [one, ...way.slice(at).toReversed()].map(({ name }) => name);
    }
    return undefined;
  };
}
