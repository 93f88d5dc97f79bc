import { type Code, codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { attempt, countTry } from './try-queries.ts';

const hour = 3_600_000;
/** So often an hour an organisation is told that a name is taken by somebody of another: nobody learns by trying who is on the site. */
const rule = { windowMs: hour, limit: 20, blockMs: hour };

/** Refuses with what `judge` finds taken elsewhere; counted in the same transaction, so that many at once learn no more. */
export async function refuseTakenElsewhere(ctx: Ctx, judge: (inner: Ctx) => Promise<Code | undefined>): Promise<void> {
  const key = `taken:${ctx.user.organisationId}`;
  const taken = await inTransaction(ctx, async (inner) => {
    const found = await judge(inner);
    const before = await attempt(inner.db, key);
    // also what is free is not told any more: the difference would tell what is taken
    if ((before?.blocked_until ?? 0) > inner.now) return codes.tooManyRequests;
    if (found === undefined) return undefined;
    const hits = await countTry(inner.db, key, { ...rule, now: inner.now });
    return hits > rule.limit ? codes.tooManyRequests : found;
  });
  if (taken !== undefined) throw new Refusal(taken);
}

/** The same for many at once, of whom so many were found elsewhere: refused as a whole where an hour has brought too many. */
export async function needSeldomTaken(ctx: Ctx, hits: number): Promise<void> {
  const key = `taken:${ctx.user.organisationId}`;
  const refused = await inTransaction(ctx, async (inner) => {
    const before = await attempt(inner.db, key);
    if ((before?.blocked_until ?? 0) > inner.now) return true;
    let counted = 0;
    for (let n = 0; n < hits && counted <= rule.limit; n++) counted = await countTry(inner.db, key, { ...rule, now: inner.now });
    return counted > rule.limit;
  });
  if (refused) throw new Refusal(codes.tooManyRequests);
}
