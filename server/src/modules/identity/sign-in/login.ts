import { randomBytes } from 'node:crypto';
import { type Code, codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Channel, Validation } from '@dossier/contract/identity/account';
import { type session, handheldEntries } from '@dossier/contract/identity/sessions';
import type { PublicContext } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { mailIsOn, queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { codeMail, maskMailAddress } from '../account-mails.ts';
import { requireSignInAddress, requireUsableAddress } from '../address-restrictions.ts';
import { tokenHash } from '../authentication.ts';
import { noPassword, passwordMatches } from '../passwords.ts';
import {
  clearFailedAttempts,
  queuedByAddress,
  returnAccountAttempt,
  returnAddressAttempt,
  returnAttempt,
  takeAttempt,
  takePasswordAttempt,
} from '../attempts.ts';
import { type OneTimeProof, authenticatorState, verifyAuthenticator } from '../second-factor/second-factor.ts';
import { type VerificationRow, renewValidation } from '../second-factor/verification.queries.ts';
import { beginSession } from '../session-lifecycle.ts';
import { loginKey, trimLogin } from '../user-accounts.ts';
import { findPerson, findPersonByLogin } from '../users.ts';
import { confirmMail } from '../users/mail-addresses.ts';
import {
  type GeneratedCode,
  beginVerification,
  codeLifeMs,
  codeMatches,
  consumeVerification,
  generateCode,
  mayMailCode,
  requireVerification,
  takeCodeAttempt,
} from '../verification-codes.ts';
import { withRefusalLog } from './refused-sign-ins.ts';
import { signInByChatApp } from '../providers/chat-apps.ts';
import type { ExternalSignIn, ExternalSignInInput } from '../providers/external-sign-in.ts';
import { type DirectoryIdentity, type PasswordAttempt, authenticateByDirectory } from '../providers/ldap-directory.ts';
import { signInByOidc } from '../providers/openid-connect.ts';
import { signInByQrCode } from '../providers/qr-code.ts';
import { signInByTicket } from '../providers/ticket-hand-off.ts';

/** A user after a right password. */
interface SecondStepPerson {
  id: number;
  full_name: string;
  lang: string;
  mail: string | null;
  mail_step: number;
}

/** The stored facts of a second factor until its code is entered. */
interface SignInFacts {
  ticketHash: string;
  channel: Channel;
  /** The address of the first code. */
  mail?: string | undefined;
  loginName: string;
  lang?: Lang | undefined;
  pageLang?: Lang | undefined;
  door?: string | undefined;
  /** The page that the sign-in leads to, where it began on a phone or tablet. */
  landing?: string | undefined;
}

/** A code generated ahead, if the site requires a second factor: its slow hash must not hold up the transaction. */
async function prepareCode(ctx: PublicContext): Promise<GeneratedCode | undefined> {
  return (await settingsOf(ctx.db, 'signIn')).secondStep === 'off' ? undefined : generateCode();
}

/** The second factor of this user; undefined when the password is enough. */
async function channelOf(ctx: PublicContext, person: SecondStepPerson): Promise<Channel | undefined> {
  const { secondStep } = await settingsOf(ctx.db, 'signIn');
  if (secondStep === 'off') return undefined;
  if ((await authenticatorState(ctx.db, person.id)).totp) return 'totp';
  const wanted = secondStep === 'required' || person.mail_step === 1;
  return wanted && person.mail !== null && (await mailIsOn(ctx.db)) ? 'mail' : undefined;
}

/** Begins the second factor after a right password, if required; the answered token is only a ticket for it. */
async function beginSecondStep(
  ctx: PublicContext,
  person: SecondStepPerson,
  { ahead, ...kept }: Omit<SignInFacts, 'ticketHash' | 'channel' | 'mail'> & { ahead: GeneratedCode },
): Promise<{ sessionId: string; validate: Validation } | undefined> {
  const channel = await channelOf(ctx, person);
  if (channel === undefined) return undefined;
  const sessionId = randomBytes(32).toString('base64url');
  const mail = channel === 'mail' ? (person.mail ?? undefined) : undefined;
  const facts: SignInFacts = { ticketHash: tokenHash(sessionId), channel, mail, ...kept };
  const codeHash = channel === 'mail' ? ahead.hash : '';
  const validateId = await beginVerification(ctx.db, { purpose: 'signIn', personId: person.id, codeHash, facts, now: ctx.now });
  if (channel === 'mail') await sendCode(ctx, person, ahead);
  return { sessionId, validate: { validateId, channel, sentTo: channel === 'mail' ? maskMailAddress(person.mail ?? '') : '' } };
}

/** Sends a sign-in code, at most six in a quarter of an hour. */
async function sendCode(ctx: PublicContext, person: SecondStepPerson, { code }: GeneratedCode): Promise<void> {
  if (!(await mayMailCode(ctx.db, { purpose: 'signIn', personId: person.id, now: ctx.now }))) throw new Refusal(codes.tooManyRequests);
  const reader = { to: person.mail ?? '', lang: person.lang as Lang, name: person.full_name };
  await queueMail(ctx.db, codeMail(reader, { purpose: 'signIn', code, now: ctx.now }));
}

type Input = ParsedOf<typeof session.login>;
type Output = OutputOf<typeof session.login>;

/** Signs in, as soon as it is the address's turn. */
export const login = (ctx: PublicContext, input: Input): Promise<Output> =>
  queuedByAddress(ctx, () => (input.loginModel === 1 ? signInByAccount(ctx, input) : signInByProvider(ctx, input)));

/** Signs in with account and password; unknown accounts and wrong passwords get the same refusal in the same time. */
async function signInByAccount(ctx: PublicContext, input: Input): Promise<Output> {
  await requireUsableAddress(ctx);
  const { password } = input;
  if (input.loginName === undefined || password === undefined)
    throw new Refusal(codes.invalidParams, { fields: ['loginName', 'password'] });
  const loginName = trimLogin(input.loginName);
  await takePasswordAttempt(ctx, { loginName, captchaId: input.captchaId, captcha: input.captcha ?? input.code });
  const person = await findPersonByLogin(ctx.db, loginKey(loginName));
  return withRefusalLog(ctx, { person }, signInByPassword(ctx, input, { loginName, password, person }));
}

/** The page that a sign-in on a phone or a tablet leads to. */
const landingOf = ({ p }: Input): string | undefined =>
  p === undefined || p === '' ? undefined : handheldEntries[p === 'pad' ? 'pad' : 'phone'].landing;

interface PasswordSignIn {
  loginName: string;
  password: string;
  person: Awaited<ReturnType<typeof findPersonByLogin>>;
}

async function signInByPassword(ctx: PublicContext, input: Input, { loginName, password, person }: PasswordSignIn): Promise<Output> {
  const hash = person?.password_hash;
  const matches = await passwordMatches(password, hash);
  const external = matches ? undefined : await authenticateExternally(ctx, { loginName, password, known: Boolean(hash) });
  if (!matches && external === undefined) throw new Refusal(codes.badCredentials);
  const ahead = await prepareCode(ctx);
  const answer = inTransaction(ctx, async (inner) => {
    const still = await findPerson(inner.db, external === undefined ? (person?.id ?? 0) : await external.find(inner));
    // a password reset during the check has ended the sessions, so none may begin now; and a user with a local password signs in with no
    // other
    const expected = external === undefined ? hash : noPassword;
    if (still === undefined || still.password_hash !== expected) throw new Refusal(codes.badCredentials);
    if (still.enabled === 0) throw new Refusal(codes.userDisabled);
    // before a code is sent for the second factor
    await requireSignInAddress(inner, still);
    const options = { lang: input.lang, pageLang: input.pageLang, door: external?.provider };
    const landing = landingOf(input);
    const step = ahead && (await beginSecondStep(inner, still, { ahead, loginName: still.login_name, landing, ...options }));
    if (step !== undefined) return step;
    await clearFailedAttempts(inner, loginName);
    return { ...(await beginSession(inner, still, options)), landing };
  });
  return returnAttemptIfRight(ctx, loginName, answer);
}

/** Refusals after a right password. */
const refusalsDespiteRightPassword = new Set<Code>([codes.userDisabled, codes.organisationDisabled, codes.tooManyRequests]);

/**
 * A right password was no guess, though something else refused the session; only the second factor clears failures then. Refusals stay
 * counted for the address: each attempt costs a hash and leads nowhere.
 */
async function returnAttemptIfRight(ctx: PublicContext, loginName: string, answering: Promise<Output>): Promise<Output> {
  try {
    const answer = await answering;
    if (answer.validate !== undefined) await returnAttempt(ctx, loginName);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && refusalsDespiteRightPassword.has(error.answer)) await returnAccountAttempt(ctx, loginName);
    throw error;
  }
}

/** Whom the directory knows by the password. */
const authenticateExternally = (ctx: PublicContext, given: PasswordAttempt): Promise<DirectoryIdentity | undefined> =>
  authenticateByDirectory(ctx, given).catch(async (error: unknown) => {
    // with the directory unreachable the address guessed nothing; the account stays counted, as a local password may be wrong
    if (error instanceof Refusal && error.answer === codes.providerFailed) await returnAddressAttempt(ctx);
    throw error;
  });

interface SignInProvider {
  /** The group of its settings. */
  name: string;
  signIn: (ctx: PublicContext, input: ExternalSignInInput) => Promise<ExternalSignIn>;
}

/** By login model: a ticket of another system, the messaging app, a scanned code, the enterprise chat, the identity provider. */
const providers: Partial<Record<number, SignInProvider>> = {
  2: { name: 'handOff', signIn: signInByTicket },
  3: { name: 'messagingApp', signIn: signInByChatApp('messagingApp') },
  4: { name: 'scan', signIn: signInByQrCode },
  5: { name: 'enterpriseChat', signIn: signInByChatApp('enterpriseChat') },
  6: { name: 'identityProvider', signIn: signInByOidc },
};

async function callProvider(ctx: PublicContext, provider: SignInProvider, input: Input): Promise<Output> {
  await requireUsableAddress(ctx);
  return provider.signIn(ctx, input);
}

async function signInByProvider(ctx: PublicContext, input: Input): Promise<Output> {
  const provider = providers[input.loginModel];
  if (provider === undefined) throw new Refusal(codes.loginModelUnknown);
  return withRefusalLog(ctx, { provider: provider.name }, callProvider(ctx, provider, input));
}

const resendPauseMs = 30_000;

/** The pending step of a ticket; a caller with only one of the two ids learns nothing and uses no attempt. */
async function requireSignInStep(ctx: PublicContext, { sessionId, validateId }: { sessionId: string; validateId: string }) {
  const row = await requireVerification(ctx, 'signIn', validateId);
  const facts = JSON.parse(row.facts) as SignInFacts;
  if (facts.ticketHash !== tokenHash(sessionId)) throw new Refusal(codes.messageCodeExpired);
  return { row, facts };
}

async function verifyCode(
  ctx: PublicContext,
  row: VerificationRow,
  { channel, code }: { channel: string; code: string },
): Promise<OneTimeProof | undefined> {
  if (channel === 'totp') return verifyAuthenticator(ctx.db, { personId: row.person_id, code, now: ctx.now });
  return (await codeMatches(row, code)) ? async () => true : undefined;
}

/**
 * The second factor: with the right code the ticket becomes the session token. Wrong codes count like wrong passwords, for the account and
 * the address.
 */
export const confirmSecondStep = (
  ctx: PublicContext,
  input: ParsedOf<typeof session.msgLogin>,
): Promise<OutputOf<typeof session.msgLogin>> => queuedByAddress(ctx, () => confirmInTurn(ctx, input));

async function confirmInTurn(ctx: PublicContext, input: ParsedOf<typeof session.msgLogin>): Promise<OutputOf<typeof session.msgLogin>> {
  await requireUsableAddress(ctx);
  const { facts } = await requireSignInStep(ctx, input);
  await takeAttempt(ctx, facts.loginName);
  const row = await takeCodeAttempt(ctx, 'signIn', input.validateId);
  return withRefusalLog(ctx, { person: await findPerson(ctx.db, row.person_id) }, signInByCode(ctx, input, { row, facts }));
}

async function signInByCode(
  ctx: PublicContext,
  input: ParsedOf<typeof session.msgLogin>,
  { row, facts }: { row: VerificationRow; facts: SignInFacts },
): Promise<OutputOf<typeof session.msgLogin>> {
  const proof = await verifyCode(ctx, row, { channel: facts.channel, code: input.validateCode });
  if (proof === undefined) throw new Refusal(codes.messageCodeWrong);
  return inTransaction(ctx, async (inner) => {
    await consumeVerification(inner.db, row.id);
    if (!(await proof(inner.db))) throw new Refusal(codes.messageCodeWrong);
    const person = await findPerson(inner.db, row.person_id);
    if (person === undefined || person.enabled === 0) throw new Refusal(codes.userDisabled);
    await clearFailedAttempts(inner, facts.loginName);
    await confirmMail(inner.db, person.id, facts.mail);
    const options = { lang: facts.lang, pageLang: facts.pageLang, door: facts.door, token: input.sessionId };
    return { ...(await beginSession(inner, person, options)), landing: facts.landing };
  });
}

/** Sends another code, at least half a minute after the last one. */
export async function resendCode(ctx: PublicContext, input: ParsedOf<typeof session.resendCode>): Promise<Record<string, never>> {
  const { row, facts } = await requireSignInStep(ctx, input);
  if (facts.channel !== 'mail') throw new Refusal(codes.illegalOperation);
  if (row.created_at > ctx.now - resendPauseMs) throw new Refusal(codes.tooManyRequests);
  const made = await generateCode();
  await inTransaction(ctx, async (inner) => {
    await requireSignInStep(inner, input);
    const person = await findPerson(inner.db, row.person_id);
    // the address changed meanwhile: its reader did not begin this sign-in
    const moved = facts.mail !== undefined && person?.mail !== facts.mail;
    if (person === undefined || person.mail === null || moved) throw new Refusal(codes.messageCodeExpired);
    await renewValidation(inner.db, row.id, { code_hash: made.hash, created_at: inner.now, expires_at: inner.now + codeLifeMs });
    await sendCode(inner, person, made);
  });
  return {};
}
