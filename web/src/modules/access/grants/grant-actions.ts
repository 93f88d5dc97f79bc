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

type Grantee = { type: Grant['granteeType']; id: string };

/**
 * Grants a level; the same principal and scope again replaces the grant. Returns whether every item succeeded; failures have been reported.
 */
export async function give(objIds: string[], grantee: Grantee, terms: GrantTerms): Promise<boolean> {
  const isGiven = await grantTo(objIds, grantee, terms);
  await refreshRights();
  return isGiven;
}

/** Grants a level to one after the other, up to the first that fails; returns those who have it. */
export async function giveEach<G extends Grantee>(objIds: string[], grantees: readonly G[], terms: GrantTerms): Promise<G[]> {
  const given: G[] = [];
  try {
    for (const grantee of grantees) {
      if (!(await grantTo(objIds, grantee, terms))) break;
      given.push(grantee);
    }
  } catch {
    // the refusal has been shown
  }
  await refreshRights();
  return given;
}

async function grantTo(objIds: string[], grantee: Grantee, { level, handOn, reach, deadline }: GrantTerms): Promise<boolean> {
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
