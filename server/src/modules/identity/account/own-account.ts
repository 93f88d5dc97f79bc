import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Validation, account } from '@dossier/contract/identity/account';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { mailIsOn, queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { addressChangedMail, codeMail } from '../account-mails.ts';
import { userUpdated } from '../events.ts';
import { freshUntil, requireIdentityProof } from '../identity-proof.ts';
import { noPassword } from '../passwords.ts';
import { authenticatorState } from '../second-factor/second-factor.ts';
import { findPerson } from '../users.ts';
import { claimMail, requireMailAddress } from '../users/mail-addresses.ts';
import {
  beginVerification,
  codeMatches,
  consumeVerification,
  generateCode,
  mayMailCode,
  requireVerification,
  takeCodeAttempt,
} from '../verification-codes.ts';

/** The sign-in methods of the caller. */
export async function showAccount(ctx: Context): Promise<OutputOf<typeof account.detail>> {
  const { db, user } = ctx;
  const person = await findPerson(db, user.id);
  if (person === undefined) throw new Refusal(codes.notSignedIn);
  const hasPassword = person.password_hash !== noPassword;
  return {
    mail: person.mail ?? undefined,
    mailWorks: await mailIsOn(db),
    hasPassword,
    freshUntil: hasPassword ? undefined : isoTime(await freshUntil(ctx)),
    policy: (await settingsOf(db, 'signIn')).secondStep,
    mailStep: person.mail_step === 1,
    ...(await authenticatorState(db, user.id)),
  };
}

/** Sends a code to a new mail address: the account changes once the code is entered. */
export async function requestMailChange(ctx: Context, input: ParsedOf<typeof account.askMail>): Promise<Validation> {
  const mail = requireMailAddress(input.mail);
  if (mail === '') throw new Refusal(codes.mailRequired);
  if (!(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  await requireIdentityProof(ctx, input.password);
  const { code, hash } = await generateCode();
  const validateId = await inTransaction(ctx, async (inner) => {
    const { id, fullName, lang } = inner.user;
    const asked = { purpose: 'mail' as const, personId: id, now: inner.now };
    if (!(await mayMailCode(inner.db, asked))) throw new Refusal(codes.tooManyRequests);
    await queueMail(inner.db, codeMail({ to: mail, lang, name: fullName }, { purpose: 'mail', code, now: inner.now }));
    return beginVerification(inner.db, { ...asked, codeHash: hash, facts: { mail } });
  });
  return { validateId, channel: 'mail', sentTo: mail };
}

/** Sets the mail address that the code was sent to, and notifies the former one. */
export async function confirmMailChange(ctx: Context, input: ParsedOf<typeof account.confirmMail>): Promise<Record<string, never>> {
  const asked = await requireVerification(ctx, 'mail', input.validateId);
  if (asked.person_id !== ctx.user.id) throw new Refusal(codes.messageCodeExpired);
  const row = await takeCodeAttempt(ctx, 'mail', input.validateId);
  if (!(await codeMatches(row, input.validateCode))) throw new Refusal(codes.messageCodeWrong);
  await inTransaction(ctx, async (inner) => {
    await consumeVerification(inner.db, row.id);
    const { mail } = JSON.parse(row.facts) as { mail: string };
    const { id, fullName, lang } = inner.user;
    const before = (await findPerson(inner.db, id))?.mail;
    await claimMail(inner, mail);
    if (before && before !== mail)
      await queueMail(inner.db, addressChangedMail({ to: before, lang, name: fullName }, { mail, now: inner.now }));
    await inner.emit(userUpdated, { objId: id, objName: fullName, changed: ['mail'] });
  });
  return {};
}
