import { freshMinutes } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { noPassword, passwordMatches } from '../people/password.ts';
import { findPerson } from '../people/people.ts';
import { scanDoor } from './begin-session.ts';
import { sessionBegan } from './device-queries.ts';
import { judged } from './judged.ts';

/** Asks for the own password before what a borrowed session must not do. Answers its hash. */
export async function needOwnPassword(ctx: Ctx, password: string): Promise<string> {
  return judged(ctx, codes.invalidPassword, async () => {
    const hash = (await findPerson(ctx.db, ctx.user.id))?.password_hash;
    return (await passwordMatches(password, hash)) ? hash : undefined;
  });
}

/**
 * Until when the sign-in of this session stands for a password that the person does not have here. A session that another one let in
 * by a scanned code stands for nothing: its beginning asked for no more than a phone that was left lying open.
 */
export async function freshUntil({ db, user }: Ctx): Promise<number> {
  const began = await sessionBegan(db, user.sessionId);
  return began === undefined || began.door === scanDoor ? 0 : began.created_at + freshMinutes * 60_000;
}

/** Asks people with a password here for it, and everybody else for a sign-in of the last minutes: 2045 where that was longer ago. */
export async function needOwnProof(ctx: Ctx, password: string): Promise<void> {
  if ((await findPerson(ctx.db, ctx.user.id))?.password_hash !== noPassword) await needOwnPassword(ctx, password);
  else if ((await freshUntil(ctx)) <= ctx.now) throw new Refusal(codes.signInTooOld);
}
