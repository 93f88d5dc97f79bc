import type { permissions } from '@dossier/contract/access/permissions';
import { type GranteeType, objType, reaches, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { principalNames } from '../../identity/principals.ts';
import { personNames } from '../../identity/users.ts';
import { accessOf } from '../effective-rights.ts';
import { findVisibleItems } from '../require-items.ts';
import { visiblePaths } from '../visible-items.ts';
import { type EndingGrantsFilter, countAllEnding, countEnding, pageOfEnding } from './ending-grants.queries.ts';
import { requirePermission } from '../../identity/require-permission.ts';

const day = 24 * 3600_000;

/** Grants that end within some days, on items that the caller sees. Hidden ones are only counted, for auditors. */
export async function listEnding(ctx: Context, input: ParsedOf<typeof permissions.ending>): Promise<OutputOf<typeof permissions.ending>> {
  const { scope, days, pageNo, pageSize } = input;
  const { organisationId, principals } = ctx.user;
  if (scope === 'all') await requirePermission(ctx, 'rights.see');
  const access = await accessOf(ctx);
  const filter: EndingGrantsFilter = {
    organisationId,
    after: ctx.now,
    until: ctx.now + days * day,
    acls: scope === 'managed' ? JSON.stringify(access.idsWith(right.manage)) : access.visible,
    to: scope === 'mine' ? principals : undefined,
  };
  const totalNumber = await countEnding(ctx.db, filter);
  const rows = await pageOfEnding(ctx.db, filter, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const hidden = scope === 'all' ? (await countAllEnding(ctx.db, filter)) - totalNumber : undefined;
  return { list: await shownGrants(ctx, rows), pageNo, pageSize, totalNumber, hidden };
}

async function shownGrants(
  ctx: Context,
  rows: Awaited<ReturnType<typeof pageOfEnding>>,
): Promise<OutputOf<typeof permissions.ending>['list']> {
  const items = await findVisibleItems(ctx, [...new Set(rows.map((row) => row.root_id))]);
  const byId = new Map(items.map((authorised) => [authorised.item.id, authorised]));
  const paths = await visiblePaths(ctx, items);
  const giverOf = await personNames(
    ctx,
    rows.map((row) => row.creator_id),
  );
  const granteeOf = await principalNames(
    ctx,
    rows.map((row) => ({ type: row.principal_type as GranteeType, id: row.principal_id })),
  );
  return rows.flatMap((row) => {
    const authorised = byId.get(row.root_id);
    if (authorised === undefined) return [];
    const { item, bits } = authorised;
    const granteeType = row.principal_type as GranteeType;
    return {
      id: String(row.id),
      objId: String(item.id),
      objName: item.name,
      objType: item.kind,
      moduleType: item.area,
      ext: item.kind === objType.document ? item.ext : undefined,
      path: (paths.get(item.id) ?? []).join('/'),
      granteeType,
      granteeId: String(row.principal_id),
      granteeName: granteeOf(granteeType, row.principal_id),
      level: row.level,
      handOn: row.grantable_permissions ?? undefined,
      reach: reaches[row.inheritance_scope] ?? 'all',
      deadline: isoTime(row.deadline ?? 0),
      givenBy: giverOf(row.creator_id),
      givenAt: isoTime(row.created_at),
      manages: (bits & right.manage) !== 0,
    };
  });
}
