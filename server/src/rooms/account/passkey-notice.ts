import type { Ctx } from '../../ground/ctx.ts';
import { tell } from '../messages/tell.ts';
import { findPerson } from '../people/people.ts';
import { passkeyLetter } from '../session/letters.ts';
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
