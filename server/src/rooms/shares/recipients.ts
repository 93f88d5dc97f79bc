import { codes } from '@dossier/contract/codes';
import type { shares } from '@dossier/contract/shares';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { plainDomain, plainMail } from '../../ground/text/plain-mail.ts';
import { findGrantee } from '../grantees/grantees.ts';
import { mailIsOn } from '../site/mail.ts';
import { updateShare } from './queries.ts';
import {
  deleteRecipients,
  insertRecipients,
  type RecipientRow,
  recipientById,
  recipientsOf,
  setNamed,
  setRevoked,
} from './recipient-queries.ts';
import { needOwnShare } from './need-share.ts';

/** Whom a share is for. */
export interface Meant {
  kind: string;
  value: string;
  grantee_id: number;
}

type Given = Pick<ParsedOf<typeof shares.create>, 'recipients' | 'colleagues'>;

/** An address, or all of a domain; 5011 for what is neither. */
function outsider(given: string): Meant {
  const text = given.trim();
  if (text === '*' || text === '@*') return { kind: 'domain', value: '*', grantee_id: 0 };
  const mail = plainMail(text);
  if (mail !== undefined) return { kind: 'mail', value: mail, grantee_id: 0 };
  const host = plainDomain(text.replace(/^@/, ''));
  if (host === undefined) throw new Refusal(codes.shareRecipientUnknown);
  return { kind: 'domain', value: host, grantee_id: 0 };
}

/** Whom the caller named: 5011 for who is not there, 1009 for addresses while no letter can leave. */
export async function meantOf(ctx: Ctx, { recipients = [], colleagues = [] }: Given): Promise<Meant[]> {
  const outside = recipients.map(outsider);
  if (outside.length > 0 && !(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  const inside: Meant[] = [];
  for (const { granteeType, granteeId } of colleagues) {
    if ((await findGrantee(ctx, granteeType, Number(granteeId))) === undefined) throw new Refusal(codes.shareRecipientUnknown);
    inside.push({ kind: granteeType, value: '', grantee_id: Number(granteeId) });
  }
  const all = [...outside, ...inside];
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

const keyOf = (one: Pick<RecipientRow, 'kind' | 'value' | 'grantee_id'>): string => `${one.kind} ${one.value} ${one.grantee_id}`;

const rowsOf = (shareId: number, meant: readonly Meant[]) =>
  meant.map((one) => ({ id: newId(), share_id: shareId, kind: one.kind, value: one.value, grantee_id: one.grantee_id }));

/** Writes down whom a new share is for. */
export async function addRecipients(ctx: Ctx, shareId: number, meant: readonly Meant[]): Promise<void> {
  if (meant.length > 0) await insertRecipients(ctx.db, rowsOf(shareId, meant));
}

/** Makes a share be for these: others go, except who is shut out, and who stays keeps their record. Answers the new ones. */
export async function replaceRecipients(
  ctx: Ctx,
  shareId: number,
  { meant, opened }: { meant: readonly Meant[]; opened: boolean },
): Promise<Meant[]> {
  const before = await recipientsOf(ctx.db, { ids: JSON.stringify([shareId]) });
  const wanted = new Map(meant.map((one) => [keyOf(one), one]));
  // who is shut out stays so, unless the link is to be for everybody again
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

/** Lets colleagues hear that something is shared with them. */
export async function sayOffered(ctx: Ctx, share: { id: number; name: string }, meant: readonly Meant[]): Promise<void> {
  const colleagues = meant.filter((one) => one.grantee_id !== 0).map((one) => ({ type: one.kind, id: one.grantee_id }));
  if (colleagues.length > 0) await ctx.say('share.offered', { objId: share.id, objName: share.name, colleagues });
}

/** Shuts one recipient out, or lets them in again. */
export async function revokeRecipient(ctx: Ctx, input: ParsedOf<typeof shares.revoke>) {
  const share = await needOwnShare(ctx, input.id);
  const row = await recipientById(ctx.db, share.id, Number(input.recipientId));
  if (row === undefined) throw new Refusal(codes.shareRecipientUnknown);
  await setRevoked(ctx.db, row.id, input.revoked ? ctx.now : 0);
  await ctx.say('share.updated', {
    objId: share.id,
    objName: share.name,
    before: { revoked: row.revoked_at > 0, recipient: row.value },
    after: { revoked: input.revoked, recipient: row.value },
  });
  return {};
}
