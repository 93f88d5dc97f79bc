import { codes } from '@dossier/contract/core/codes';
import { textOf } from '../../../platform/text/texts.ts';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { shares } from '@dossier/contract/sharing/shares';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { type QueuedMail, mailIsOn, queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin } from '../../../platform/settings/settings.ts';
import { plainMail } from '../../../platform/text/mail-address.ts';
import { takeLimitedAttempt } from '../../identity/attempts.ts';
import { shareUpdated } from '../events.ts';
import { requireOwnShare, shareToken, shareTokenKey, shareUrl, stateOf } from '../links/share.ts';
import type { ShareRow } from '../links/shares.queries.ts';
import { recipientsOf } from './recipients.queries.ts';

/** Content of the mail with a link. */
interface LinkMailContent {
  giver: string;
  share: string;
  url: string;
  message: string;
  deadline: number | null;
  hasPassword: boolean;
}

/** Mail header injection: a name must not contain a line break. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The mail with a link. */
function linkMail(lang: Lang, content: LinkMailContent): Pick<QueuedMail, 'subject' | 'text'> {
  const words = textOf(lang, 'sharing');
  const day = content.deadline === null ? '' : new Date(content.deadline).toISOString().slice(0, 16).replace('T', ' ');
  const values = { giver: oneLine(content.giver), share: oneLine(content.share), url: content.url, day };
  const parts = [
    words('linkText', values),
    content.message,
    content.url,
    content.deadline === null ? '' : words('linkUntil', values),
    content.hasPassword ? words('linkPassword') : '',
  ];
  return { subject: words('linkSubject', values), text: `${parts.filter((part) => part !== '').join('\n\n')}\n` };
}

/** The mail with the verification code; it names no shared item. */
export const codeMail = (lang: Lang, code: string): Pick<QueuedMail, 'subject' | 'text'> => ({
  subject: textOf(lang, 'sharing')('codeSubject'),
  text: `${textOf(lang, 'sharing')('codeText', { code })}\n`,
});

/** Mailings per user and hour, so that the site cannot be used to send spam. */
const mailingLimit = { windowMs: 3600_000, limit: 20, blockMs: 3600_000 };

/** Mails the link, never its password: to recipients that are not revoked, or to other addresses where the link is open to everybody. */
export async function mailShare(asking: Context, input: ParsedOf<typeof shares.mail>): Promise<{ sent: number }> {
  if (!(await mailIsOn(asking.db))) throw new Refusal(codes.notAvailable);
  await requireOwnShare(asking, input.id);
  await takeLimitedAttempt({ services: asking.services, key: `share-mail:${asking.user.id}`, now: asking.now }, mailingLimit);
  const [key, origin] = [await shareTokenKey(asking.services), await requireSiteOrigin(asking)];
  return inTransaction(asking, async (ctx) => {
    const share = await requireOwnShare(ctx, input.id);
    const state = stateOf(share, ctx.now);
    if (state !== 'enabled') throw new Refusal(state === 'closed' ? codes.shareClosed : codes.shareExpired);
    const to = await addressesOf(ctx, share, input.to);
    const letter = linkMail(ctx.user.lang, {
      giver: ctx.user.fullName,
      share: share.name,
      url: shareUrl(origin, shareToken(key, share.id)),
      message: input.message?.trim() ?? '',
      deadline: share.deadline,
      hasPassword: share.password_hash !== '',
    });
    for (const address of to) await queueMail(ctx.db, { to: address, ...letter, until: share.deadline ?? undefined, at: ctx.now });
    await ctx.emit(shareUpdated, { objId: share.id, objName: share.name, after: { mailedTo: to.length } });
    return { sent: to.length };
  });
}

async function addressesOf(ctx: Context, share: ShareRow, given: string[] | undefined): Promise<string[]> {
  const rows = await recipientsOf(ctx.db, { ids: JSON.stringify([share.id]) });
  const named = new Set(rows.filter((row) => row.kind === 'mail' && row.revoked_at === 0).map((row) => row.value));
  const domains = new Set(rows.filter((row) => row.kind === 'domain' && row.revoked_at === 0).map((row) => row.value));
  const wanted = given === undefined ? [...named] : [...new Set(given.map((one) => plainMail(one) ?? ''))];
  const isMeant = (mail: string): boolean =>
    share.restricted === 0 || named.has(mail) || domains.has('*') || domains.has(mail.slice(mail.lastIndexOf('@') + 1));
  if (wanted.length === 0 || wanted.some((mail) => mail === '' || !isMeant(mail))) throw new Refusal(codes.shareRecipientUnknown);
  return wanted;
}
