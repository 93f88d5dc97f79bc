import { createHash } from 'node:crypto';
import { type Code, codes } from '@dossier/contract/core/codes';
import type { PublicContext } from '../../../platform/context.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countAttempt } from '../attempts.queries.ts';
import { userSignInRefused } from '../events.ts';

/** Refusals that are logged, and their reason. Those by rate limit follow attempts that were logged already. */
const reasons = new Map<Code, string>([
  [codes.badCredentials, 'password'],
  [codes.messageCodeWrong, 'code'],
  [codes.passkeyRefused, 'passkey'],
  [codes.userDisabled, 'disabled'],
  [codes.organisationDisabled, 'organisation'],
  [codes.addressRestricted, 'address'],
  [codes.userMissing, 'noAccount'],
  [codes.bindingMissing, 'notTied'],
  [codes.bindingTaken, 'notTied'],
  [codes.handoffInvalid, 'ticket'],
  [codes.licenceExpired, 'licence'],
  [codes.licenceUsersUsed, 'licence'],
]);

/** Wrong guesses: they are rate-limited themselves, so each is logged. Other refusals can be repeated without end. */
const guessRefusals = new Set<Code>([codes.badCredentials, codes.messageCodeWrong, codes.passkeyRefused, codes.handoffInvalid]);

const quarterMs = 15 * 60_000;
/** Anything but a guess is logged once in a quarter of an hour. */
const onceRule = { windowMs: quarterMs, limit: 1, blockMs: quarterMs };

/** The subject of a sign-in; `externalName` is the name at the provider of a user without an account. */
interface SignInSubject {
  person?: { id: number; full_name: string } | undefined;
  externalName?: string | undefined;
  /** The system and its permanent id of the external account. */
  account?: string | undefined;
  /** The external sign-in provider. */
  provider?: string | undefined;
}

/** The logged refusals: when nested callers log a refusal, the inner one does, as it knows more. */
const loggedRefusals = new WeakSet<Refusal>();

/**
 * Logs a refused sign-in: for which account, or that it is unknown. The input is not stored, as users type passwords into the wrong field.
 */
export async function withRefusalLog<T>(ctx: PublicContext, subject: SignInSubject, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && !loggedRefusals.has(error)) await logRefusal(ctx, subject, error);
    throw error;
  }
}

async function logRefusal(ctx: PublicContext, subject: SignInSubject, refusal: Refusal): Promise<void> {
  const { person, externalName, provider } = subject;
  const reason = reasons.get(refusal.answer);
  if (reason === undefined) return;
  loggedRefusals.add(refusal);
  const named = externalName === undefined ? {} : { objName: externalName };
  const who =
    person === undefined ? named : { objId: person.id, objName: person.full_name, personId: person.id, personName: person.full_name };
  const after = { reason, code: refusal.answer.code, ...(provider !== undefined && { door: provider }) };
  const key = guessRefusals.has(refusal.answer) ? undefined : onceKey(ctx, subject, reason);
  await inTransaction(ctx, async (inner) => {
    const times = key === undefined ? 1 : await countAttempt(inner.db, key, { ...onceRule, now: inner.now });
    if (times === 1) await inner.emit(userSignInRefused, { ...who, after });
  });
}

/** The key of a repeated refusal: by user or external account; without one, and for blocked addresses, by address. */
function onceKey(ctx: PublicContext, { person, account, provider = '' }: SignInSubject, reason: string): string {
  const who = person === undefined ? account : String(person.id);
  const from = who === undefined || reason === 'address' ? addressBlock(ctx.address) : '';
  // external account names have any length
  return `told:${createHash('sha256')
    .update(JSON.stringify([who, from, provider, reason]))
    .digest('base64url')}`;
}
