import type { reviews } from '@dossier/contract/reviews';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { personNames } from '../people/person-names.ts';
import { accessOf } from '../permissions/access.ts';
import { countStates, lastReviews, pageOfStates } from './review-state-queries.ts';

/** Cabinets by when their rights are to be looked through; what is hidden is told as numbers, to whom may know of all. */
export async function listStates(ctx: Ctx, input: ParsedOf<typeof reviews.states>): Promise<OutputOf<typeof reviews.states>> {
  const { scope, pageNo, pageSize } = input;
  const { organisationId } = ctx.user;
  if (scope === 'all') await needDeed(ctx, 'rights.see');
  const access = await accessOf(ctx);
  const acls = scope === 'all' ? access.visible : JSON.stringify(access.idsWith(right.manage));
  const { rows, total } = await pageOfStates(ctx.db, { organisationId, acls }, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const ids = rows.map((row) => row.id);
  const last = new Map((await lastReviews(ctx.db, ids)).map((row) => [row.item_id, row]));
  const nameOf = await personNames(
    ctx,
    rows.flatMap((row) => [row.owner_id, last.get(row.id)?.closer_id ?? 0]),
  );
  const list = rows.map((row) => {
    const done = last.get(row.id);
    return {
      objId: String(row.id),
      objName: row.name,
      objType: objType.cabinet,
      moduleType: row.area,
      ownerName: nameOf(row.owner_id),
      months: row.months ?? 0,
      nextAt: row.next_at === null ? undefined : isoTime(row.next_at),
      overdue: row.next_at !== null && row.next_at <= ctx.now,
      openId: row.open_id === null ? undefined : String(row.open_id),
      lastAt: done === undefined ? undefined : isoTime(done.closed_at),
      lastBy: done === undefined ? undefined : nameOf(done.closer_id),
      manages: (access.bits(row.acl_id) & right.manage) !== 0,
    };
  });
  const page = { list, pageNo, pageSize, totalNumber: total };
  if (scope !== 'all') return page;
  const every = await countStates(ctx.db, organisationId, { now: ctx.now });
  const seen = await countStates(ctx.db, organisationId, { acls, now: ctx.now });
  return { ...page, hidden: every.all - seen.all, hiddenOverdue: every.overdue - seen.overdue };
}
