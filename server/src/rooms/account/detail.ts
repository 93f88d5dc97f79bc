import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { OutputOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findPerson } from '../people/people.ts';
import { authenticatorState } from '../session/authenticator.ts';
import { mailIsOn } from '../site/mail.ts';
import { settingsOf } from '../site/settings.ts';

/** How the person signs in. */
export async function showAccount({ db, user }: Ctx): Promise<OutputOf<typeof account.detail>> {
  const person = await findPerson(db, user.id);
  if (person === undefined) throw new Refusal(codes.notSignedIn);
  return {
    mail: person.mail ?? undefined,
    mailWorks: await mailIsOn(db),
    policy: (await settingsOf(db, 'signIn')).secondStep,
    mailStep: person.mail_step === 1,
    ...(await authenticatorState(db, user.id)),
  };
}
