import { type Grant, permissions } from '@dossier/contract/access/permissions';
import type { Reach } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { inBatches } from '../../../platform/batches.ts';
import { call } from '../../../platform/call.ts';
import { invalidateRoutes } from '../../../platform/query.ts';

/** The terms of a grant, without its principal. */
export interface GrantTerms {
  level: number;
  /** The grantable permissions; undefined for no limit. */
  handOn: number | undefined;
  reach: Reach;
  deadline: string | undefined;
}

/** Rights change what every list shows. */
export function refreshRights(): Promise<void> {
  return invalidateRoutes(
    permissions.list,
    permissions.explain,
    permissions.copyPreview,
    permissions.reachedBy,
    permissions.reachOf,
    permissions.ending,
    library.items,
    library.cabinets,
    library.tree,
    library.cabinetDetail,
    library.folderDetail,
    library.documentDetail,
  );
}

/**
 * Grants a level; the same principal and scope again replaces the grant. Returns whether every item succeeded; failures have been reported.
 */
export async function give(objIds: string[], grantee: { type: Grant['granteeType']; id: string }, terms: GrantTerms): Promise<boolean> {
  const { level, handOn, reach, deadline } = terms;
  const { done } = await inBatches(objIds, (batch) =>
    call(permissions.grant, {
      objId: batch,
      granteeType: grantee.type,
      granteeId: grantee.id,
      level,
      reach,
      ...(handOn !== undefined && { handOn }),
      ...(deadline !== undefined && { deadline }),
    }),
  );
  await refreshRights();
  return done === objIds.length;
}

/** Changes a grant; another scope is a separate grant, so the old one is removed after it. */
export async function change(objId: string, grant: Grant, terms: GrantTerms): Promise<void> {
  await give([objId], { type: grant.granteeType, id: grant.granteeId }, terms);
  if (terms.reach !== grant.reach) await takeBack(objId, grant);
}

export async function takeBack(objId: string, grant: Grant): Promise<void> {
  await call(permissions.revoke, { objId, id: grant.id });
  await refreshRights();
}
