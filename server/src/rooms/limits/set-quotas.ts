import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import type { QuotaKind } from '../../ground/db/over-quota.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { settingsOf } from '../site/settings.ts';
import { dropQuota, ownDefault, putQuota } from './queries.ts';
import { markOf, sayNear } from './near.ts';

/** A limit as it is asked for: none where `most` is empty. */
interface Wanted {
  kind: QuotaKind;
  holderId: number;
  most: number | '';
}

/** Sets or takes away a limit. One that is below what stands keeps nothing from being read or deleted. */
export async function setQuota(ctx: Ctx, { kind, holderId, most }: Wanted): Promise<void> {
  if (most === '') await dropQuota(ctx.db, kind, holderId);
  else {
    const row = await putQuota(ctx.db, { kind, holderId, most });
    if (markOf(row) > 0) await sayNear(ctx.db, row, ctx.now);
  }
  await bumpVersion(ctx.db, 'site');
}

/** What new people of an organisation start with: what the organisation says, or else the site; 0: no limit. */
export async function defaultOf(db: Db, organisationId: number): Promise<{ own: number | undefined; site: number }> {
  const [own, { person }] = [await ownDefault(db, organisationId), await settingsOf(db, 'quotas')];
  return { own, site: person };
}

/** Gives a new person the limit that new people get. */
export async function startQuota(db: Db, { id, organisationId }: { id: number; organisationId: number }): Promise<void> {
  const { own, site } = await defaultOf(db, organisationId);
  const most = own ?? site;
  if (most === 0) return;
  await putQuota(db, { kind: 'person', holderId: id, most });
  await bumpVersion(db, 'site');
}

/** Gives a new organisation the limit that new organisations get. */
export async function startSpaceQuota(db: Db, id: number): Promise<void> {
  const { organisation: most } = await settingsOf(db, 'quotas');
  if (most === 0) return;
  await putQuota(db, { kind: 'space', holderId: id, most });
  await bumpVersion(db, 'site');
}
