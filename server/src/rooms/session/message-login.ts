import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { session } from '@dossier/contract/session';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { proveMail } from '../people/mail.ts';
import { findPerson } from '../people/people.ts';
import { tokenHash } from './admit.ts';
import { needAnyAddress } from '../guard/address-guard.ts';
import { judgeAuthenticator, type Proof } from './authenticator.ts';
import { beginSession } from './begin-session.ts';
import { forgetFailures, takeTry } from '../guard/guessing.ts';
import { tellingRefusal } from './refused-sign-in.ts';
import { sendCode, type SignInFacts } from './second-step.ts';
import { renewValidation, type ValidationRow } from './validation-queries.ts';
import { codeLifeMs, codeMatches, makeCode, needFirst, needValidation, takeCodeTry } from './validations.ts';

const pauseMs = 30_000;

/** The step of a ticket; whoever has only one of the two learns nothing and takes none of its tries. */
async function needStep(ctx: PublicCtx, { sessionId, validateId }: { sessionId: string; validateId: string }) {
  const row = await needValidation(ctx, 'signIn', validateId);
  const facts = JSON.parse(row.facts) as SignInFacts;
  if (facts.ticketHash !== tokenHash(sessionId)) throw new Refusal(codes.messageCodeExpired);
  return { row, facts };
}

async function judge(ctx: PublicCtx, row: ValidationRow, { channel, code }: { channel: string; code: string }): Promise<Proof | undefined> {
  if (channel === 'totp') return judgeAuthenticator(ctx.db, { personId: row.person_id, code, now: ctx.now });
  return (await codeMatches(row, code)) ? async () => true : undefined;
}

/**
 * The second step of signing in: with the right code the ticket becomes the token of the session. Wrong codes count as wrong passwords
 * do, for the account and the address.
 */
export async function messageLogin(ctx: PublicCtx, input: ParsedOf<typeof session.msgLogin>): Promise<OutputOf<typeof session.msgLogin>> {
  await needAnyAddress(ctx);
  const { facts } = await needStep(ctx, input);
  await takeTry(ctx, facts.loginName);
  const row = await takeCodeTry(ctx, 'signIn', input.validateId);
  return tellingRefusal(ctx, { person: await findPerson(ctx.db, row.person_id) }, byCode(ctx, input, { row, facts }));
}

async function byCode(
  ctx: PublicCtx,
  input: ParsedOf<typeof session.msgLogin>,
  { row, facts }: { row: ValidationRow; facts: SignInFacts },
): Promise<OutputOf<typeof session.msgLogin>> {
  const proof = await judge(ctx, row, { channel: facts.channel, code: input.validateCode });
  if (proof === undefined) throw new Refusal(codes.messageCodeWrong);
  return inTransaction(ctx, async (inner) => {
    await needFirst(inner.db, row.id);
    if (!(await proof(inner.db))) throw new Refusal(codes.messageCodeWrong);
    const person = await findPerson(inner.db, row.person_id);
    if (person === undefined || person.enabled === 0) throw new Refusal(codes.userDisabled);
    await forgetFailures(inner, facts.loginName);
    await proveMail(inner.db, person.id, facts.mail);
    return beginSession(inner, person, { lang: facts.lang, pageLang: facts.pageLang, door: facts.door, token: input.sessionId });
  });
}

/** Sends another code in place of the first, not sooner than half a minute after it. */
export async function resendCode(ctx: PublicCtx, input: ParsedOf<typeof session.resendCode>): Promise<Record<string, never>> {
  const { row, facts } = await needStep(ctx, input);
  if (facts.channel !== 'mail') throw new Refusal(codes.illegalOperation);
  if (row.created_at > ctx.now - pauseMs) throw new Refusal(codes.tooManyRequests);
  const made = await makeCode();
  await inTransaction(ctx, async (inner) => {
    await needStep(inner, input);
    const person = await findPerson(inner.db, row.person_id);
    // another address meanwhile: whoever reads there has not begun this sign-in
    const moved = facts.mail !== undefined && person?.mail !== facts.mail;
    if (person === undefined || person.mail === null || moved) throw new Refusal(codes.messageCodeExpired);
    await renewValidation(inner.db, row.id, { code_hash: made.hash, created_at: inner.now, expires_at: inner.now + codeLifeMs });
    await sendCode(inner, person, made);
  });
  return {};
}
