import { codes } from '@dossier/contract/core/codes';
import type { GranteeType } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { shares } from '@dossier/contract/sharing/shares';
import type { Context, Principals } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { mailIsOn, oneLine, type QueuedMail, queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin } from '../../../platform/settings/settings.ts';
import { plainDomain, plainMail, untagged } from '../../../platform/text/mail-address.ts';
import { textOf } from '../../../platform/text/texts.ts';
import { takeLimitedAttempt } from '../../identity/attempts.ts';
import { shareTermsChanged } from '../../identity/events.ts';
import { findPrincipal, principalNames } from '../../identity/principals.ts';
import { shareOffered, shareUpdated } from '../events.ts';
import { requireOwnShare, shareToken, shareTokenKey, shareUrl, stateOf } from '../links/share.ts';
import {
  deleteRecipients,
  insertRecipients,
  recipientById,
  type RecipientRow,
  recipientsForAddress,
  recipientsOf,
  setNamed,
  setOpened,
  setRevoked,
  type ShareRow,
  updateShare,
} from '../links/shares.queries.ts';

/** A recipient of a share. */
export interface RecipientSpec {
  kind: string;
  value: string;
  principal_id: number;
}

type RecipientInput = Pick<ParsedOf<typeof shares.create>, 'recipients' | 'colleagues'>;

/** An address, or a whole domain; 5011 for anything else. */
function parseExternalRecipient(given: string): RecipientSpec {
  const text = given.trim();
  if (text === '*' || text === '@*') return { kind: 'domain', value: '*', principal_id: 0 };
  const mail = plainMail(text);
  if (mail !== undefined) return { kind: 'mail', value: mail, principal_id: 0 };
  const host = plainDomain(text.replace(/^@/, ''));
  if (host === undefined) throw new Refusal(codes.shareRecipientUnknown);
  return { kind: 'domain', value: host, principal_id: 0 };
}

/** The recipients that the caller named: 5011 for an unknown one, 1009 for addresses while no mail can be sent. */
export async function resolveRecipients(ctx: Context, { recipients = [], colleagues = [] }: RecipientInput): Promise<RecipientSpec[]> {
  const outside = recipients.map(parseExternalRecipient);
  if (outside.length > 0 && !(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  const inside: RecipientSpec[] = [];
  for (const { granteeType, granteeId } of colleagues) {
    if ((await findPrincipal(ctx, granteeType, Number(granteeId))) === undefined) throw new Refusal(codes.shareRecipientUnknown);
    inside.push({ kind: granteeType, value: '', principal_id: Number(granteeId) });
  }
  const all = [...outside, ...inside];
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

const keyOf = (one: Pick<RecipientRow, 'kind' | 'value' | 'principal_id'>): string => `${one.kind} ${one.value} ${one.principal_id}`;

const rowsOf = (shareId: number, meant: readonly RecipientSpec[]) =>
  meant.map((one) => ({ id: newId(), share_id: shareId, kind: one.kind, value: one.value, principal_id: one.principal_id }));

/** Inserts the recipients of a new share. */
export async function addRecipients(ctx: Context, shareId: number, meant: readonly RecipientSpec[]): Promise<void> {
  if (meant.length > 0) await insertRecipients(ctx.db, rowsOf(shareId, meant));
}

/**
 * Replaces the recipients of a share: others are deleted, except revoked ones, and remaining ones keep their rows. Answers the new ones.
 */
export async function replaceRecipients(
  ctx: Context,
  shareId: number,
  { meant, opened }: { meant: readonly RecipientSpec[]; opened: boolean },
): Promise<RecipientSpec[]> {
  const before = await recipientsOf(ctx.db, { ids: JSON.stringify([shareId]) });
  const wanted = new Map(meant.map((one) => [keyOf(one), one]));
  // revoked recipients stay revoked, unless the link becomes open to everybody
  const gone = before.filter((row) => !wanted.has(keyOf(row)) && (opened || (row.revoked_at === 0 && row.by_domain === 0)));
  const known = new Map(before.map((row) => [keyOf(row), row]));
  await deleteRecipients(
    ctx.db,
    gone.map((row) => row.id),
  );
  for (const one of meant) {
    const row = known.get(keyOf(one));
    if (row?.by_domain === 1) await setNamed(ctx.db, row.id);
  }
  const added = meant.filter((one) => !known.has(keyOf(one)));
  await addRecipients(ctx, shareId, added);
  const isLeft = meant.length > 0 || gone.length < before.length;
  await updateShare(ctx.db, shareId, { restricted: isLeft ? 1 : 0 });
  return added;
}

/** Notifies colleagues of a new share. */
export async function emitOffered(ctx: Context, share: { id: number; name: string }, meant: readonly RecipientSpec[]): Promise<void> {
  const colleagues = meant.filter((one) => one.principal_id !== 0).map((one) => ({ type: one.kind as GranteeType, id: one.principal_id }));
  if (colleagues.length > 0) await ctx.emit(shareOffered, { objId: share.id, objName: share.name, colleagues });
}

/** Revokes one recipient, or readmits them. */
export async function revokeRecipient(ctx: Context, input: ParsedOf<typeof shares.revoke>) {
  const share = await requireOwnShare(ctx, input.id);
  const row = await recipientById(ctx.db, share.id, Number(input.recipientId));
  if (row === undefined) throw new Refusal(codes.shareRecipientUnknown);
  await setRevoked(ctx.db, row.id, input.revoked ? ctx.now : 0);
  await ctx.emit(shareUpdated, {
    objId: share.id,
    objName: share.name,
    before: { revoked: row.revoked_at > 0, recipient: row.value },
    after: { revoked: input.revoked, recipient: row.value },
  });
  await ctx.emit(shareTermsChanged, { shareId: share.id });
  return {};
}

const matchesDomain = (row: RecipientRow, host: string): boolean =>
  row.kind === 'domain' && row.revoked_at === 0 && (row.value === '*' || row.value === host);

const rowOf = (rows: readonly RecipientRow[], mail: string): RecipientRow | undefined =>
  rows.find((row) => row.kind === 'mail' && row.value === mail);

/**
 * Whether a verified address may open a share with named recipients: by its own row, else by that of its domain. A revoked address is not
 * admitted
 * by another spelling.
 */
export async function addressMayOpen(db: Db, shareId: number, mail: string): Promise<boolean> {
  const rows = await recipientsForAddress(db, { share: shareId, mail });
  const own = rowOf(rows, mail);
  if (own !== undefined && (own.revoked_at > 0 || own.by_domain === 0)) return own.revoked_at === 0;
  const isShutOut = rows.some((row) => row.kind === 'mail' && row.revoked_at > 0 && untagged(row.value) === untagged(mail));
  const host = mail.slice(mail.lastIndexOf('@') + 1);
  return !isShutOut && rows.some((row) => matchesDomain(row, host));
}

/** Whether an address is named, or was verified at this share before. */
export const addressIsKnown = async (db: Db, shareId: number, mail: string): Promise<boolean> =>
  (await ownRow(db, shareId, mail)) !== undefined;

/** Records an opening by a verified address; an address admitted by its domain gets a row of its own, so that it can be revoked alone. */
export async function recordAddressOpened(db: Db, shareId: number, { mail, now }: { mail: string; now: number }): Promise<number> {
  const own = await ownRow(db, shareId, mail);
  if (own === undefined)
    await insertRecipients(db, [{ id: newId(), share_id: shareId, kind: 'mail', value: mail, principal_id: 0, by_domain: 1 }]);
  const row = own ?? (await ownRow(db, shareId, mail));
  if (row === undefined) throw new Error('the row of a recipient is gone');
  await setOpened(db, row.id, now);
  return row.id;
}

const ownRow = async (db: Db, shareId: number, mail: string): Promise<RecipientRow | undefined> =>
  rowOf(await recipientsForAddress(db, { share: shareId, mail }), mail);

/** Whether a share is for a colleague, by account or membership; a revoked account is not admitted by a group. */
export async function userMayOpen(db: Db, shareId: number, person: Principals): Promise<boolean> {
  const rows = await recipientsForAddress(db, { share: shareId, mail: '' });
  const own = rows.find((row) => row.kind === 'user' && row.principal_id === person.personId);
  if (own !== undefined && (own.revoked_at > 0 || own.by_domain === 0)) return own.revoked_at === 0;
  const ids: Record<string, readonly number[]> = {
    group: person.groups,
    department: person.departments,
    organisation: [person.organisationId],
  };
  return rows.some((row) => row.revoked_at === 0 && ids[row.kind]?.includes(row.principal_id) === true);
}

/** Records an opening by a colleague; one admitted by a group gets a row of their own. */
export async function recordUserOpened(db: Db, shareId: number, { personId, now }: { personId: number; now: number }): Promise<number> {
  const mine = async () =>
    (await recipientsForAddress(db, { share: shareId, mail: '' })).find((row) => row.kind === 'user' && row.principal_id === personId);
  if ((await mine()) === undefined)
    await insertRecipients(db, [{ id: newId(), share_id: shareId, kind: 'user', value: '', principal_id: personId, by_domain: 1 }]);
  const row = await mine();
  if (row === undefined) throw new Error('the row of a recipient is gone');
  await setOpened(db, row.id, now);
  return row.id;
}

/** How a share with recipients can be opened: by a verified address, by an account, or both. */
export async function accessMethodsOf(db: Db, shareId: number): Promise<{ byMail: boolean; byAccount: boolean }> {
  const rows = (await recipientsOf(db, { ids: JSON.stringify([shareId]) })).filter((row) => row.revoked_at === 0 && row.by_domain === 0);
  return { byMail: rows.some((row) => row.principal_id === 0), byAccount: rows.some((row) => row.principal_id !== 0) };
}

/** A named recipient, and the visitor keys of their share sessions. */
interface NamedRecipient {
  id: string;
  name: string;
  revoked: boolean;
  keys: string[];
}

/** The individual recipients of a share, named or having opened it: addresses and colleagues, not domains and groups. */
export async function namedRecipients(ctx: Context, shareId: number): Promise<NamedRecipient[]> {
  const rows = (await recipientsOf(ctx.db, { ids: JSON.stringify([shareId]) })).filter((row) => row.kind === 'mail' || row.kind === 'user');
  const nameOf = await principalNames(
    ctx,
    rows.filter((row) => row.kind === 'user').map((row) => ({ type: 'user' as GranteeType, id: row.principal_id })),
  );
  return rows.map((row) => ({
    id: String(row.id),
    name: row.kind === 'user' ? nameOf('user', row.principal_id) : row.value,
    revoked: row.revoked_at > 0,
    keys: [row.kind === 'user' ? `p${row.principal_id}` : `m${row.id}`],
  }));
}

/** Content of the mail with a link. */
interface LinkMailContent {
  giver: string;
  share: string;
  url: string;
  message: string;
  deadline: number | null;
  hasPassword: boolean;
}

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

/** What a code is asked for: to open a share, or to edit what it holds. */
export type CodePurpose = 'open' | 'edit' | 'comment';

const codeSubjects = { open: 'codeSubject', edit: 'codeSubjectEdit', comment: 'codeSubjectComment' } as const satisfies Record<
  CodePurpose,
  string
>;

/** The mail with the verification code; it names no shared item. */
export const codeMail = (lang: Lang, code: string, purpose: CodePurpose): Pick<QueuedMail, 'subject' | 'text'> => ({
  subject: textOf(lang, 'sharing')(codeSubjects[purpose]),
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
