import { codes } from '@dossier/contract/codes';
import type { organisations, RelatedOrganisation } from '@dossier/contract/organisations';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { dropRelations, idsRelated, putRelation, relatedTo } from './brand-queries.ts';
import { needOrganisation } from './organisation-rows.ts';
import { organisationNames } from './organisation-queries.ts';
import { sayOrganisation } from './say-organisation.ts';

async function relationsOf(ctx: Ctx, id: number): Promise<RelatedOrganisation[]> {
  const rows = await relatedTo(ctx.db, id);
  return rows.map((row) => ({ id: String(row.id), name: row.name, guests: row.guests === 1, related: row.related === 1 }));
}

/** With which others an organisation works, for the site's administrators. */
export async function listRelations(ctx: Ctx, input: { id: string }): Promise<RelatedOrganisation[]> {
  return relationsOf(ctx, (await needOrganisation(ctx.db, input.id)).id);
}

/** With which others the organisation works that the caller works in. Their names alone: nothing else crosses. */
export const listRelated = (ctx: Ctx): Promise<RelatedOrganisation[]> => relationsOf(ctx, ctx.user.organisationId);

/** Says with exactly which others an organisation works. */
export async function setRelations(ctx: Ctx, input: ParsedOf<typeof organisations.setRelations>): Promise<Record<string, never>> {
  const organisation = await needOrganisation(ctx.db, input.id);
  const others = [...new Set(input.otherIds.map(Number))];
  const names = await organisationNames(ctx.db, others);
  if (names.size < others.length || others.includes(organisation.id)) throw new Refusal(codes.organisationMissing);
  const before = new Set(await idsRelated(ctx.db, organisation.id));
  await dropRelations(ctx.db, organisation.id);
  for (const other of others) await putRelation(ctx.db, organisation.id, other);
  const after = { relations: [...names.values()].join(', ') };
  await sayOrganisation(ctx, 'organisation.updated', {
    objId: organisation.id,
    objName: organisation.name,
    changed: ['relations'],
    after,
  });
  for (const other of before.symmetricDifference(new Set(others))) await sayOther(ctx, other);
  return {};
}

/** Says to the other organisation with whom it works now: with its own names, as with whom else the first one works is not its to know. */
async function sayOther(ctx: Ctx, id: number): Promise<void> {
  const name = (await organisationNames(ctx.db, [id])).get(id) ?? '';
  const related = (await relatedTo(ctx.db, id)).filter((row) => row.related === 1);
  const after = { relations: related.map((row) => row.name).join(', ') };
  await ctx.say('organisation.updated', { objId: id, objName: name, spaceId: id, changed: ['relations'], after });
}
