import { type Code, codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { attempt, countTry } from './queries.ts';

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
