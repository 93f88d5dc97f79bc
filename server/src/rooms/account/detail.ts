import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { OutputOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { noPassword } from '../people/password.ts';
import { findPerson } from '../people/people.ts';
import { authenticatorState } from '../session/authenticator.ts';
import { freshUntil } from '../session/own-password.ts';
import { mailIsOn } from '../site/mail.ts';
import { settingsOf } from '../site/settings.ts';

/** How the person signs in. */
export async function showAccount(ctx: Ctx): Promise<OutputOf<typeof account.detail>> {
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
