import type { Ctx, House } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import type { HeldRevision } from '../content/file-ticket.ts';

/** Turning the pages of what was opened so lately is the same look at it. */
const sameLookMs = 10 * 60_000;
const mostKept = 10_000;
const looks = new WeakMap<House, Map<string, number>>();

function looksOf(house: House): Map<string, number> {
  const known = looks.get(house) ?? new Map<string, number>();
  looks.set(house, known);
  return known;
}

const keyOf = ({ user, visit }: Ctx, { revision }: HeldRevision): string => `${user.sessionId} ${visit?.id ?? ''} ${revision.id}`;

/** Says that a document is looked at, for the log, and where a visitor looks for whoever shared it; needs a transaction. */
export async function sayViewed(ctx: Ctx, held: HeldRevision): Promise<void> {
  if (ctx.visit !== undefined) await ctx.visit.viewed(ctx, held.item);
  else await ctx.say('document.viewed', { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  const known = looksOf(ctx.house);
  // the oldest stand first
  for (const key of known.keys()) {
    if (known.size < mostKept) break;
    known.delete(key);
  }
  known.delete(keyOf(ctx, held));
  known.set(keyOf(ctx, held), ctx.now);
}

/** The same where only questions are asked: once for a session that looks at a revision for a while. */
export async function noteView(ctx: Ctx, held: HeldRevision): Promise<void> {
  if ((looksOf(ctx.house).get(keyOf(ctx, held)) ?? 0) > ctx.now - sameLookMs) return;
  await inTransaction(ctx, (writing) => sayViewed(writing, held));
}
