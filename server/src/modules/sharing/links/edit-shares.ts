import { codes } from '@dossier/contract/core/codes';
import { objType } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import { defaultDays } from '@dossier/contract/sharing/share-shapes';
import type { shares } from '@dossier/contract/sharing/shares';
import type { Context } from '../../../platform/context.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { documentShared, folderShared } from '../../documents/events.ts';
import { refuseBlockedWords } from '../../governance/sensitive-words.ts';
import { shareTermsChanged } from '../../identity/events.ts';
import { hashPassword } from '../../identity/passwords.ts';
import { shareClosed, shareCreated, shareUpdated } from '../events.ts';
import { type RecipientSpec, addRecipients, emitOffered, replaceRecipients, resolveRecipients } from '../recipients/recipients.ts';
import { requireWithinRules, showShareRules } from '../share-rules.ts';
import {
  hashOfToken,
  parseDeadline,
  requireOwnShare,
  requireShare,
  requireShareable,
  sharePermissions,
  shareRights,
  shareToken,
  shareTokenKey,
  shareUrl,
  stateOf,
  withoutUnusedTerms,
} from './share.ts';
import { insertShare, insertShareItems, itemsOfShares, recipientsOf, type ShareRow, updateShare } from './shares.queries.ts';

type ShareRequest = ParsedOf<typeof shares.create>;

const dayMs = 86_400_000;
const flag = (value: boolean | undefined): number => (value === true ? 1 : 0);

/** The default deadline: a week, or less where the rules set a shorter maximum. */
async function defaultDeadline(ctx: Context): Promise<number> {
  const { longestDays } = await showShareRules(ctx);
  return ctx.now + Math.min(defaultDays, longestDays || defaultDays) * dayMs;
}

async function requireOfferable(ctx: Context, { objIds, name }: ShareRequest, bits: number) {
  const authorised = await requireShareable(ctx, objIds, bits);
  if (name !== undefined) await refuseBlockedWords(ctx, name);
  return authorised;
}

/** Creates a share link for items. The password is hashed before the transaction. */
export async function createShare(asking: Context, input: ShareRequest) {
  const key = await shareTokenKey(asking.services);
  const origin = await requireSiteOrigin(asking);
  const password = input.password ? await hashPassword(input.password) : '';
  return inTransaction(asking, async (ctx) => {
    const lets = withoutUnusedTerms({
      bits: shareRights({ ...input, allowUpload: input.allowUpload === true, allowEdit: input.allowEdit === true }),
      only_upload: flag(input.onlyUpload),
      allow_comment: flag(input.allowComment),
      watermark: flag(input.watermark),
      download_limit: input.downloadLimit ?? 0,
      print_limit: input.printLimit ?? 0,
    });
    const authorised = await requireOfferable(ctx, input, lets.bits);
    const deadline = parseDeadline(input.deadline, ctx.now);
    const ends = deadline === undefined ? await defaultDeadline(ctx) : deadline;
    const meant = await resolveRecipients(ctx, input);
    await requireWithinRules(ctx, { deadline: ends, hasPassword: password !== '', recipients: meant });
    const id = newId();
    const token = shareToken(key, id);
    const name = input.name ?? authorised[0]?.item.name ?? '';
    await insertShare(ctx.db, {
      id,
      organisation_id: ctx.user.organisationId,
      person_id: ctx.user.id,
      name,
      name_key: nameKey(name),
      token_hash: hashOfToken(token),
      password_hash: password,
      password_at: ctx.now,
      created_at: ctx.now,
      deadline: ends,
      ...lets,
      notice: flag(input.notice),
      restricted: meant.length > 0 ? 1 : 0,
    });
    await insertShareItems(
      ctx.db,
      authorised.map(({ item }, place) => ({ share_id: id, item_id: item.id, place })),
    );
    await addRecipients(ctx, id, meant);
    await ctx.emit(shareCreated, { objId: id, objName: name, documents: authorised.length });
    await emitOffered(ctx, { id, name }, meant);
    await emitSharedItems(
      ctx,
      input.name,
      authorised.map(({ item }) => item),
    );
    return { id: String(id), token, url: shareUrl(origin, token) };
  });
}

/** Logs the share on each item, with the name that somebody gave it: without one it has that of its first item, which readers of the others may not see. */
async function emitSharedItems(
  ctx: Context,
  name: string | undefined,
  items: readonly { id: number; name: string; kind: number }[],
): Promise<void> {
  for (const item of items)
    await ctx.emit(item.kind === objType.document ? documentShared : folderShared, {
      objId: item.id,
      objName: item.name,
      after: { share: name ?? item.name },
    });
}

type ShareChanges = ParsedOf<typeof shares.update>;

const permissionKeys = ['allowDownload', 'allowPrint', 'allowUpload', 'allowEdit'] as const;

const loggedFields = (share: ShareRow): Record<string, unknown> => ({
  name: share.name,
  deadline: share.deadline === null ? null : isoTime(share.deadline),
  ...sharePermissions(share.bits),
  allowComment: share.allow_comment === 1,
  hasPassword: share.password_hash !== '',
  downloadLimit: share.download_limit,
  printLimit: share.print_limit,
});

const changedFlag = (value: boolean | undefined, before: number): number => (value === undefined ? before : Number(value));

/** The recipients after the changes; kinds that are left out stay. */
async function recipientsAfter(
  ctx: Context,
  share: ShareRow,
  { recipients, colleagues }: ShareChanges,
): Promise<RecipientSpec[] | undefined> {
  if (recipients === undefined && colleagues === undefined) return undefined;
  const before = (await recipientsOf(ctx.db, { ids: JSON.stringify([share.id]) })).filter(
    (row) => row.by_domain === 0 && row.revoked_at === 0,
  );
  const isOutside = ({ kind }: { kind: string }): boolean => kind === 'mail' || kind === 'domain';
  const given = await resolveRecipients(ctx, { recipients, colleagues });
  const kept = before.filter((row) => (isOutside(row) ? recipients === undefined : colleagues === undefined));
  return [...given, ...kept];
}

/** The visitors' permissions after the changes. */
const termsAfter = (share: ShareRow, input: ShareChanges) =>
  withoutUnusedTerms({
    bits: shareRights({
      ...sharePermissions(share.bits),
      ...Object.fromEntries(permissionKeys.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]]))),
    }),
    only_upload: changedFlag(input.onlyUpload, share.only_upload),
    allow_comment: changedFlag(input.allowComment, share.allow_comment),
    watermark: changedFlag(input.watermark, share.watermark),
    download_limit: input.downloadLimit ?? share.download_limit,
    print_limit: input.printLimit ?? share.print_limit,
  });

/** Changes a share; fields left out stay. Permissions can be added only as far as the caller has them now. */
export async function changeShare(asking: Context, input: ShareChanges) {
  const password = input.password ? await hashPassword(input.password) : input.password;
  return inTransaction(asking, async (ctx) => {
    const share = await requireOwnShare(ctx, input.id);
    if (input.name !== undefined && input.name !== share.name) await refuseBlockedWords(ctx, input.name);
    const lets = termsAfter(share, input);
    const more = lets.bits & ~share.bits;
    const ids = (await itemsOfShares(ctx.db, { ids: JSON.stringify([share.id]) })).map((row) => String(row.item_id));
    if (more !== 0) await requireShareable(ctx, ids, lets.bits);
    const deadline = parseDeadline(input.deadline, ctx.now);
    const meant = await recipientsAfter(ctx, share, input);
    const after: ShareRow = {
      ...share,
      name: input.name ?? share.name,
      name_key: nameKey(input.name ?? share.name),
      ...lets,
      deadline: deadline === undefined ? share.deadline : deadline,
      password_hash: password ?? share.password_hash,
      password_at: password === undefined ? share.password_at : ctx.now,
      notice: changedFlag(input.notice, share.notice),
    };
    await requireStillWithinRules(ctx, after, meant);
    const { id } = after;
    await updateShare(ctx.db, id, columnsOf(after));
    const opened = input.recipients?.length === 0 && input.colleagues?.length === 0;
    if (meant !== undefined) await emitOffered(ctx, { id, name: after.name }, await replaceRecipients(ctx, id, { meant, opened }));
    await ctx.emit(shareUpdated, { objId: id, objName: after.name, ...changedFields(loggedFields(share), loggedFields(after)) });
    await ctx.emit(shareTermsChanged, { shareId: id });
    return {};
  });
}

/** The columns that an owner changes, without counters, which may have changed meanwhile. */
const columnsOf = (row: ShareRow) => ({
  name: row.name,
  name_key: row.name_key,
  bits: row.bits,
  deadline: row.deadline,
  password_hash: row.password_hash,
  password_at: row.password_at,
  only_upload: row.only_upload,
  allow_comment: row.allow_comment,
  watermark: row.watermark,
  notice: row.notice,
  download_limit: row.download_limit,
  print_limit: row.print_limit,
});

async function requireStillWithinRules(ctx: Context, share: ShareRow, meant: readonly { kind: string }[] | undefined): Promise<void> {
  const recipients = meant ?? (await recipientsOf(ctx.db, { ids: JSON.stringify([share.id]) }));
  await requireWithinRules(ctx, { deadline: share.deadline, hasPassword: share.password_hash !== '', recipients });
}

export async function closeShare(ctx: Context, { id }: { id: string }) {
  return closeRow(ctx, await requireOwnShare(ctx, id), 0);
}

/** Closes a share of another user; only an administrator can reopen it. */
export async function closeOtherShare(ctx: Context, { id }: { id: string }) {
  return closeRow(ctx, await requireShare(ctx, id), ctx.user.id);
}

async function closeRow(ctx: Context, share: ShareRow, closedBy: number) {
  // who closed it first decides who may reopen it
  if (share.closed_at > 0 && (closedBy === 0 || share.closed_by !== 0)) return {};
  await updateShare(ctx.db, share.id, { closed_at: ctx.now, closed_by: closedBy });
  await ctx.emit(shareClosed, { objId: share.id, objName: share.name });
  await ctx.emit(shareTermsChanged, { shareId: share.id });
  return {};
}

/** Reopens a closed share; one closed by an administrator is reopened by an administrator only. */
export async function reopenShare(ctx: Context, { id }: { id: string }) {
  const share = await requireOwnShare(ctx, id);
  const byOffice = share.closed_by !== 0 && share.closed_by !== ctx.user.id;
  if (byOffice && !ctx.user.permissions.all.has('shares.edit')) throw new Refusal(codes.shareNotAllowed);
  await requireStillWithinRules(ctx, share, undefined);
  await updateShare(ctx.db, share.id, { closed_at: 0, closed_by: 0 });
  await ctx.emit(shareUpdated, {
    objId: share.id,
    objName: share.name,
    before: { status: stateOf(share, ctx.now) },
    after: { status: 'enabled' },
  });
  return {};
}
