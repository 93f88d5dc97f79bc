import { createHash, randomBytes } from 'node:crypto';
import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { proveMail } from '../people/mail.ts';
import { keepPassword, needNewPassword } from '../people/keep-password.ts';
import { needSoundPassword, hashPassword } from '../people/password.ts';
import { findPerson, findPersonByLogin } from '../people/people.ts';
import { giveTryBack, needCaptcha, takeTry, unlockAccount } from '../guard/guessing.ts';
import { endSessionsOf } from '../session/end-sessions.ts';
import { codeLetter } from '../session/letters.ts';
import { beginValidation, codeMatches, makeCode, mayWrite, needFirst, needValidation, takeCodeTry } from '../session/validations.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';
import { settingsOf } from '../site/settings.ts';

const purpose = 'reset';

/** Only this is kept of the secret in a ticket: whoever reads the database sets no password with it. */
const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

interface Facts {
  loginName: string;
  /** Where the code was sent to. */
  mail?: string | undefined;
}

async function needOpen(ctx: PublicCtx): Promise<void> {
  const { forgotPassword } = await settingsOf(ctx.db, 'signIn');
  if (!forgotPassword || !(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
}

type Person = Awaited<ReturnType<typeof findPerson>>;

/** Whoever may set a new password here: not somebody whose password only a directory knows. */
const mayReset = (person: Person): person is NonNullable<Person> & { mail: string } =>
  person !== undefined && person.enabled === 1 && person.mail !== null && person.password_hash !== '';

/**
 * Sends a code to the address of an account. An account that does not exist, is disabled or has no address gets a step of its own,
 * with a code that nobody was sent: the answers and their time are the same all along.
 */
export async function askReset(ctx: PublicCtx, input: ParsedOf<typeof account.askReset>): Promise<{ validateId: string }> {
  await needOpen(ctx);
  await needCaptcha(ctx, input);
  const { code, hash } = await makeCode();
  const validateId = await inTransaction(ctx, async (inner) => {
    const { now, db } = inner;
    const found = await findPersonByLogin(db, loginKey(input.loginName));
    const person = mayReset(found) ? found : undefined;
    const personId = person?.id ?? 0;
    const enough = await mayWrite(db, { purpose, personId, now });
    if (person !== undefined && enough) {
      const reader = { to: person.mail, lang: person.lang as Lang, name: person.full_name };
      await postLetter(db, codeLetter(reader, { purpose, code, now }));
    }
    const facts: Facts = { loginName: input.loginName.slice(0, 300), mail: person?.mail };
    return beginValidation(db, { purpose, personId, codeHash: hash, facts, now });
  });
  return { validateId };
}

/** Takes the code; answers a ticket that sets one new password, within ten minutes. Wrong codes lock this way, not the account. */
export async function checkReset(ctx: PublicCtx, input: ParsedOf<typeof account.checkReset>): Promise<{ ticket: string }> {
  await needOpen(ctx);
  const { facts } = await needValidation(ctx, purpose, input.validateId);
  const { loginName, mail } = JSON.parse(facts) as Facts;
  await takeTry(ctx, loginName, purpose);
  const row = await takeCodeTry(ctx, purpose, input.validateId);
  const matches = await codeMatches(row, input.validateCode);
  const person = await findPerson(ctx.db, row.person_id);
  if (!matches || !mayReset(person)) throw new Refusal(codes.messageCodeWrong);
  await giveTryBack(ctx, loginName, purpose);
  const secret = randomBytes(32).toString('base64url');
  const id = await inTransaction(ctx, async ({ db, now }) => {
    await needFirst(db, row.id);
    await proveMail(db, person.id, mail);
    return beginValidation(db, { purpose: 'newPassword', personId: person.id, codeHash: secretHash(secret), facts: {}, now });
  });
  return { ticket: `${id}.${secret}` };
}

const expired = (error: unknown): never => {
  throw error instanceof Refusal ? new Refusal(codes.resetExpired) : error;
};

/** The step of a ticket, with one try of five taken, so that nobody asks without end whether a password is the old one. */
async function needTicket(ctx: PublicCtx, ticket: string) {
  const [id = '', secret = ''] = ticket.split('.');
  const row = await takeCodeTry(ctx, 'newPassword', id).catch(expired);
  if (row.code_hash !== secretHash(secret)) throw new Refusal(codes.resetExpired);
  return row;
}

/** Sets the new password, ends every session and lifts a lock; a ticket that is late, forged or used is refused with 2042. */
export async function resetForgotten(ctx: PublicCtx, input: ParsedOf<typeof account.resetForgotten>): Promise<Record<string, never>> {
  await needOpen(ctx);
  if (input.confirmPwd !== undefined && input.confirmPwd !== input.newPwd) throw new Refusal(codes.passwordsDiffer);
  await needSoundPassword(ctx.db, input.newPwd);
  const step = await needTicket(ctx, input.ticket);
  const person = await findPerson(ctx.db, step.person_id);
  if (!mayReset(person)) throw new Refusal(codes.resetExpired);
  await needNewPassword(ctx.db, person, input.newPwd);
  const passwordHash = await hashPassword(input.newPwd);
  await inTransaction(ctx, async (inner) => {
    const still = await findPerson(inner.db, person.id);
    if (still?.password_hash !== person.password_hash || still.enabled === 0) throw new Refusal(codes.resetExpired);
    await needFirst(inner.db, step.id).catch(expired);
    await keepPassword(inner.db, person, { hash: passwordHash, now: inner.now, due: false });
    await endSessionsOf(inner.db, person.id);
    for (const hear of inner.house.onPasswordSet) await hear(inner, person, 'reset');
    await unlockAccount(inner.db, person.login_name);
    const { id, full_name } = person;
    await inner.say('user.updated', { objId: id, objName: full_name, personId: id, personName: full_name, changed: ['password'] });
  });
  return {};
}
