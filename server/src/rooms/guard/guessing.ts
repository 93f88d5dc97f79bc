import { codes } from '@dossier/contract/codes';
import type { PublicCtx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { addressBlock } from '../../ground/http/address-block.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { findPersonByLogin } from '../people/people.ts';
import { knownDevices } from './known-device-queries.ts';
import { namedDevice } from './known-device.ts';
import { attempt, clearFailures, clearFailuresUnder, countTry, deleteCaptcha, tryCaptcha, uncountTry } from './try-queries.ts';

const minute = 60_000;
/** A person may fail ten times in a quarter of an hour, an address forty; then it waits. */
const accountRule = { windowMs: 15 * minute, limit: 10, blockMs: 15 * minute };
const addressRule = { windowMs: 15 * minute, limit: 40, blockMs: 10 * minute };
/** Drawing costs more than asking: an address gets so many pictures in five minutes. */
const pictureRule = { windowMs: 5 * minute, limit: 60, blockMs: 5 * minute };
const captchaAfter = 3;

/** Who knocks, and when. */
type Knocking = Pick<PublicCtx, 'house' | 'db' | 'now' | 'address' | 'cookies'>;
/** The same, where no account is named. */
type AtTheDoor = Omit<Knocking, 'cookies'>;

/** What is tried: a password to sign in, or a code to set a forgotten one. A lock of one leaves the other open. */
type Tried = 'account' | 'reset';
const nameOf = (loginName: string): string => loginKey(loginName).slice(0, 200);
const addressOf = ({ address }: { address: string }): string => `address:${addressBlock(address)}`;

/**
 * Where the failures of an account are counted: together for strangers, and apart for each device that the person was signed in on before.
 * So nobody else can keep its owner out.
 */
async function counterOf(ctx: Pick<Knocking, 'db' | 'cookies'>, loginName: string, tried: Tried = 'account'): Promise<string> {
  const device = namedDevice(ctx.cookies);
  const isKnown = device !== undefined && (await isDeviceOf(ctx.db, loginName, device));
  return isKnown ? `device-${tried}:${nameOf(loginName)} ${device}` : `${tried}:${nameOf(loginName)}`;
}

async function isDeviceOf(db: Db, loginName: string, device: string): Promise<boolean> {
  const person = await findPersonByLogin(db, loginKey(loginName));
  return (await knownDevices(db, person?.id ?? 0)).includes(device);
}

/** Refuses while the account (2006) or the address (502) is blocked, whether or not the account exists. */
async function needUnblocked(ctx: Knocking, counter: string): Promise<void> {
  const address = await attempt(ctx.db, addressOf(ctx));
  if ((address?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.tooManyRequests);
  const account = await attempt(ctx.db, counter);
  if ((account?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.accountLocked);
}

/** Whether the account has failed three times of late. */
export async function captchaNeeded(ctx: Knocking, loginName: string): Promise<boolean> {
  return failsOften(ctx, await counterOf(ctx, loginName));
}

async function failsOften(ctx: Knocking, counter: string): Promise<boolean> {
  const account = await attempt(ctx.db, counter);
  return account !== undefined && account.failures >= captchaAfter && account.first_at >= ctx.now - accountRule.windowMs;
}

/**
 * Counts a try as failed before the password is looked at, so that many at once get no more guesses than one after the other;
 * answers how often the account failed before. Committed on its own: a refusal does not undo it.
 */
export async function takeTry(ctx: Knocking, loginName: string, tried?: Tried): Promise<number> {
  const counter = await counterOf(ctx, loginName, tried);
  await needUnblocked(ctx, counter);
  return countedTry(ctx, counter);
}

/** Only what comes to the password stays counted: tries refused for their number keep nobody's lock or block alive. */
async function countedTry(ctx: Knocking, counter: string): Promise<number> {
  const counts = await ctx.house.database.write(async (db) => ({
    account: await countTry(db, counter, { ...accountRule, now: ctx.now }),
    address: await countTry(db, addressOf(ctx), { ...addressRule, now: ctx.now }),
  }));
  const tooOften = counts.address > addressRule.limit;
  if (!tooOften && counts.account <= accountRule.limit) return counts.account - 1;
  await uncounted(ctx, counter);
  throw new Refusal(tooOften ? codes.tooManyRequests : codes.accountLocked);
}

/** Takes a try back that was no wrong guess. */
export async function giveTryBack(ctx: Knocking, loginName: string, tried?: Tried): Promise<void> {
  await uncounted(ctx, await counterOf(ctx, loginName, tried));
}

/** Takes a try back for the account alone: its password was right, but whoever sends it without end is counted where they are. */
export async function giveAccountTryBack(ctx: Knocking, loginName: string): Promise<void> {
  const counter = await counterOf(ctx, loginName);
  await ctx.house.database.write((db) => uncountTry(db, counter, accountRule.limit));
}

async function uncounted(ctx: Knocking, counter: string): Promise<void> {
  await ctx.house.database.write(async (db) => {
    await uncountTry(db, counter, accountRule.limit);
    await uncountTry(db, addressOf(ctx), addressRule.limit);
  });
}

/** After a good sign-in: forgets the failures of the account, and this try of the address. */
export async function forgetFailures(ctx: Pick<Knocking, 'db' | 'address' | 'cookies'>, loginName: string): Promise<void> {
  await clearFailures(ctx.db, await counterOf(ctx, loginName));
  await uncountTry(ctx.db, addressOf(ctx), addressRule.limit);
}

/** Lifts a lock of an account, for strangers and on every device. */
export async function unlockAccount(db: Db, loginName: string): Promise<void> {
  await clearFailures(db, `account:${nameOf(loginName)}`);
  await clearFailuresUnder(db, `device-account:${nameOf(loginName)} `);
}

/** Counts a picture; 502 for an address that asks for too many. */
export async function takePicture(ctx: Pick<AtTheDoor, 'db' | 'now' | 'address'>): Promise<void> {
  const count = await countTry(ctx.db, `picture:${addressBlock(ctx.address)}`, { ...pictureRule, now: ctx.now });
  if (count > pictureRule.limit) throw new Refusal(codes.tooManyRequests);
}

/**
 * Takes a try to sign in; refuses without the right verification code where the account failed too often. A code works once and is
 * looked at before anything is counted: whoever sends none locks nobody's account, however many come at once.
 */
export async function takeSignIn(ctx: Knocking, given: { loginName: string; captchaId?: string; captcha?: string }): Promise<void> {
  const counter = await counterOf(ctx, given.loginName);
  await needUnblocked(ctx, counter);
  const asked = await failsOften(ctx, counter);
  if (asked) await needCaptcha(ctx, given);
  const failures = await countedTry(ctx, counter);
  if (asked || failures < captchaAfter) return;
  // others failed at the same moment, and no code was asked for yet
  await uncounted(ctx, counter);
  await needCaptcha(ctx, given);
  await countedTry(ctx, counter);
}

/** Refuses without the right verification code: 2015 for none, 2016 for a wrong one. */
export async function needCaptcha(ctx: AtTheDoor, given: { captchaId?: string; captcha?: string }): Promise<void> {
  const refusal = await judgeCaptcha(ctx, given);
  if (refusal !== undefined) throw new Refusal(refusal);
}

async function judgeCaptcha({ house, now }: AtTheDoor, { captchaId, captcha }: { captchaId?: string; captcha?: string }) {
  if (captchaId === undefined || captcha === undefined) return codes.captchaRequired;
  const right = await house.database.write(async (db) => {
    const answer = await tryCaptcha(db, captchaId, now);
    if (answer === undefined || answer !== captcha.trim()) return false;
    await deleteCaptcha(db, captchaId);
    return true;
  });
  return right ? undefined : codes.captchaWrong;
}

/** Counts a browser that is sent to an outside service, of which something is kept meanwhile; 502 for an address with too many. */
export async function takeLeave(ctx: Pick<AtTheDoor, 'house' | 'now' | 'address'>): Promise<void> {
  const count = await ctx.house.database.write((db) => countTry(db, `leave:${addressOf(ctx)}`, { ...pictureRule, now: ctx.now }));
  if (count > pictureRule.limit) throw new Refusal(codes.tooManyRequests);
}

/** Counts a try at a door where no account is named beforehand: only the address is known to guess. */
export async function takeKnock(ctx: AtTheDoor): Promise<void> {
  const before = await attempt(ctx.db, addressOf(ctx));
  if ((before?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.tooManyRequests);
  const count = await ctx.house.database.write((db) => countTry(db, addressOf(ctx), { ...addressRule, now: ctx.now }));
  if (count <= addressRule.limit) return;
  await giveKnockBack(ctx);
  throw new Refusal(codes.tooManyRequests);
}

/** Takes a try at such a door back that was no wrong guess. */
export async function giveKnockBack(ctx: AtTheDoor): Promise<void> {
  await ctx.house.database.write((db) => uncountTry(db, addressOf(ctx), addressRule.limit));
}
