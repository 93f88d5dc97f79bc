import type { permissions } from '@dossier/contract/permissions';
import { type GranteeType, objType, reaches, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { personNames } from '../people/person-names.ts';
import { accessOf } from '../permissions/access.ts';
import { findVisible } from './need-items.ts';
import { countAllEnding, countEnding, type EndingAsked, pageOfEnding } from './rights-ending-queries.ts';
import { visibleWays } from './visible-ways.ts';

const day = 24 * 3600_000;

/** Rights that end within some days, on what the caller sees. What is hidden is told as a number, to whom may know of all. */
export async function listEnding(ctx: Ctx, input: ParsedOf<typeof permissions.ending>): Promise<OutputOf<typeof permissions.ending>> {
  const { scope, days, pageNo, pageSize } = input;
  const { organisationId, principals } = ctx.user;
  if (scope === 'all') await needDeed(ctx, 'rights.see');
  const access = await accessOf(ctx);
  const asked: EndingAsked = {
    organisationId,
    after: ctx.now,
    until: ctx.now + days * day,
    acls: scope === 'managed' ? JSON.stringify(access.idsWith(right.manage)) : access.visible,
    to: scope === 'mine' ? principals : undefined,
  };
  const totalNumber = await countEnding(ctx.db, asked);
  const rows = await pageOfEnding(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const hidden = scope === 'all' ? (await countAllEnding(ctx.db, asked)) - totalNumber : undefined;
  return { list: await shown(ctx, rows), pageNo, pageSize, totalNumber, hidden };
}

async function shown(ctx: Ctx, rows: Awaited<ReturnType<typeof pageOfEnding>>): Promise<OutputOf<typeof permissions.ending>['list']> {
  const items = await findVisible(ctx, [...new Set(rows.map((row) => row.root_id))]);
  const byId = new Map(items.map((held) => [held.item.id, held]));
  const ways = await visibleWays(ctx, items);
  const giverOf = await personNames(
    ctx,
    rows.map((row) => row.creator_id),
  );
  const granteeOf = await granteeNames(
    ctx,
    rows.map((row) => ({ type: row.grantee_type as GranteeType, id: row.grantee_id })),
  );
  return rows.flatMap((row) => {
    const held = byId.get(row.root_id);
    if (held === undefined) return [];
    const { item, bits } = held;
    const granteeType = row.grantee_type as GranteeType;
    return {
      id: String(row.id),
      objId: String(item.id),
      objName: item.name,
      objType: item.kind,
      moduleType: item.area,
      ext: item.kind === objType.document ? item.ext : undefined,
      path: (ways.get(item.id) ?? []).join('/'),
      granteeType,
      granteeId: String(row.grantee_id),
      granteeName: granteeOf(granteeType, row.grantee_id),
      level: row.level,
      handOn: row.hand_on ?? undefined,
      reach: reaches[row.reach] ?? 'all',
      deadline: isoTime(row.deadline ?? 0),
      givenBy: giverOf(row.creator_id),
      givenAt: isoTime(row.created_at),
      manages: (bits & right.manage) !== 0,
    };
  });
}
