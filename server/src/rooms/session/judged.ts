import { type Code, codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { ownDoors } from './begin-session.ts';
import { sessionBegan } from './device-queries.ts';
import { attempt, clearFailures, countTry } from '../guard/tries.ts';
import { deleteSession, ownTries } from './queries.ts';

const dayMs = 24 * 3_600_000;
/** So many wrong answers a session bears in a day, and all sessions of a person together: one can let in another. */
const most = { session: 10, person: 40 };

const sessionTries = (id: number): string => `session:${id}`;

/** Whether the session of this call began with something that only its person has, after the tries of all of them were used up. */
async function beganSince(db: Db, { user }: Ctx): Promise<boolean> {
  const [began, tries] = [await sessionBegan(db, user.sessionId), await attempt(db, ownTries(user.id))];
  return began !== undefined && ownDoors.includes(began.door) && began.created_at >= (tries?.blocked_until ?? 0) - dayMs;
}

/**
 * Counts a try before it is judged, so that many at once get no more. Where all sessions together tried too often, it is 502 and stays
 * uncounted: whoever holds a borrowed session would keep its owner out. The owner signs in again, and is judged.
 */
async function takeOwnTry(ctx: Ctx, db: Db): Promise<number> {
  const rule = { now: ctx.now, windowMs: dayMs, blockMs: dayMs };
  const ofPerson = await countTry(db, ownTries(ctx.user.id), { ...rule, limit: most.person });
  if (ofPerson > most.person && !(await beganSince(db, ctx))) throw new Refusal(codes.tooManyRequests);
  return countTry(db, sessionTries(ctx.user.sessionId), { ...rule, limit: most.session });
}

/**
 * Judges what only the person of a session knows. Wrong answers count for the session, which ends after ten of them, and never lock the
 * account.
 */
export async function judged<T>(ctx: Ctx, wrong: Code, judge: () => Promise<T | undefined>): Promise<T> {
  const { id, sessionId } = ctx.user;
  const { write } = ctx.house.database;
  const tries = await write((db) => takeOwnTry(ctx, db));
  const found = tries > most.session ? undefined : await judge();
  if (found !== undefined) {
    await write(async (db) => {
      await clearFailures(db, sessionTries(sessionId));
      await clearFailures(db, ownTries(id));
    });
    return found;
  }
  if (tries < most.session) throw new Refusal(wrong);
  await write((db) => deleteSession(db, sessionId));
  throw new Refusal(codes.notSignedIn);
}
