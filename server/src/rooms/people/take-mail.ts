import type { Ctx } from '../../ground/ctx.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { keepMail, noMail } from './mail.ts';
import { findPerson, findPersonByMail, updatePerson } from './queries.ts';

/**
 * Gives the caller the address that a code came back from. Who had it without ever showing that they read there has none now: writing an
 * address down must not keep its reader from it. One that somebody else proved is refused with 2037.
 */
export async function takeMail(ctx: Ctx, mail: string): Promise<void> {
  const holder = await findPersonByMail(ctx.db, mailKey(mail));
  if (holder !== undefined && holder.id !== ctx.user.id && holder.mail_proven === 0) {
    await updatePerson(ctx.db, holder.id, noMail);
    await tellOfLoss(ctx, holder);
  }
  await keepMail(ctx.db, ctx.user.id, { proven: mail });
}

/** Stands in the log of the holder's organisation; whose address it really is, another organisation does not learn. */
async function tellOfLoss(ctx: Ctx, holder: NonNullable<Awaited<ReturnType<typeof findPersonByMail>>>): Promise<void> {
  const spaceId = holder.organisation_id;
  const facts = { changed: ['mail'], before: { mail: holder.mail }, after: { mail: '' } };
  const data = { objId: holder.id, objName: holder.full_name, spaceId, ...facts };
  const caller = await findPerson(ctx.db, ctx.user.id);
  if (caller?.organisation_id === spaceId) return ctx.say('user.updated', data);
  await ctx.house.outbox.say(ctx.db, { name: '', address: '' }, { event: 'user.updated', data, at: ctx.now });
}
