import { codes } from '@dossier/contract/codes';
import type { shares } from '@dossier/contract/shares';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { changedFields } from '../../ground/changed-fields.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameKey } from '../../ground/text/names.ts';
import { hashPassword } from '../people/password.ts';
import { judgeName } from '../screening/judge-name.ts';
import { needOwnShare, needShareHere, stateOf } from './need-share.ts';
import { itemsOfShares, type ShareRow, updateShare } from './queries.ts';
import { recipientsOf } from './recipient-queries.ts';
import { type Meant, meantOf, replaceRecipients, sayOffered } from './recipients.ts';
import { needWithinRules } from './share-rules.ts';
import { allowedBy, bitsOf, deadlineOf, lettingOnly, needShareable } from './terms.ts';

type Changes = ParsedOf<typeof shares.update>;

const keys = ['allowDownload', 'allowPrint', 'allowUpload', 'allowEdit'] as const;

const factsOf = (share: ShareRow): Record<string, unknown> => ({
  name: share.name,
  deadline: share.deadline === null ? null : isoTime(share.deadline),
  ...allowedBy(share.bits),
  hasPassword: share.password_hash !== '',
  downloadLimit: share.download_limit,
  printLimit: share.print_limit,
});

const flag = (value: boolean | undefined, before: number): number => (value === undefined ? before : Number(value));

/** Whom it will be for; those that stand stay where nothing is said of their kind. */
async function meantAfter(ctx: Ctx, share: ShareRow, { recipients, colleagues }: Changes): Promise<Meant[] | undefined> {
  if (recipients === undefined && colleagues === undefined) return undefined;
  const before = (await recipientsOf(ctx.db, { ids: JSON.stringify([share.id]) })).filter(
    (row) => row.by_domain === 0 && row.revoked_at === 0,
  );
  const isOutside = ({ kind }: { kind: string }): boolean => kind === 'mail' || kind === 'domain';
  const given = await meantOf(ctx, { recipients, colleagues });
  const kept = before.filter((row) => (isOutside(row) ? recipients === undefined : colleagues === undefined));
  return [...given, ...kept];
}

/** What visitors may do after the changes. */
const letsAfter = (share: ShareRow, input: Changes) =>
  lettingOnly({
    bits: bitsOf({
      ...allowedBy(share.bits),
      ...Object.fromEntries(keys.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]]))),
    }),
    only_upload: flag(input.onlyUpload, share.only_upload),
    watermark: flag(input.watermark, share.watermark),
    download_limit: input.downloadLimit ?? share.download_limit,
    print_limit: input.printLimit ?? share.print_limit,
  });

/** Changes a share; what is left out stays. More may be allowed only as far as the caller may now do it. */
export async function changeShare(asking: Ctx, input: Changes) {
  const password = input.password ? await hashPassword(input.password) : input.password;
  return inTransaction(asking, async (ctx) => {
    const share = await needOwnShare(ctx, input.id);
    if (input.name !== undefined && input.name !== share.name) await judgeName(ctx, input.name);
    const lets = letsAfter(share, input);
    const more = lets.bits & ~share.bits;
    const ids = (await itemsOfShares(ctx.db, { ids: JSON.stringify([share.id]) })).map((row) => String(row.item_id));
    if (more !== 0) await needShareable(ctx, ids, lets.bits);
    const deadline = deadlineOf(input.deadline, ctx.now);
    const meant = await meantAfter(ctx, share, input);
    const after: ShareRow = {
      ...share,
      name: input.name ?? share.name,
      name_key: nameKey(input.name ?? share.name),
      ...lets,
      deadline: deadline === undefined ? share.deadline : deadline,
      password_hash: password ?? share.password_hash,
      password_at: password === undefined ? share.password_at : ctx.now,
      notice: flag(input.notice, share.notice),
    };
    await needStillWithin(ctx, after, meant);
    const { id } = after;
    await updateShare(ctx.db, id, columnsOf(after));
    const opened = input.recipients?.length === 0 && input.colleagues?.length === 0;
    if (meant !== undefined) await sayOffered(ctx, { id, name: after.name }, await replaceRecipients(ctx, id, { meant, opened }));
    await ctx.say('share.updated', { objId: id, objName: after.name, ...changedFields(factsOf(share), factsOf(after)) });
    return {};
  });
}

/** Only what an owner changes: counters may have gone on. */
const columnsOf = (row: ShareRow) => ({
  name: row.name,
  name_key: row.name_key,
  bits: row.bits,
  deadline: row.deadline,
  password_hash: row.password_hash,
  password_at: row.password_at,
  only_upload: row.only_upload,
  watermark: row.watermark,
  notice: row.notice,
  download_limit: row.download_limit,
  print_limit: row.print_limit,
});

async function needStillWithin(ctx: Ctx, share: ShareRow, meant: readonly { kind: string }[] | undefined): Promise<void> {
  const recipients = meant ?? (await recipientsOf(ctx.db, { ids: JSON.stringify([share.id]) }));
  await needWithinRules(ctx, { deadline: share.deadline, hasPassword: share.password_hash !== '', recipients });
}

/** Closes a share of the caller's own. */
export async function closeShare(ctx: Ctx, { id }: { id: string }) {
  return close(ctx, await needOwnShare(ctx, id), 0);
}

/** Closes a share of somebody else, for good as far as they are concerned. */
export async function closeOtherShare(ctx: Ctx, { id }: { id: string }) {
  return close(ctx, await needShareHere(ctx, id), ctx.user.id);
}

async function close(ctx: Ctx, share: ShareRow, closedBy: number) {
  await updateShare(ctx.db, share.id, { closed_at: ctx.now, closed_by: closedBy });
  await ctx.say('share.closed', { objId: share.id, objName: share.name });
  return {};
}

/** Opens a closed share again; one that an administrator closed only an administrator opens. */
export async function reopenShare(ctx: Ctx, { id }: { id: string }) {
  const share = await needOwnShare(ctx, id);
  const byOffice = share.closed_by !== 0 && share.closed_by !== ctx.user.id;
  if (byOffice && !ctx.user.office.deeds.has('shares.edit')) throw new Refusal(codes.shareNotAllowed);
  await needStillWithin(ctx, share, undefined);
  await updateShare(ctx.db, share.id, { closed_at: 0, closed_by: 0 });
  await ctx.say('share.updated', {
    objId: share.id,
    objName: share.name,
    before: { status: stateOf(share, ctx.now) },
    after: { status: 'enabled' },
  });
  return {};
}

/** Gives a share another end. */
export async function extendShare(ctx: Ctx, input: ParsedOf<typeof shares.extend>) {
  const share = await needOwnShare(ctx, input.id);
  const deadline = deadlineOf(input.deadline, ctx.now) ?? null;
  const after = { ...share, deadline };
  await needStillWithin(ctx, after, undefined);
  await updateShare(ctx.db, share.id, { deadline });
  await ctx.say('share.updated', { objId: share.id, objName: share.name, ...changedFields(factsOf(share), factsOf(after)) });
  return {};
}
