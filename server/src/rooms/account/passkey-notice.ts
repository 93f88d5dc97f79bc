import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import type { Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';
import { findPerson } from '../people/people.ts';
import { passkeyLetter, passkeysResetLetter } from '../session/letters.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';

/** Tells a person that a passkey of theirs came or went: by a message, by mail where that is possible, and in the log. */
export async function tellOfPasskey(ctx: Ctx, kind: 'passkeyAdded' | 'passkeyRemoved', passkey: string): Promise<void> {
  const { id, fullName, lang } = ctx.user;
  await tell(ctx.db, { kind, facts: { passkey }, personId: id, at: ctx.now });
  const mail = (await findPerson(ctx.db, id))?.mail;
  if (mail && (await mailIsOn(ctx.db)))
    await postLetter(ctx.db, passkeyLetter({ to: mail, lang, name: fullName }, { kind, passkey, now: ctx.now }));
  await ctx.say('user.updated', { objId: id, objName: fullName, changed: ['passkeys'] });
}

/** Tells a person that their passkeys went with the password before. */
export const passkeysResetNotice: Listener = {
  name: 'account.passkeysReset',
  events: ['passkeys.reset'],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId } = data as { personId: number };
      await tell(db, { kind: 'passkeysReset', facts: {}, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await postLetter(db, passkeysResetLetter({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, at));
    }
  },
};
