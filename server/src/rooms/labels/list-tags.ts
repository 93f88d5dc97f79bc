import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { tagKinds, type TagKind, type TagMark } from '@dossier/contract/tag-mark';
import type { tags } from '@dossier/contract/tags';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { branchFor } from '../circles/within.ts';
import { needItems } from '../library/need-items.ts';
import { accessOf } from '../permissions/access.ts';
import { lastUsed, marksOn, pageOfTags, tagsOf } from './tag-queries.ts';
import { knownTags, markOf } from './tag-sight.ts';

/** All tags that the caller may use; with items, on how many of them each is. */
export async function listTags(ctx: Ctx, { objIds = [] }: ParsedOf<typeof tags.list>): Promise<OutputOf<typeof tags.list>> {
  const held = objIds.length === 0 ? [] : await needItems(ctx, right.visible, [...new Set(objIds)]);
  const rows = await tagsOf(ctx.db, knownTags(ctx));
  const ids = JSON.stringify(held.map(({ item }) => item.id));
  const marks = held.length === 0 ? [] : await marksOn(ctx.db, { ...knownTags(ctx), ids, hidden: 1 });
  const on = Map.groupBy(marks, (mark) => mark.id);
  const place = (kind: string): number => tagKinds.indexOf(kind as TagKind);
  return rows
    .toSorted((a, b) => place(a.kind) - place(b.kind))
    .map((row) => ({
      ...markOf(row),
      listed: row.listed === 1,
      ...(row.kind === 'department' && { departmentName: row.department_name ?? '' }),
      ...(held.length > 0 && { on: on.get(row.id)?.length ?? 0 }),
    }));
}

/** The tags that the caller keeps for others. */
export async function listSharedTags(
  ctx: Ctx,
  { pageNo, pageSize, keyword = '' }: ParsedOf<typeof tags.office>,
): Promise<OutputOf<typeof tags.office>> {
  const branch = branchFor(ctx, 'tags.edit');
  const asked = {
    organisation: ctx.user.organisationId,
    owners: branch === undefined ? undefined : JSON.stringify([...branch]),
    keyword: keyword.trim(),
  };
  const { rows, total } = await pageOfTags(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = rows.map((row) => ({
    ...markOf(row),
    listed: row.listed === 1,
    ...(row.kind === 'department' && { departmentId: String(row.owner_id), departmentName: row.department_name ?? '' }),
    uses: row.uses,
    updateTime: isoTime(row.updated_at),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Counts stop here. */
const most = 1000;

/** The tags that were used last, each with how many items bear it that the caller sees; those on nothing that is seen are left out. */
export async function tagsInUse(ctx: Ctx, limit: number): Promise<(TagMark & { count: number })[]> {
  const access = await accessOf(ctx);
  const rows = await lastUsed(ctx.house.database.long, { ...knownTags(ctx), acls: access.visible, limit: limit * 3, most });
  return rows
    .filter((row) => row.n > 0)
    .slice(0, limit)
    .map((row) => ({ ...markOf(row), count: row.n }));
}
