import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { account } from '@dossier/contract/identity/account';
import type { session } from '@dossier/contract/identity/sessions';
import type { Context, PublicContext } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { mailIsOn, queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { codeMail } from '../account-mails.ts';
import { requireCaptcha, returnAttempt, takeAttempt, takeLimitedAttempt, unlockAccount } from '../attempts.ts';
import { userUpdated } from '../events.ts';
import { requireOwnPassword } from '../identity-proof.ts';
import { hashPassword, requireStrongPassword, requireUnusedPassword, storePassword } from '../passwords.ts';
import { endSessionsOf } from '../session-lifecycle.ts';
import { clearPasswordDue, deleteSessionsOf } from '../sessions/sessions.queries.ts';
import { loginKey } from '../user-accounts.ts';
import { findPerson, findPersonByLogin } from '../users.ts';
import { confirmMail } from '../users/mail-addresses.ts';
import {
  beginVerification,
  codeMatches,
  consumeVerification,
  generateCode,
  mayMailCode,
  requireVerification,
  takeCodeAttempt,
} from '../verification-codes.ts';
import { closeOtherWaysIn } from '../password-set.ts';

const quarterMs = 15 * 60_000;
/** A right old password costs a hash for each former password: limits changes in a quarter of an hour. */
const changeAttemptRule = { windowMs: quarterMs, limit: 10, blockMs: quarterMs };

/** Changes the own password and ends every other session of the user; wrong old passwords count as failed sign-ins. */
export async function changePassword(ctx: Context, input: ParsedOf<typeof session.changePassword>): Promise<Record<string, never>> {
  if (input.confirmPwd !== undefined && input.confirmPwd !== input.newPwd) throw new Refusal(codes.passwordsDiffer);
  const before = await requireOwnPassword(ctx, input.oldPwd);
  if (input.oldPwd === input.newPwd) throw new Refusal(codes.passwordUnchanged);
  await requireStrongPassword(ctx.db, input.newPwd);
  const { id } = ctx.user;
  await takeLimitedAttempt({ services: ctx.services, key: `former:${id}`, now: ctx.now }, changeAttemptRule);
  await requireUnusedPassword(ctx.db, { id, password_hash: before }, input.newPwd);
  const passwordHash = await hashPassword(input.newPwd);
  await inTransaction(ctx, async (inner) => {
    // it may have been reset meanwhile
    if ((await findPerson(inner.db, inner.user.id))?.password_hash !== before) throw new Refusal(codes.invalidPassword);
    await storePassword(inner.db, { id, password_hash: before }, { hash: passwordHash, now: inner.now, due: false });
    await clearPasswordDue(inner.db, inner.user.sessionId);
    await deleteSessionsOf(inner.db, inner.user.id, inner.user.sessionId);
    await closeOtherWaysIn(inner, { id: inner.user.id, full_name: inner.user.fullName }, 'changed');
    await inner.emit(userUpdated, { objId: inner.user.id, objName: inner.user.fullName, changed: ['password'] });
  });
  return {};
}

const resetPurpose = 'reset';

/** Only this hash of a ticket's secret is stored: a reader of the database cannot set a password with it. */
const hashResetSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

interface ResetFacts {
  loginName: string;
  /** The address of the code. */
  mail?: string | undefined;
}

async function requireResetEnabled(ctx: PublicContext): Promise<void> {
  const { forgotPassword } = await settingsOf(ctx.db, 'signIn');
  if (!forgotPassword || !(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
}

type Person = Awaited<ReturnType<typeof findPerson>>;

/** Whether the user may reset a local password: not if only a directory knows their password. */
const mayReset = (person: Person): person is NonNullable<Person> & { mail: string } =>
  person !== undefined && person.enabled === 1 && person.mail !== null && person.password_hash !== '';

/**
 * Sends a code to the address of an account. For an account that is unknown, disabled or without address it begins a step too, with a code
 * that is never sent: all answers and their timing are the same.
 */
export async function requestPasswordReset(ctx: PublicContext, input: ParsedOf<typeof account.askReset>): Promise<{ validateId: string }> {
  await requireResetEnabled(ctx);
  await requireCaptcha(ctx, input);
  const { code, hash } = await generateCode();
  const validateId = await inTransaction(ctx, async (inner) => {
    const { now, db } = inner;
    const found = await findPersonByLogin(db, loginKey(input.loginName));
    const person = mayReset(found) ? found : undefined;
    const personId = person?.id ?? 0;
    const enough = await mayMailCode(db, { purpose: resetPurpose, personId, now });
    if (person !== undefined && enough) {
      const reader = { to: person.mail, lang: person.lang as Lang, name: person.full_name };
      await queueMail(db, codeMail(reader, { purpose: resetPurpose, code, now }));
    }
    const facts: ResetFacts = { loginName: input.loginName.slice(0, 300), mail: person?.mail };
    return beginVerification(db, { purpose: resetPurpose, personId, codeHash: hash, facts, now });
  });
  return { validateId };
}

/** Verifies the code; answers a ticket for setting one new password within ten minutes. Wrong codes lock the reset, not the account. */
export async function verifyResetCode(ctx: PublicContext, input: ParsedOf<typeof account.checkReset>): Promise<{ ticket: string }> {
  await requireResetEnabled(ctx);
  const { facts } = await requireVerification(ctx, resetPurpose, input.validateId);
  const { loginName, mail } = JSON.parse(facts) as ResetFacts;
  await takeAttempt(ctx, loginName, resetPurpose);
  const row = await takeCodeAttempt(ctx, resetPurpose, input.validateId);
  const matches = await codeMatches(row, input.validateCode);
  const person = await findPerson(ctx.db, row.person_id);
  if (!matches || !mayReset(person)) throw new Refusal(codes.messageCodeWrong);
  await returnAttempt(ctx, loginName, resetPurpose);
  const secret = randomBytes(32).toString('base64url');
  const id = await inTransaction(ctx, async ({ db, now }) => {
    await consumeVerification(db, row.id);
    await confirmMail(db, person.id, mail);
    return beginVerification(db, { purpose: 'newPassword', personId: person.id, codeHash: hashResetSecret(secret), facts: {}, now });
  });
  return { ticket: `${id}.${secret}` };
}

const refuseAsExpired = (error: unknown): never => {
  throw error instanceof Refusal ? new Refusal(codes.resetExpired) : error;
};

/** The step of a ticket, with one of five attempts used: otherwise it could be asked without end whether a password is the old one. */
async function requireResetTicket(ctx: PublicContext, ticket: string) {
  const [id = '', secret = ''] = ticket.split('.');
  const row = await takeCodeAttempt(ctx, 'newPassword', id).catch(refuseAsExpired);
  if (row.code_hash !== hashResetSecret(secret)) throw new Refusal(codes.resetExpired);
  return row;
}

/** Sets the new password, ends every session and lifts a lock; refuses an expired, forged or used ticket with 2042. */
export async function resetForgottenPassword(
  ctx: PublicContext,
  input: ParsedOf<typeof account.resetForgotten>,
): Promise<Record<string, never>> {
  await requireResetEnabled(ctx);
  if (input.confirmPwd !== undefined && input.confirmPwd !== input.newPwd) throw new Refusal(codes.passwordsDiffer);
  await requireStrongPassword(ctx.db, input.newPwd);
  const step = await requireResetTicket(ctx, input.ticket);
  const person = await findPerson(ctx.db, step.person_id);
  if (!mayReset(person)) throw new Refusal(codes.resetExpired);
  await requireUnusedPassword(ctx.db, person, input.newPwd);
  const passwordHash = await hashPassword(input.newPwd);
  await inTransaction(ctx, async (inner) => {
    const still = await findPerson(inner.db, person.id);
    if (still?.password_hash !== person.password_hash || still.enabled === 0) throw new Refusal(codes.resetExpired);
    await consumeVerification(inner.db, step.id).catch(refuseAsExpired);
    await storePassword(inner.db, person, { hash: passwordHash, now: inner.now, due: false });
    await endSessionsOf(inner.db, person.id);
    await closeOtherWaysIn(inner, person, 'reset');
    await unlockAccount(inner.db, person.login_name);
    const { id, full_name } = person;
    await inner.emit(userUpdated, { objId: id, objName: full_name, personId: id, personName: full_name, changed: ['password'] });
  });
  return {};
}
