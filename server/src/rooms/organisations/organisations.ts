import { codes } from '@dossier/contract/codes';
import type { Organisation } from '@dossier/contract/organisations';
import type { people } from '@dossier/contract/people';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { changedFields } from '../../ground/changed-fields.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { spaceQuotas } from '../limits/known-quotas.ts';
import { setQuota } from '../limits/set-quotas.ts';
import { brandOf, keepLogo } from './brands.ts';
import {
  findOrganisation,
  firstOrganisation,
  pageOfOrganisations,
  updateOrganisationRow,
  usageOfOrganisations,
} from './organisation-queries.ts';
import { sayOrganisation } from './say-organisation.ts';

/** The organisations of the site with what is in each. */
export async function listOrganisations(ctx: Ctx, input: ParsedOf<typeof people.organisations>): Promise<Paged<Organisation>> {
  const { pageNo, pageSize, keyword } = input;
  const { rows, total, first } = await pageOfOrganisations(ctx.db, { keyword, limit: pageSize, offset: (pageNo - 1) * pageSize });
  const usage = new Map((await usageOfOrganisations(ctx.house.database.long)).map((row) => [row.organisation_id, row]));
  const quotas = await spaceQuotas(ctx.db);
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    first: row.id === first,
    enabled: row.enabled === 1,
    expires: row.expires_at === 0 ? undefined : isoTime(row.expires_at),
    expired: row.expires_at !== 0 && row.expires_at <= ctx.now,
    createTime: isoTime(row.created_at),
    people: row.people ?? 0,
    guests: row.guests ?? 0,
    documents: usage.get(row.id)?.documents ?? 0,
    bytes: usage.get(row.id)?.bytes ?? 0,
    quota: quotas.get(row.id),
    ...brandOf(ctx.house, ctx.user, row),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

const fields = ['name', 'description', 'enabled', 'expires', 'quota', 'title', 'accent', 'logo'] as const;

/** Renames an organisation, says what it is, opens or closes it. The first one, from which the site is administrated, stays open. */
export async function updateOrganisation(ctx: Ctx, input: ParsedOf<typeof people.updateOrganisation>) {
  const found = await findOrganisation(ctx.db, Number(input.id));
  if (found === undefined) throw new Refusal(codes.organisationMissing);
  const closes = input.enabled === false || (input.expires !== undefined && input.expires !== '');
  if (closes && found.id === (await firstOrganisation(ctx.db))?.id) throw new Refusal(codes.illegalOperation);
  const named = input.name === undefined ? undefined : nameColumns(input.name);
  const changes = {
    ...(named === undefined ? {} : { name: named.name, name_key: named.name_key }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.enabled === undefined ? {} : { enabled: input.enabled ? 1 : 0 }),
    ...(input.title === undefined ? {} : { title: input.title }),
    ...(input.accent === undefined ? {} : { accent: input.accent.toLowerCase() }),
    ...(input.expires === undefined ? {} : { expires_at: soundExpiry(ctx, input.expires) }),
  };
  const changed = fields.filter((field) => input[field] !== undefined);
  if (changed.length === 0) return {};
  if (input.quota !== undefined) await setQuota(ctx, { kind: 'space', holderId: found.id, most: input.quota });
  if (input.logo !== undefined) await keepLogo(ctx.db, found.id, undefined);
  if (Object.keys(changes).length > 0) await refuseTaken(updateOrganisationRow(ctx.db, found.id, changes));
  await bumpVersion(ctx.db, 'people');
  const event = input.enabled === false && found.enabled === 1 ? 'organisation.disabled' : 'organisation.updated';
  await sayOrganisation(ctx, event, {
    objId: found.id,
    objName: named?.name ?? found.name,
    changed,
    ...changedFields(organisationFacts(found), organisationFacts({ ...found, ...changes })),
  });
  return {};
}

/** What the log keeps of an organisation. */
const organisationFacts = (row: { name: string; description: string; enabled: number; expires_at: number }) => ({
  name: row.name,
  description: row.description,
  enabled: row.enabled === 1,
  expires: row.expires_at === 0 ? '' : isoTime(row.expires_at),
});

/** Milliseconds, 0 for never; a time that is over would close the organisation by accident. */
export function soundExpiry(ctx: Ctx, given: string | undefined): number {
  if (given === undefined || given === '') return 0;
  const at = Date.parse(given);
  if (at <= ctx.now) throw new Refusal(codes.deadlinePassed);
  return at;
}

/** Refuses a name that another organisation has, with its own code. */
export async function refuseTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.organisationNameExists);
    throw error;
  }
}
