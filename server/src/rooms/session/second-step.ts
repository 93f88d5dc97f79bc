import { randomBytes } from 'node:crypto';
import type { Channel, Validation } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';
import { settingsOf } from '../site/settings.ts';
import { tokenHash } from './admit.ts';
import { authenticatorState } from './authenticator.ts';
import { codeLetter, hiddenMail } from './letters.ts';
import { beginValidation, type MadeCode, makeCode, mayWrite } from './validations.ts';

/** Whoever has given the right password. */
export interface Passed {
  id: number;
  full_name: string;
  lang: string;
  mail: string | null;
  mail_step: number;
}

/** What a step to sign in keeps until its code comes. */
export interface SignInFacts {
  ticketHash: string;
  channel: Channel;
  /** Where the first code was sent to. */
  mail?: string | undefined;
  loginName: string;
  lang?: Lang | undefined;
  pageLang?: Lang | undefined;
  door?: string | undefined;
}

/** A code made ahead, where the site asks for a second step at all: its hash takes long and must not hold up the transaction. */
export async function codeAhead(ctx: PublicCtx): Promise<MadeCode | undefined> {
  return (await settingsOf(ctx.db, 'signIn')).secondStep === 'off' ? undefined : makeCode();
}

/** By which way this person shows a second time who they are; undefined where the password is enough. */
async function channelOf(ctx: PublicCtx, person: Passed): Promise<Channel | undefined> {
  const { secondStep } = await settingsOf(ctx.db, 'signIn');
  if (secondStep === 'off') return undefined;
  if ((await authenticatorState(ctx.db, person.id)).totp) return 'totp';
  const wanted = secondStep === 'required' || person.mail_step === 1;
  return wanted && person.mail !== null && (await mailIsOn(ctx.db)) ? 'mail' : undefined;
}

/** Begins the second step after a right password, if there is one; the answer's token is only a ticket for it. */
export async function beginSecondStep(
  ctx: PublicCtx,
  person: Passed,
  { ahead, ...kept }: Omit<SignInFacts, 'ticketHash' | 'channel' | 'mail'> & { ahead: MadeCode },
): Promise<{ sessionId: string; validate: Validation } | undefined> {
  const channel = await channelOf(ctx, person);
  if (channel === undefined) return undefined;
  const sessionId = randomBytes(32).toString('base64url');
  const mail = channel === 'mail' ? (person.mail ?? undefined) : undefined;
  const facts: SignInFacts = { ticketHash: tokenHash(sessionId), channel, mail, ...kept };
  const codeHash = channel === 'mail' ? ahead.hash : '';
  const validateId = await beginValidation(ctx.db, { purpose: 'signIn', personId: person.id, codeHash, facts, now: ctx.now });
  if (channel === 'mail') await sendCode(ctx, person, ahead);
  return { sessionId, validate: { validateId, channel, sentTo: channel === 'mail' ? hiddenMail(person.mail ?? '') : '' } };
}

/** Sends a code to sign in, at most six in a quarter of an hour. */
export async function sendCode(ctx: PublicCtx, person: Passed, { code }: MadeCode): Promise<void> {
  if (!(await mayWrite(ctx.db, { purpose: 'signIn', personId: person.id, now: ctx.now }))) throw new Refusal(codes.tooManyRequests);
  const reader = { to: person.mail ?? '', lang: person.lang as Lang, name: person.full_name };
  await postLetter(ctx.db, codeLetter(reader, { purpose: 'signIn', code, now: ctx.now }));
}
