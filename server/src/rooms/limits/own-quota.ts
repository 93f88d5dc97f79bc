import type { limits } from '@dossier/contract/limits';
import type { OutputOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { quotasOfPlace } from './queries.ts';

/** What is used of the own area and of the space, where they are limited. */
export async function showOwnQuota(ctx: Ctx): Promise<OutputOf<typeof limits.ownQuota>> {
  const rows = await quotasOfPlace(ctx.db, { space: ctx.user.organisationId, person: ctx.user.id });
  const of = (kind: string) => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? undefined : { used: row.used, most: row.most };
  };
  return { person: of('person'), space: of('space') };
}
