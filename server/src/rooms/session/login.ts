import { type Code, codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { session } from '@dossier/contract/session';
import type { GivenPassword, PublicCtx, Vouched } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey, soundLogin } from '../people/create-user.ts';
import { noPassword, passwordMatches } from '../people/password.ts';
import { findPerson, findPersonByLogin } from '../people/people.ts';
import { needAnyAddress, needSignInAddress } from '../guard/address-guard.ts';
import { beginSession } from './begin-session.ts';
import { forgetFailures, giveAccountTryBack, giveKnockBack, giveTryBack, takeSignIn } from '../guard/guessing.ts';
import { tellingRefusal } from './refused-sign-in.ts';
import { beginSecondStep, codeAhead } from './second-step.ts';

type Input = ParsedOf<typeof session.login>;
type Output = OutputOf<typeof session.login>;

/** Signs in with account and password; unknown accounts and wrong passwords are one refusal that takes the same time. */
export async function login(ctx: PublicCtx, input: Input): Promise<Output> {
  if (input.loginModel !== 1) return throughDoor(ctx, input);
  await needAnyAddress(ctx);
  const { password } = input;
  if (input.loginName === undefined || password === undefined)
    throw new Refusal(codes.invalidParams, { fields: ['loginName', 'password'] });
  const loginName = soundLogin(input.loginName);
  await takeSignIn(ctx, { ...input, loginName });
  const person = await findPersonByLogin(ctx.db, loginKey(loginName));
  return tellingRefusal(ctx, { person }, byPassword(ctx, input, { loginName, password, person }));
}

interface Knocking {
  loginName: string;
  password: string;
  person: Awaited<ReturnType<typeof findPersonByLogin>>;
}

async function byPassword(ctx: PublicCtx, input: Input, { loginName, password, person }: Knocking): Promise<Output> {
  const hash = person?.password_hash;
  const matches = await passwordMatches(password, hash);
  const vouched = matches ? undefined : await vouchedFor(ctx, { loginName, password, known: Boolean(hash) });
  if (!matches && vouched === undefined) throw new Refusal(codes.badCredentials);
  const ahead = await codeAhead(ctx);
  const answer = inTransaction(ctx, async (inner) => {
    const still = await findPerson(inner.db, vouched === undefined ? (person?.id ?? 0) : await vouched.find(inner));
    // the password may have been reset while it was being checked: then the sessions were ended, and this one must not begin;
    // and whoever has a password here comes in with no other
    const expected = vouched === undefined ? hash : noPassword;
    if (still === undefined || still.password_hash !== expected) throw new Refusal(codes.badCredentials);
    if (still.enabled === 0) throw new Refusal(codes.userDisabled);
    // before a code is sent for the second step
    await needSignInAddress(inner, still);
    const spoken = { lang: input.lang, pageLang: input.pageLang, door: vouched?.door };
    const step = ahead && (await beginSecondStep(inner, still, { ahead, loginName: still.login_name, ...spoken }));
    if (step !== undefined) return step;
    await forgetFailures(inner, loginName);
    return beginSession(inner, still, spoken);
  });
  return noGuess(ctx, loginName, answer);
}

/** What refuses whoever gave the right password. */
const besideThePassword = new Set<Code>([codes.userDisabled, codes.organisationDisabled, codes.tooManyRequests]);

/**
 * A right password was no guess, though something else stands between it and a session. Only the second step forgets failures then. Whoever
 * is refused stays counted for their address: each try costs a hash, and leads nowhere.
 */
async function noGuess(ctx: PublicCtx, loginName: string, answering: Promise<Output>): Promise<Output> {
  try {
    const answer = await answering;
    if (answer.validate !== undefined) await giveTryBack(ctx, loginName);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && besideThePassword.has(error.answer)) await giveAccountTryBack(ctx, loginName);
    throw error;
  }
}

/** The first directory that knows the password. */
async function vouchedFor(ctx: PublicCtx, given: GivenPassword): Promise<Vouched | undefined> {
  for (const ask of ctx.house.onPassword) {
    const vouched = await ask(ctx, given).catch(async (error: unknown) => {
      // the address guessed nothing while nobody could tell; the account stays counted, as the password may be wrong here
      if (error instanceof Refusal && error.answer === codes.providerFailed) await giveKnockBack(ctx);
      throw error;
    });
    if (vouched !== undefined) return vouched;
  }
  return undefined;
}

/** The doors from elsewhere, as the settings of the site call them. */
const doorNames: Partial<Record<number, string>> = {
  2: 'handOff',
  3: 'messagingApp',
  4: 'scan',
  5: 'enterpriseChat',
  6: 'identityProvider',
};

async function knockAt(ctx: PublicCtx, door: NonNullable<PublicCtx['house']['onSignIn'][number]>, input: Input): Promise<Output> {
  await needAnyAddress(ctx);
  return door(ctx, input);
}

async function throughDoor(ctx: PublicCtx, input: Input): Promise<Output> {
  const door = ctx.house.onSignIn[input.loginModel];
  if (door !== undefined) return tellingRefusal(ctx, { door: doorNames[input.loginModel] }, knockAt(ctx, door, input));
  throw new Refusal(input.loginModel >= 2 && input.loginModel <= 6 ? codes.loginModelOff : codes.loginModelUnknown);
}
