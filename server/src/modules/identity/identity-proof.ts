import { type Code, codes } from '@dossier/contract/core/codes';
import { freshMinutes } from '@dossier/contract/identity/account';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { clearAttempts, countAttempt, findAttempts } from './attempts.queries.ts';
import { noPassword, passwordMatches } from './passwords.ts';
import { ownMethods, qrCodeMethod } from './session-lifecycle.ts';
import { deleteSession, ownAttemptsKey, sessionBegan } from './sessions/sessions.queries.ts';
import { findPerson } from './users.ts';

const dayMs = 24 * 3_600_000;
/** So many wrong answers a session bears in a day, and all sessions of a person together: one can let in another. */
const maxWrongAnswers = { session: 10, person: 40 };

const sessionAttemptsKey = (id: number): string => `session:${id}`;

/** Whether the session of this call began with something that only its person has, after the tries of all of them were used up. */
async function beganSince(db: Db, { user }: Context): Promise<boolean> {
  const [began, tries] = [await sessionBegan(db, user.sessionId), await findAttempts(db, ownAttemptsKey(user.id))];
  return began !== undefined && ownMethods.includes(began.door) && began.created_at >= (tries?.blocked_until ?? 0) - dayMs;
}

/**
 * Counts a try before it is judged, so that many at once get no more. Where all sessions together tried too often, it is 502 and stays
 * uncounted: whoever holds a borrowed session would keep its owner out. The owner signs in again, and is judged.
 */
async function takeOwnAttempt(ctx: Context, db: Db): Promise<number> {
  const rule = { now: ctx.now, windowMs: dayMs, blockMs: dayMs };
  const ofPerson = await countAttempt(db, ownAttemptsKey(ctx.user.id), { ...rule, limit: maxWrongAnswers.person });
  if (ofPerson > maxWrongAnswers.person && !(await beganSince(db, ctx))) throw new Refusal(codes.tooManyRequests);
  return countAttempt(db, sessionAttemptsKey(ctx.user.sessionId), { ...rule, limit: maxWrongAnswers.session });
}

/**
 * Judges what only the person of a session knows. Wrong answers count for the session, which ends after ten of them, and never lock the
 * account.
 */
export async function verifyWithAttemptLimit<T>(ctx: Context, wrong: Code, judge: () => Promise<T | undefined>): Promise<T> {
  const { id, sessionId } = ctx.user;
  const { write } = ctx.services.database;
  const tries = await write((db) => takeOwnAttempt(ctx, db));
  const found = tries > maxWrongAnswers.session ? undefined : await judge();
  if (found !== undefined) {
    await write(async (db) => {
      await clearAttempts(db, sessionAttemptsKey(sessionId));
      await clearAttempts(db, ownAttemptsKey(id));
    });
    return found;
  }
  if (tries < maxWrongAnswers.session) throw new Refusal(wrong);
  await write((db) => deleteSession(db, sessionId));
  throw new Refusal(codes.notSignedIn);
}

/** Asks for the own password before what a borrowed session must not do. Answers its hash. */
export async function requireOwnPassword(ctx: Context, password: string): Promise<string> {
  return verifyWithAttemptLimit(ctx, codes.invalidPassword, async () => {
    const hash = (await findPerson(ctx.db, ctx.user.id))?.password_hash;
    return (await passwordMatches(password, hash)) ? hash : undefined;
  });
}

/**
 * Until when the sign-in of this session stands for a password that the person does not have here. A session that another one let in
 * by a scanned code stands for nothing: its beginning asked for no more than a phone that was left lying open.
 */
export async function freshUntil({ db, user }: Context): Promise<number> {
  const began = await sessionBegan(db, user.sessionId);
  return began === undefined || began.door === qrCodeMethod ? 0 : began.created_at + freshMinutes * 60_000;
}

/** Asks people with a password here for it, and everybody else for a sign-in of the last minutes: 2045 where that was longer ago. */
export async function requireIdentityProof(ctx: Context, password: string): Promise<void> {
  if ((await findPerson(ctx.db, ctx.user.id))?.password_hash !== noPassword) await requireOwnPassword(ctx, password);
  else if ((await freshUntil(ctx)) <= ctx.now) throw new Refusal(codes.signInTooOld);
}
