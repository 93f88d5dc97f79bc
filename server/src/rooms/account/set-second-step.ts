import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { changedFields } from '../../ground/changed-fields.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needChangeablePerson } from '../people/change-user.ts';
import { findPerson, updatePerson } from '../people/people.ts';
import {
  authenticatorState,
  confirmSecret,
  forgetAuthenticator,
  judgeAuthenticator,
  keepSecret,
  renewRecoveryCodes,
} from '../session/authenticator.ts';
import { judged } from '../session/judged.ts';
import { needOwnProof } from '../session/own-password.ts';
import { endValidations } from '../session/validations.ts';
import { settingsOf } from '../site/settings.ts';
import { deletePasskeysOf } from './passkey-queries.ts';

const told = (ctx: Ctx, after: Record<string, boolean>) =>
  ctx.say('user.updated', { objId: ctx.user.id, objName: ctx.user.fullName, changed: ['secondStep'], after });

async function needPolicy(ctx: Ctx): Promise<void> {
  if ((await settingsOf(ctx.db, 'signIn')).secondStep === 'off') throw new Refusal(codes.notAvailable);
}

/** Asks for a code by mail after the own password, or no longer. */
export async function setMailStep(ctx: Ctx, { on, password }: ParsedOf<typeof account.setMailStep>): Promise<Record<string, never>> {
  if (on) await needPolicy(ctx);
  await needOwnProof(ctx, password);
  await inTransaction(ctx, async (inner) => {
    if (on && !(await findPerson(inner.db, inner.user.id))?.mail) throw new Refusal(codes.mailRequired);
    await updatePerson(inner.db, inner.user.id, { mail_step: on ? 1 : 0 });
    await told(inner, { codeByMail: on });
  });
  return {};
}

/** A secret for an authenticator, as text and as a picture; one that is in use stays until it was removed. */
export async function beginTotp(ctx: Ctx, { password }: ParsedOf<typeof account.beginTotp>): Promise<OutputOf<typeof account.beginTotp>> {
  await needPolicy(ctx);
  await needOwnProof(ctx, password);
  const { generateSecret, generateURI } = await import('otplib/functional');
  const { default: qr } = await import('qrcode');
  const secret = generateSecret();
  await inTransaction(ctx, async (inner) => {
    if ((await authenticatorState(inner.db, inner.user.id)).totp) throw new Refusal(codes.illegalOperation);
    await keepSecret(inner.db, inner.user.id, secret);
  });
  const uri = generateURI({ issuer: 'Dossier', label: ctx.user.loginName, secret });
  const picture = await qr.toString(uri, { type: 'svg', margin: 2 });
  return { secret, uri, image: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}` };
}

/** Takes an authenticator into use once it shows the right code. */
export async function confirmTotp(ctx: Ctx, input: ParsedOf<typeof account.confirmTotp>): Promise<{ recoveryCodes: string[] }> {
  const given = { personId: ctx.user.id, code: input.validateCode, now: ctx.now, confirmed: false };
  const proof = await judged(ctx, codes.messageCodeWrong, () => judgeAuthenticator(ctx.db, given));
  return inTransaction(ctx, async (inner) => {
    if (!(await proof(inner.db))) throw new Refusal(codes.messageCodeWrong);
    await confirmSecret(inner.db, inner.user.id, inner.now);
    await told(inner, { authenticator: true });
    return { recoveryCodes: await renewRecoveryCodes(inner.db, inner.user.id) };
  });
}

/** Removes the authenticator with its recovery codes. */
export async function removeTotp(ctx: Ctx, { password }: ParsedOf<typeof account.removeTotp>): Promise<Record<string, never>> {
  await needOwnProof(ctx, password);
  await inTransaction(ctx, async (inner) => {
    await forgetAuthenticator(inner.db, inner.user.id);
    await told(inner, { authenticator: false });
  });
  return {};
}

/** New recovery codes in place of the old ones. */
export async function newRecoveryCodes(ctx: Ctx, { password }: ParsedOf<typeof account.newRecoveryCodes>) {
  await needOwnProof(ctx, password);
  return inTransaction(ctx, async (inner) => {
    if (!(await authenticatorState(inner.db, inner.user.id)).totp) throw new Refusal(codes.illegalOperation);
    await told(inner, { recoveryCodes: true });
    return { recoveryCodes: await renewRecoveryCodes(inner.db, inner.user.id) };
  });
}

/** Takes the second step and the passkeys from a person who lost the means for them. Administrators cannot do so for themselves: they have a password. */
export async function resetSecondStep(ctx: Ctx, input: ParsedOf<typeof people.resetSecondStep>): Promise<Record<string, never>> {
  const id = Number(input.id);
  const person = await needChangeablePerson(ctx, id, 'people.secrets');
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  const had = (await authenticatorState(ctx.db, id)).totp;
  await forgetAuthenticator(ctx.db, id);
  await deletePasskeysOf(ctx.db, id);
  await updatePerson(ctx.db, id, { mail_step: 0 });
  await endValidations(ctx.db, id);
  const taken = changedFields({ codeByMail: person.mail_step === 1, authenticator: had }, { codeByMail: false, authenticator: false });
  await ctx.say('user.updated', { objId: id, objName: person.full_name, changed: ['secondStep', 'passkeys'], ...taken });
  return {};
}
