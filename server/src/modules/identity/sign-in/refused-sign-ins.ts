import { createHash } from 'node:crypto';
import { type Code, codes } from '@dossier/contract/core/codes';
import type { PublicContext } from '../../../platform/context.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countAttempt } from '../attempts.queries.ts';
import { userSignInRefused } from '../events.ts';

/** Refusals that the log tells of, and why. Those for their number stand for tries that it has told of already. */
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

/** Wrong guesses: they are counted where they are made, and each is told. Whatever else is refused may be refused without end. */
const guessRefusals = new Set<Code>([codes.badCredentials, codes.messageCodeWrong, codes.passkeyRefused, codes.handoffInvalid]);

const quarterMs = 15 * 60_000;
/** Anything but a guess is told once in a quarter of an hour. */
const onceRule = { windowMs: quarterMs, limit: 1, blockMs: quarterMs };

/** Who a sign-in was for; `vouched` is what another system calls somebody who has no account here. */
interface SignInSubject {
  person?: { id: number; full_name: string } | undefined;
  vouched?: string | undefined;
  /** What that system calls their account for ever, with the system. */
  account?: string | undefined;
  /** The door from elsewhere that they came to. */
  provider?: string | undefined;
}

/** What the log was told of: a refusal that passes two who tell of it is told by the nearer one, which knows more. */
const loggedRefusals = new WeakSet<Refusal>();

/**
 * Lets the log know of a sign-in that is refused: whose account it was for, or that there is none such. What was typed is not kept, as
 * people type their password into the wrong field.
 */
export async function withRefusalLog<T>(ctx: PublicContext, knocker: SignInSubject, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && !loggedRefusals.has(error)) await logRefusal(ctx, knocker, error);
    throw error;
  }
}

async function logRefusal(ctx: PublicContext, knocker: SignInSubject, refusal: Refusal): Promise<void> {
  const { person, vouched, provider: door } = knocker;
  const reason = reasons.get(refusal.answer);
  if (reason === undefined) return;
  loggedRefusals.add(refusal);
  const named = vouched === undefined ? {} : { objName: vouched };
  const who =
    person === undefined ? named : { objId: person.id, objName: person.full_name, personId: person.id, personName: person.full_name };
  const after = { reason, code: refusal.answer.code, ...(door !== undefined && { door }) };
  const key = guessRefusals.has(refusal.answer) ? undefined : onceKey(ctx, knocker, reason);
  await inTransaction(ctx, async (inner) => {
    const times = key === undefined ? 1 : await countAttempt(inner.db, key, { ...onceRule, now: inner.now });
    if (times === 1) await inner.emit(userSignInRefused, { ...who, after });
  });
}

/** The same refusal of the same account; of somebody unknown, or for their address, the same from one address. */
function onceKey(ctx: PublicContext, { person, account, provider: door = '' }: SignInSubject, reason: string): string {
  const who = person === undefined ? account : String(person.id);
  const from = who === undefined || reason === 'address' ? addressBlock(ctx.address) : '';
  // what other systems call accounts has any length
  return `told:${createHash('sha256')
    .update(JSON.stringify([who, from, door, reason]))
    .digest('base64url')}`;
}
