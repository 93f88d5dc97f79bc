import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { PublicContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { addressBlock } from '../../platform/http/address-block.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  clearAttempts,
  clearAttemptsUnder,
  countAttempt,
  deleteCaptcha,
  findAttempts,
  knownDevices,
  latestCaptcha,
  putKnownDevice,
  takeCaptchaAttempt,
  uncountAttempt,
} from './attempts.queries.ts';
import { loginKey } from './user-accounts.ts';
import { findPersonByLogin } from './users.ts';

/** The attempts within a window; beyond them the key is blocked. */
export interface AttemptRule {
  windowMs: number;
  limit: number;
  blockMs: number;
}

interface CountedAttempt {
  services: Services;
  key: string;
  now: number;
}

/** Counts an attempt before it is checked, in its own transaction: a refusal does not undo it. 502 beyond the limit and while blocked. */
export async function takeLimitedAttempt({ services, key, now }: CountedAttempt, rule: AttemptRule): Promise<void> {
  const before = await findAttempts(services.database.read, key);
  if ((before?.blocked_until ?? 0) > now) throw new Refusal(codes.tooManyRequests);
  const count = await services.database.write((db) => countAttempt(db, key, { ...rule, now }));
  if (count <= rule.limit) return;
  await returnLimitedAttempt({ services, key }, rule);
  throw new Refusal(codes.tooManyRequests);
}

/** Takes back an attempt that was not wrong. */
export async function returnLimitedAttempt({ services, key }: Omit<CountedAttempt, 'now'>, { limit }: AttemptRule): Promise<void> {
  await services.database.write((db) => uncountAttempt(db, key, limit));
}

/** A random id set by the browser. It authorises nothing: it marks a known device, whose attempts are counted apart. */
const deviceCookie = /(?:^|;\s*)dossier_device=([\w-]{16,64})(?:;|$)/;

const hashDevice = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The stored form of a device that sends its id. */
function deviceOfCookie(cookies: string): string | undefined {
  const named = deviceCookie.exec(cookies)?.[1];
  return named === undefined ? undefined : hashDevice(`cookie ${named}`);
}

/** A device without the cookie is identified by its address and user agent. */
const deviceHash = ({ cookies, agent, address }: PublicContext): string => deviceOfCookie(cookies) ?? hashDevice(`${address} ${agent}`);

/** Stores the device of a sign-in; true when the user has signed in before, but never from this device. */
export async function rememberDevice(ctx: PublicContext, personId: number): Promise<boolean> {
  const hash = deviceHash(ctx);
  const known = await knownDevices(ctx.db, personId);
  await putKnownDevice(ctx.db, { person_id: personId, device_hash: hash, seen_at: ctx.now });
  return known.length > 0 && !known.includes(hash);
}

const minute = 60_000;
/** Per account ten failures in a quarter of an hour, per address forty; then it is blocked for a quarter of an hour. */
const accountRule = { windowMs: 15 * minute, limit: 10, blockMs: 15 * minute };
const addressRule = { windowMs: 15 * minute, limit: 40, blockMs: 10 * minute };
/** Drawing a captcha costs more than requesting it: so many per address in five minutes. */
const captchaRule = { windowMs: 5 * minute, limit: 60, blockMs: 5 * minute };
const captchaAfter = 3;

/** The origin and time of an attempt. */
type AttemptContext = Pick<PublicContext, 'services' | 'db' | 'now' | 'address' | 'cookies'>;
/** An attempt that names no account. */
type AnonymousAttemptContext = Omit<AttemptContext, 'cookies'>;

/** The purpose of an attempt: a password to sign in, or a code to reset one. Locking one leaves the other open. */
type AttemptPurpose = 'account' | 'reset';
const nameOf = (loginName: string): string => loginKey(loginName).slice(0, 200);
const addressOf = ({ address }: { address: string }): string => `address:${addressBlock(address)}`;

/**
 * The counter for failures of an account: one for all strangers, and one for each device that the user has signed in on, so that strangers
 * cannot lock the owner out.
 */
async function counterOf(
  ctx: Pick<AttemptContext, 'db' | 'cookies'>,
  loginName: string,
  tried: AttemptPurpose = 'account',
): Promise<string> {
  const device = deviceOfCookie(ctx.cookies);
  const isKnown = device !== undefined && (await isDeviceOf(ctx.db, loginName, device));
  return isKnown ? `device-${tried}:${nameOf(loginName)} ${device}` : `${tried}:${nameOf(loginName)}`;
}

async function isDeviceOf(db: Db, loginName: string, device: string): Promise<boolean> {
  const person = await findPersonByLogin(db, loginKey(loginName));
  return (await knownDevices(db, person?.id ?? 0)).includes(device);
}

/** Refuses while the account (2006) or the address (502) is blocked, whether or not the account exists. */
async function requireUnblocked(ctx: AttemptContext, counter: string): Promise<void> {
  const address = await findAttempts(ctx.db, addressOf(ctx));
  if ((address?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.tooManyRequests);
  const account = await findAttempts(ctx.db, counter);
  if ((account?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.accountLocked);
}

/** Whether the account has failed three times recently. */
export async function isCaptchaRequired(ctx: AttemptContext, loginName: string): Promise<boolean> {
  return failsOften(ctx, await counterOf(ctx, loginName));
}

async function failsOften(ctx: AttemptContext, counter: string): Promise<boolean> {
  const account = await findAttempts(ctx.db, counter);
  return account !== undefined && account.failures >= captchaAfter && account.first_at >= ctx.now - accountRule.windowMs;
}

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts get no more guesses than sequential ones; answers
 * the failures before. Committed in its own transaction: a refusal does not undo it.
 */
export async function takeAttempt(ctx: AttemptContext, loginName: string, tried?: AttemptPurpose): Promise<number> {
  const counter = await counterOf(ctx, loginName, tried);
  await requireUnblocked(ctx, counter);
  return recordAttempt(ctx, counter);
}

/** Only attempts that reach the password check stay counted: those refused beyond the limit prolong no lock or block. */
async function recordAttempt(ctx: AttemptContext, counter: string): Promise<number> {
  const counts = await ctx.services.database.write(async (db) => ({
    account: await countAttempt(db, counter, { ...accountRule, now: ctx.now }),
    address: await countAttempt(db, addressOf(ctx), { ...addressRule, now: ctx.now }),
  }));
  const tooOften = counts.address > addressRule.limit;
  if (!tooOften && counts.account <= accountRule.limit) return counts.account - 1;
  await unrecordAttempt(ctx, counter);
  throw new Refusal(tooOften ? codes.tooManyRequests : codes.accountLocked);
}

/** Takes back an attempt that was no wrong guess. */
export async function returnAttempt(ctx: AttemptContext, loginName: string, tried?: AttemptPurpose): Promise<void> {
  await unrecordAttempt(ctx, await counterOf(ctx, loginName, tried));
}

/** Takes back an attempt for the account only: its password was right, but endless repetition still counts for the address. */
export async function returnAccountAttempt(ctx: AttemptContext, loginName: string): Promise<void> {
  const counter = await counterOf(ctx, loginName);
  await ctx.services.database.write((db) => uncountAttempt(db, counter, accountRule.limit));
}

async function unrecordAttempt(ctx: AttemptContext, counter: string): Promise<void> {
  await ctx.services.database.write(async (db) => {
    await uncountAttempt(db, counter, accountRule.limit);
    await uncountAttempt(db, addressOf(ctx), addressRule.limit);
  });
}

/** After a successful sign-in: clears the failures of the account, and this attempt of the address. */
export async function clearFailedAttempts(ctx: Pick<AttemptContext, 'db' | 'address' | 'cookies'>, loginName: string): Promise<void> {
  await clearAttempts(ctx.db, await counterOf(ctx, loginName));
  await uncountAttempt(ctx.db, addressOf(ctx), addressRule.limit);
}

/** Lifts the lock of an account, for strangers and on every device. */
export async function unlockAccount(db: Db, loginName: string): Promise<void> {
  await clearAttempts(db, `account:${nameOf(loginName)}`);
  await clearAttemptsUnder(db, `device-account:${nameOf(loginName)} `);
}

/** Counts a captcha request; 502 for an address with too many. */
export async function takeCaptchaRequest(ctx: Pick<AnonymousAttemptContext, 'db' | 'now' | 'address'>): Promise<void> {
  const count = await countAttempt(ctx.db, `picture:${addressBlock(ctx.address)}`, { ...captchaRule, now: ctx.now });
  if (count > captchaRule.limit) throw new Refusal(codes.tooManyRequests);
}

/**
 * Takes a sign-in attempt; refuses without the right captcha code when the account failed too often. A code works once and is checked
 * before anything is counted: requests without one lock no account, however many come at once.
 */
export async function takePasswordAttempt(
  ctx: AttemptContext,
  given: { loginName: string; captchaId?: string; captcha?: string },
): Promise<void> {
  const counter = await counterOf(ctx, given.loginName);
  await requireUnblocked(ctx, counter);
  const captchaRequired = await failsOften(ctx, counter);
  if (captchaRequired) await requireCaptcha(ctx, given);
  const failures = await recordAttempt(ctx, counter);
  if (captchaRequired || failures < captchaAfter) return;
  // concurrent attempts failed before a captcha was required
  await unrecordAttempt(ctx, counter);
  await requireCaptcha(ctx, given);
  await recordAttempt(ctx, counter);
}

/** Refuses without the right captcha code: 2015 for none, 2016 for a wrong one. */
export async function requireCaptcha(ctx: AnonymousAttemptContext, given: { captchaId?: string; captcha?: string }): Promise<void> {
  const refusal = await verifyCaptcha(ctx, given);
  if (refusal !== undefined) throw new Refusal(refusal);
}

async function verifyCaptcha(
  { services, now, address }: AnonymousAttemptContext,
  { captchaId, captcha }: { captchaId?: string; captcha?: string },
) {
  if (captcha === undefined) return codes.captchaRequired;
  const right = await services.database.write(async (db) => {
    // clients that send the code alone have shown the latest image
    const id = captchaId ?? (await latestCaptcha(db, addressBlock(address), now))?.id;
    const answer = id === undefined ? undefined : await takeCaptchaAttempt(db, id, now);
    if (id === undefined || answer === undefined || answer !== captcha.trim()) return false;
    await deleteCaptcha(db, id);
    return true;
  });
  return right ? undefined : codes.captchaWrong;
}

/** Counts a redirect to an external service, for which state is stored; 502 for an address with too many. */
export async function takeRedirect(ctx: Pick<AnonymousAttemptContext, 'services' | 'now' | 'address'>): Promise<void> {
  const count = await ctx.services.database.write((db) => countAttempt(db, `leave:${addressOf(ctx)}`, { ...captchaRule, now: ctx.now }));
  if (count > captchaRule.limit) throw new Refusal(codes.tooManyRequests);
}

/** Counts an attempt that names no account beforehand: only its address can be limited. */
export async function takeAddressAttempt(ctx: AnonymousAttemptContext): Promise<void> {
  const before = await findAttempts(ctx.db, addressOf(ctx));
  if ((before?.blocked_until ?? 0) > ctx.now) throw new Refusal(codes.tooManyRequests);
  const count = await ctx.services.database.write((db) => countAttempt(db, addressOf(ctx), { ...addressRule, now: ctx.now }));
  if (count <= addressRule.limit) return;
  await returnAddressAttempt(ctx);
  throw new Refusal(codes.tooManyRequests);
}

/** Takes back such an attempt that was no wrong guess. */
export async function returnAddressAttempt(ctx: AnonymousAttemptContext): Promise<void> {
  await ctx.services.database.write((db) => uncountAttempt(db, addressOf(ctx), addressRule.limit));
}

/** Sign-ins of one address: those under way, and the calls that wait for their turn. */
interface AddressQueue {
  working: number;
  waiting: (() => void)[];
}

/**
 * So many sign-ins of one address are under way at once. Each counts as failed until its password was looked at, so this must stay well
 * below the number of failures that block an address.
 */
const atOnce = 8;
/** A company behind one router may come at the same minute; more than so many of one address do not wait. */
const mostWaiting = 1000;

const queues = new WeakMap<Services, Map<string, AddressQueue>>();

function queuesOf(services: Services): Map<string, AddressQueue> {
  const known = queues.get(services) ?? new Map<string, AddressQueue>();
  queues.set(services, known);
  return known;
}

/**
 * Lets sign-ins of one address wait for each other, in the order in which they came: many right passwords at once are no failures, and
 * password hashing for one address stays bounded. 502 where too many wait already.
 */
export async function queuedByAddress<T>(
  { services, address }: Pick<PublicContext, 'services' | 'address'>,
  work: () => Promise<T>,
): Promise<T> {
  const all = queuesOf(services);
  const key = addressBlock(address);
  const queue = all.get(key) ?? { working: 0, waiting: [] };
  all.set(key, queue);
  if (queue.working < atOnce) queue.working++;
  else if (queue.waiting.length >= mostWaiting) throw new Refusal(codes.tooManyRequests);
  else await new Promise<void>((go) => queue.waiting.push(go));
  try {
    return await work();
  } finally {
    // a turn passes to the next waiting request as it is, so that no later request takes it
    const next = queue.waiting.shift();
    if (next !== undefined) next();
    else if (--queue.working === 0) all.delete(key);
  }
}
