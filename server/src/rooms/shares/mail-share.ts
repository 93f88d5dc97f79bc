import { codes } from '@dossier/contract/codes';
import type { shares } from '@dossier/contract/shares';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { plainMail } from '../../ground/text/plain-mail.ts';
import { takeCounted } from '../session/counted-tries.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';
import { needSiteOrigin } from '../site/site-origin.ts';
import { linkLetter } from './letters.ts';
import { needOwnShare, stateOf } from './need-share.ts';
import type { ShareRow } from './queries.ts';
import { recipientsOf } from './recipient-queries.ts';
import { linkTo, tokenKey, tokenOf } from './token.ts';

/** So many mailings a person sends in an hour: the site must not become a sender of unwanted mail. */
const rule = { windowMs: 3600_000, limit: 20, blockMs: 3600_000 };

/** Mails the link, never its password: to those named who are not shut out, or to other addresses where everybody with the link may come. */
export async function mailShare(asking: Ctx, input: ParsedOf<typeof shares.mail>): Promise<{ sent: number }> {
  if (!(await mailIsOn(asking.db))) throw new Refusal(codes.notAvailable);
  await needOwnShare(asking, input.id);
  await takeCounted({ house: asking.house, key: `share-mail:${asking.user.id}`, now: asking.now }, rule);
  const [key, origin] = [await tokenKey(asking.house), await needSiteOrigin(asking)];
  return inTransaction(asking, async (ctx) => {
    const share = await needOwnShare(ctx, input.id);
    const state = stateOf(share, ctx.now);
    if (state !== 'enabled') throw new Refusal(state === 'closed' ? codes.shareClosed : codes.shareExpired);
    const to = await addressesOf(ctx, share, input.to);
    const letter = linkLetter(ctx.user.lang, {
      giver: ctx.user.fullName,
      share: share.name,
      url: linkTo(origin, tokenOf(key, share.id)),
      message: input.message?.trim() ?? '',
      deadline: share.deadline,
      hasPassword: share.password_hash !== '',
    });
    for (const address of to) await postLetter(ctx.db, { to: address, ...letter, until: share.deadline ?? undefined, at: ctx.now });
    await ctx.say('share.updated', { objId: share.id, objName: share.name, after: { mailedTo: to.length } });
    return { sent: to.length };
  });
}

async function addressesOf(ctx: Ctx, share: ShareRow, given: string[] | undefined): Promise<string[]> {
  const rows = await recipientsOf(ctx.db, { ids: JSON.stringify([share.id]) });
  const named = new Set(rows.filter((row) => row.kind === 'mail' && row.revoked_at === 0).map((row) => row.value));
  const domains = new Set(rows.filter((row) => row.kind === 'domain' && row.revoked_at === 0).map((row) => row.value));
  const wanted = given === undefined ? [...named] : [...new Set(given.map((one) => plainMail(one) ?? ''))];
  const isMeant = (mail: string): boolean =>
    share.restricted === 0 || named.has(mail) || domains.has('*') || domains.has(mail.slice(mail.lastIndexOf('@') + 1));
  if (wanted.length === 0 || wanted.some((mail) => mail === '' || !isMeant(mail))) throw new Refusal(codes.shareRecipientUnknown);
  return wanted;
}
