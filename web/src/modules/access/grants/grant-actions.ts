import { type Grant, permissions } from '@dossier/contract/access/permissions';
import type { Reach } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { inBatches } from '../../../platform/batches.ts';
import { call } from '../../../platform/call.ts';
import { invalidateRoutes } from '../../../platform/query.ts';

/** What is given: to whom stands in the grant itself. */
export interface GrantTerms {
  level: number;
  /** The most that may be handed on; undefined without a ceiling. */
  handOn: number | undefined;
  reach: Reach;
  deadline: string | undefined;
}

/** Rights decide what every list shows. */
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

/** Gives a level; the same grantee and reach again replaces what was given. Answers whether all were done: less has been told. */
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

/** Changes a grant; another reach is another grant, so the old one is taken back after it. */
export async function change(objId: string, grant: Grant, terms: GrantTerms): Promise<void> {
  await give([objId], { type: grant.granteeType, id: grant.granteeId }, terms);
  if (terms.reach !== grant.reach) await takeBack(objId, grant);
}

export async function takeBack(objId: string, grant: Grant): Promise<void> {
  await call(permissions.revoke, { objId, id: grant.id });
  await refreshRights();
}
