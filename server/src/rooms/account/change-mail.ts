import type { account, Validation } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { soundMail } from '../people/mail.ts';
import { findPerson } from '../people/people.ts';
import { takeMail } from '../people/take-mail.ts';
import { codeLetter, mailChangedLetter } from '../session/letters.ts';
import { needOwnProof } from '../session/own-password.ts';
import { beginValidation, codeMatches, makeCode, mayWrite, needFirst, needValidation, takeCodeTry } from '../session/validations.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';

/** Sends a code to the address that is to become the person's own: nothing changes until it comes back. */
export async function askMail(ctx: Ctx, input: ParsedOf<typeof account.askMail>): Promise<Validation> {
  const mail = soundMail(input.mail);
  if (mail === '') throw new Refusal(codes.mailRequired);
  if (!(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  await needOwnProof(ctx, input.password);
  const { code, hash } = await makeCode();
  const validateId = await inTransaction(ctx, async (inner) => {
    const { id, fullName, lang } = inner.user;
    const asked = { purpose: 'mail' as const, personId: id, now: inner.now };
    if (!(await mayWrite(inner.db, asked))) throw new Refusal(codes.tooManyRequests);
    await postLetter(inner.db, codeLetter({ to: mail, lang, name: fullName }, { purpose: 'mail', code, now: inner.now }));
    return beginValidation(inner.db, { ...asked, codeHash: hash, facts: { mail } });
  });
  return { validateId, channel: 'mail', sentTo: mail };
}

/** Takes the address that the code was sent to; the one before is told. */
export async function confirmMail(ctx: Ctx, input: ParsedOf<typeof account.confirmMail>): Promise<Record<string, never>> {
  const asked = await needValidation(ctx, 'mail', input.validateId);
  if (asked.person_id !== ctx.user.id) throw new Refusal(codes.messageCodeExpired);
  const row = await takeCodeTry(ctx, 'mail', input.validateId);
  if (!(await codeMatches(row, input.validateCode))) throw new Refusal(codes.messageCodeWrong);
  await inTransaction(ctx, async (inner) => {
    await needFirst(inner.db, row.id);
    const { mail } = JSON.parse(row.facts) as { mail: string };
    const { id, fullName, lang } = inner.user;
    const before = (await findPerson(inner.db, id))?.mail;
    await takeMail(inner, mail);
    if (before && before !== mail)
      await postLetter(inner.db, mailChangedLetter({ to: before, lang, name: fullName }, { mail, now: inner.now }));
    await inner.say('user.updated', { objId: id, objName: fullName, changed: ['mail'] });
  });
  return {};
}
