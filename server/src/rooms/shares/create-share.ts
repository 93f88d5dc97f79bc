import type { shares } from '@dossier/contract/shares';
import { usualDays } from '@dossier/contract/share-shapes';
import type { ParsedOf } from '@dossier/contract/route';
import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { nameKey } from '../../ground/text/names.ts';
import { hashPassword } from '../people/password.ts';
import { judgeName } from '../screening/judge-name.ts';
import { needSiteOrigin } from '../site/site-origin.ts';
import { insertShare, insertShareItems } from './queries.ts';
import { addRecipients, meantOf, sayOffered } from './recipients.ts';
import { needWithinRules, showRules } from './share-rules.ts';
import { bitsOf, deadlineOf, lettingOnly, needShareable } from './terms.ts';
import { hashOfToken, linkTo, tokenKey, tokenOf } from './token.ts';

type Wanted = ParsedOf<typeof shares.create>;

const day = 86_400_000;
const flag = (value: boolean | undefined): number => (value === true ? 1 : 0);

/** When it ends where nothing is said: after a week, or before that where shares may not be valid so long. */
async function usualEnd(ctx: Ctx): Promise<number> {
  const { longestDays } = await showRules(ctx);
  return ctx.now + Math.min(usualDays, longestDays || usualDays) * day;
}

async function needOfferable(ctx: Ctx, { objIds, name }: Wanted, bits: number) {
  const held = await needShareable(ctx, objIds, bits);
  if (name !== undefined) await judgeName(ctx, name);
  return held;
}

/** Shares items by a link. The password is hashed before anything is written. */
export async function createShare(asking: Ctx, input: Wanted) {
  const key = await tokenKey(asking.house);
  const origin = await needSiteOrigin(asking);
  const password = input.password ? await hashPassword(input.password) : '';
  return inTransaction(asking, async (ctx) => {
    const lets = lettingOnly({
      bits: bitsOf({ ...input, allowUpload: input.allowUpload === true, allowEdit: input.allowEdit === true }),
      only_upload: flag(input.onlyUpload),
      watermark: flag(input.watermark),
      download_limit: input.downloadLimit ?? 0,
      print_limit: input.printLimit ?? 0,
    });
    const held = await needOfferable(ctx, input, lets.bits);
    const deadline = deadlineOf(input.deadline, ctx.now);
    const ends = deadline === undefined ? await usualEnd(ctx) : deadline;
    const meant = await meantOf(ctx, input);
    await needWithinRules(ctx, { deadline: ends, hasPassword: password !== '', recipients: meant });
    const id = newId();
    const token = tokenOf(key, id);
    const name = input.name ?? held[0]?.item.name ?? '';
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
      held.map(({ item }, place) => ({ share_id: id, item_id: item.id, place })),
    );
    await addRecipients(ctx, id, meant);
    await ctx.say('share.created', { objId: id, objName: name, documents: held.length });
    await sayOffered(ctx, { id, name }, meant);
    await sayItems(
      ctx,
      { id, name },
      held.map(({ item }) => item),
    );
    return { id: String(id), token, url: linkTo(origin, token) };
  });
}

/** Each item's own log tells that it was shared. */
async function sayItems(
  ctx: Ctx,
  share: { id: number; name: string },
  items: readonly { id: number; name: string; kind: number }[],
): Promise<void> {
  for (const item of items)
    await ctx.say(item.kind === objType.document ? 'document.shared' : 'folder.shared', {
      objId: item.id,
      objName: item.name,
      after: { share: share.name },
    });
}
