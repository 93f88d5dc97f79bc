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
/** Wrong answers a day for one session, and for all sessions of a user together: one can authorise another. */
const maxWrongAnswers = { session: 10, person: 40 };

const sessionAttemptsKey = (id: number): string => `session:${id}`;

/** Whether this session began with the user's own secret after the limit of all sessions was reached. */
async function beganSince(db: Db, { user }: Context): Promise<boolean> {
  const [began, tries] = [await sessionBegan(db, user.sessionId), await findAttempts(db, ownAttemptsKey(user.id))];
  return began !== undefined && ownMethods.includes(began.sign_in_provider) && began.created_at >= (tries?.blocked_until ?? 0) - dayMs;
}

/**
 * Counts an attempt before it is checked, so that concurrent ones get no more. Beyond the limit of all sessions it is 502 and not counted:
 * otherwise a borrowed session would lock out the user, who can sign in again and is then checked.
 */
async function takeOwnAttempt(ctx: Context, db: Db): Promise<number> {
  const rule = { now: ctx.now, windowMs: dayMs, blockMs: dayMs };
  const ofPerson = await countAttempt(db, ownAttemptsKey(ctx.user.id), { ...rule, limit: maxWrongAnswers.person });
  if (ofPerson > maxWrongAnswers.person && !(await beganSince(db, ctx))) throw new Refusal(codes.tooManyRequests);
  return countAttempt(db, sessionAttemptsKey(ctx.user.sessionId), { ...rule, limit: maxWrongAnswers.session });
}

/** Checks a secret of the session's user. Wrong answers count for the session, which ends after ten, and never lock the account. */
export async function verifyWithAttemptLimit<T>(ctx: Context, wrong: Code, check: () => Promise<T | undefined>): Promise<T> {
  const { id, sessionId } = ctx.user;
  const { write } = ctx.services.database;
  const tries = await write((db) => takeOwnAttempt(ctx, db));
  const found = tries > maxWrongAnswers.session ? undefined : await check();
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

/** Asks for the own password before actions that a borrowed session must not do. Answers its hash. */
export async function requireOwnPassword(ctx: Context, password: string): Promise<string> {
  return verifyWithAttemptLimit(ctx, codes.invalidPassword, async () => {
    const hash = (await findPerson(ctx.db, ctx.user.id))?.password_hash;
    return (await passwordMatches(password, hash)) ? hash : undefined;
  });
}

/**
 * Until when the sign-in of this session replaces a password that the user does not have here. Not for a session authorised by a scanned
 * code: its start proved no more than access to an unattended phone.
 */
export async function freshUntil({ db, user }: Context): Promise<number> {
  const began = await sessionBegan(db, user.sessionId);
  return began === undefined || began.sign_in_provider === qrCodeMethod ? 0 : began.created_at + freshMinutes * 60_000;
}

/** Asks users with a local password for it, and all others for a sign-in within the last minutes: 2045 when that was longer ago. Answers which it was. */
export async function requireIdentityProof(ctx: Context, password: string): Promise<'password' | 'signIn'> {
  if ((await findPerson(ctx.db, ctx.user.id))?.password_hash !== noPassword) {
    await requireOwnPassword(ctx, password);
    return 'password';
  }
  if ((await freshUntil(ctx)) <= ctx.now) throw new Refusal(codes.signInTooOld);
  return 'signIn';
}
