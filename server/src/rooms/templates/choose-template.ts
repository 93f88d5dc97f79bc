import { type GranteeType, reaches } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { templates } from '@dossier/contract/templates';
import type { Ctx } from '../../ground/ctx.ts';
import { maxNameBytes } from '../../ground/text/names.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { deepest, usualOrder } from '../library/create-folder.ts';
import { foreseePlan } from '../library/foresee-plan.ts';
import type { JudgedRight } from '../library/plan-rights.ts';
import { planOf } from './plan-of.ts';
import { enabledTemplates } from './queries.ts';

/** What a folder can be made from. */
export async function listChoices(ctx: Ctx): Promise<OutputOf<typeof templates.choices>> {
  const rows = await enabledTemplates(ctx.db, ctx.user.organisationId);
  // what an organisation writes down for its own is not for guests
  const forGuest = isPlainGuest(ctx.user);
  return rows.map((row) => ({ ...row, id: String(row.id), description: forGuest ? '' : row.description }));
}

/** What the organisation says of new folders. */
export async function showDefinition(ctx: Ctx): Promise<OutputOf<typeof templates.definition>> {
  const choices = await enabledTemplates(ctx.db, ctx.user.organisationId);
  return { nameBytes: maxNameBytes, levels: deepest - 1, sortNumber: usualOrder, templates: choices.length };
}

/** How many of each kind get a right, whoever they are. */
function countKinds(rights: readonly JudgedRight[]): { granteeType: GranteeType; number: number }[] {
  const getting = rights.flatMap(({ planned, grant }) => (grant === undefined || grant.level === 0 ? [] : [planned]));
  return [...Map.groupBy(getting, (one) => one.granteeType)].map(([granteeType, some]) => ({
    granteeType,
    number: new Set(some.map((one) => one.granteeId)).size,
  }));
}

/** Who would get rights by a template in a place. */
export async function forecastTemplate(
  ctx: Ctx,
  { id, parentId }: ParsedOf<typeof templates.forecast>,
): Promise<OutputOf<typeof templates.forecast>> {
  const { seen, folders } = await foreseePlan(ctx, parentId, () => planOf(ctx, Number(id)));
  const list = folders.map(({ folder, path, rights, unnamed }) => ({
    path,
    inherit: folder.inherits,
    ...(unnamed.length > 0 && { others: countKinds(unnamed) }),
    rights: rights.map(({ planned, name, state, grant }) => {
      const handOn = grant === undefined ? planned.handOn : grant.handOn;
      return {
        granteeType: planned.granteeType,
        granteeId: String(planned.granteeId),
        granteeName: name,
        level: grant?.level ?? planned.level,
        ...(handOn !== null && { handOn }),
        reach: reaches[planned.reach] ?? ('all' as const),
        state,
        ...(grant?.deadline != null && { deadline: isoTime(grant.deadline) }),
      };
    }),
  }));
  return { seen, list };
}
