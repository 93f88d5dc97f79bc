import type { ReceivedShare } from '@dossier/contract/share-shapes';
import type { shares } from '@dossier/contract/shares';
import type { Paged } from '@dossier/contract/page';
import { objType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameKey } from '../../ground/text/names.ts';
import { personNames } from '../people/person-names.ts';
import { givenItems } from './given-items.ts';
import type { ShareRow } from './queries.ts';
import { receivedShares } from './recipient-queries.ts';
import { tokenKey, tokenOf } from './token.ts';

async function page(
  ctx: Ctx,
  asked: { keyword: string; limit: number; offset: number },
): Promise<{ list: ReceivedShare[]; total: number }> {
  const { principals, organisationId: space } = ctx.user;
  const { rows, total } = await receivedShares(ctx.db, {
    person: ctx.user.id,
    organisation: principals.organisationId,
    groups: JSON.stringify(principals.groups),
    departments: JSON.stringify(principals.departments),
    space,
    now: ctx.now,
    ...asked,
  });
  return { list: await show(ctx, rows), total };
}

async function show(ctx: Ctx, rows: readonly ShareRow[]): Promise<ReceivedShare[]> {
  const key = await tokenKey(ctx.house);
  const giver = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  const items = await givenItems(ctx, rows);
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    giverName: giver(row.person_id),
    createTime: isoTime(row.created_at),
    deadline: row.deadline === null ? undefined : isoTime(row.deadline),
    token: tokenOf(key, row.id),
    items: (items.get(row.id) ?? []).map(({ name, kind, ext }) => ({
      name,
      objType: kind,
      ext: kind === objType.document ? ext : undefined,
    })),
  }));
}

/** What colleagues shared with the caller, newest first. */
export async function listReceived(ctx: Ctx, input: ParsedOf<typeof shares.received>): Promise<Paged<ReceivedShare>> {
  const { pageNo, pageSize } = input;
  const asked = { keyword: nameKey((input.keyword ?? '').trim()), limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { list, total } = await page(ctx, asked);
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The newest of it, for the start page. */
export async function newestReceived(ctx: Ctx, { pageSize }: ParsedOf<typeof shares.innerShare>): Promise<{ list: ReceivedShare[] }> {
  const { list } = await page(ctx, { keyword: '', limit: pageSize, offset: 0 });
  return { list };
}
