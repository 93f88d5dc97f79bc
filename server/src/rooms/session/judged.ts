import { type Code, codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { clearFailures, countTry, deleteSession } from './queries.ts';

const dayMs = 24 * 3_600_000;
/** So many wrong answers a session bears in a day, and all sessions of a person together: one can let in another. */
const most = { session: 10, person: 40 };

/**
 * Judges what only the person of a session knows. Wrong answers count for the session, and never lock the account: whoever holds a borrowed
 * session would keep its owner out. After ten of them it ends. A try is counted before it is judged, so that many at once get no more.
 */
export async function judged<T>(ctx: Ctx, wrong: Code, judge: () => Promise<T | undefined>): Promise<T> {
  const { id, sessionId } = ctx.user;
  const { write } = ctx.house.database;
  const keys = { session: `session:${sessionId}`, person: `own:${id}` };
  const rule = { now: ctx.now, windowMs: dayMs, blockMs: dayMs };
  const { ofSession, ofPerson } = await write(async (db) => ({
    ofSession: await countTry(db, keys.session, { ...rule, limit: most.session }),
    ofPerson: await countTry(db, keys.person, { ...rule, limit: most.person }),
  }));
  const isOver = ofSession > most.session || ofPerson > most.person;
  const found = isOver ? undefined : await judge();
  if (found !== undefined) {
    await write(async (db) => {
      await clearFailures(db, keys.session);
      await clearFailures(db, keys.person);
    });
    return found;
  }
  if (!isOver && ofSession < most.session) throw new Refusal(wrong);
  await write((db) => deleteSession(db, sessionId));
  throw new Refusal(codes.notSignedIn);
}
