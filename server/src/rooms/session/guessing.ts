import { codes } from '@dossier/contract/codes';
import type { PublicCtx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { attempt, clearFailures, countFailure, deleteCaptcha, tryCaptcha } from './queries.ts';

const minute = 60_000;
/** A person may fail ten times in a quarter of an hour, an address forty; then it waits. */
const accountRule = { windowMs: 15 * minute, limit: 10, blockMs: 15 * minute };
const addressRule = { windowMs: 15 * minute, limit: 40, blockMs: 10 * minute };
const captchaAfter = 3;

const accountOf = (loginName: string): string => `account:${loginKey(loginName).slice(0, 200)}`;
const addressOf = (ctx: PublicCtx): string => `address:${ctx.address}`;

/** Refuses while the account (2006) or the address (502) is blocked, whether or not the account exists. */
export async function needUnblocked(ctx: PublicCtx, loginName: string): Promise<void> {
  const address = await attempt(ctx.db, addressOf(ctx));
  if ((address?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.tooManyRequests);
  const account = await attempt(ctx.db, accountOf(loginName));
  if ((account?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.accountLocked);
}

/** Whether the account has failed three times of late. */
export async function captchaNeeded(ctx: PublicCtx, loginName: string): Promise<boolean> {
  const account = await attempt(ctx.db, accountOf(loginName));
  return account !== undefined && account.failures >= captchaAfter && account.first_at >= ctx.now - accountRule.windowMs;
}

/** Refuses without the right verification code where one is needed; a code works once. */
export async function needCaptcha(ctx: PublicCtx, given: { loginName: string; captchaId?: string; captcha?: string }): Promise<void> {
  if (!(await captchaNeeded(ctx, given.loginName))) return;
  if (given.captchaId === undefined || given.captcha === undefined) throw new Refusal(codes.captchaRequired);
  const { captchaId, captcha } = given;
  const right = await ctx.house.database.write(async (db) => {
    const answer = await tryCaptcha(db, captchaId, ctx.now);
    if (answer === undefined || answer !== captcha.trim()) return false;
    await deleteCaptcha(db, captchaId);
    return true;
  });
  if (!right) throw new Refusal(codes.captchaWrong);
}

/** Counts a failed sign-in on both sides; committed on its own, so that the refusal does not undo it. */
export async function noteFailure(ctx: PublicCtx, loginName: string): Promise<void> {
  await ctx.house.database.write(async (db) => {
    await countFailure(db, accountOf(loginName), { ...accountRule, now: ctx.now });
    await countFailure(db, addressOf(ctx), { ...addressRule, now: ctx.now });
  });
}

/** Forgets the failures of an account after a good sign-in. */
export const forgetFailures = (ctx: { db: Db }, loginName: string) => clearFailures(ctx.db, accountOf(loginName));
