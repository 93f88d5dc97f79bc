import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Organisation, organisations, RelatedOrganisation } from '@dossier/contract/identity/organisations';
import type { people } from '@dossier/contract/identity/users';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { type objectShape, changedFields } from '../../platform/events/event.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { nameColumns } from '../../platform/text/names.ts';
import { isPlainGuest } from './effective-membership.ts';
import { organisationCreated, organisationDisabled, organisationUpdated, userCreated } from './events.ts';
import { addRoleMember } from './memberships.queries.ts';
import {
  dropRelations,
  findOrganisation,
  firstOrganisation,
  homeOrganisationRows,
  idsRelated,
  organisationNames,
  pageOfOrganisations,
  putRelation,
  relatedTo,
  updateOrganisationRow,
  usageOfOrganisations,
} from './organisations.queries.ts';
import { brandingOf, keepLogo } from './organisations/branding.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';
import { setQuota, spaceQuotas, startSpaceQuota } from './quotas.ts';
import { insertOrganisationWithRoles } from './seed-organisation.ts';
import { addUserAccount, requireLoginName, requireNoForeignMail } from './user-accounts.ts';
import { findPerson } from './users.ts';
import { type Paged } from '@dossier/contract/core/shapes';

/** An organisation; 2101 for none. */
export async function requireOrganisation(db: Db, id: string) {
  const found = await findOrganisation(db, Number(id));
  if (found === undefined) throw new Refusal(codes.organisationMissing);
  return found;
}

/** The own organisations of users, removed ones too; unknown ids are left out. */
export const homeOrganisations = async (db: Db, ids: number[]): Promise<Map<number, number>> =>
  new Map((await homeOrganisationRows(db, JSON.stringify([...new Set(ids)]))).map((row) => [row.id, row.organisation_id]));

/** The organisation from which the site is administrated. */
export const firstOrganisationId = async (db: Db): Promise<number> => (await firstOrganisation(db))?.id ?? 0;

/** Emits an event about an organisation to that organisation and to the caller's: each reads it in its own log. */
export async function emitOrganisation(
  { user, emit }: Pick<Context, 'user' | 'emit'>,
  event: typeof organisationUpdated | typeof organisationDisabled,
  done: Omit<z.output<typeof objectShape>, 'spaceId'>,
): Promise<void> {
  for (const spaceId of new Set([user.organisationId, done.objId])) await emit(event, { ...done, spaceId });
}

/** The organisations of the site with their counts. */
export async function listOrganisations(ctx: Context, input: ParsedOf<typeof people.organisations>): Promise<Paged<Organisation>> {
  const { pageNo, pageSize, keyword } = input;
  const { rows, total, first } = await pageOfOrganisations(ctx.db, { keyword, limit: pageSize, offset: (pageNo - 1) * pageSize });
  const usage = new Map((await usageOfOrganisations(ctx.services.database.long)).map((row) => [row.organisation_id, row]));
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
    ...brandingOf(ctx.services, ctx.user, row),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

const fields = ['name', 'description', 'enabled', 'expires', 'quota', 'title', 'accent', 'logo'] as const;

/** Renames, describes, opens or closes an organisation. The first one, from which the site is administrated, stays open. */
export async function updateOrganisation(ctx: Context, input: ParsedOf<typeof people.updateOrganisation>) {
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
    ...(input.expires === undefined ? {} : { expires_at: requireFutureExpiry(ctx, input.expires) }),
  };
  const changed = fields.filter((field) => input[field] !== undefined);
  if (changed.length === 0) return {};
  if (input.quota !== undefined) await setQuota(ctx, { kind: 'space', holderId: found.id, most: input.quota });
  if (input.logo !== undefined) await keepLogo(ctx.db, found.id, undefined);
  if (Object.keys(changes).length > 0) await refuseTakenOrganisationName(updateOrganisationRow(ctx.db, found.id, changes));
  await bumpVersion(ctx.db, 'people');
  const event = input.enabled === false && found.enabled === 1 ? organisationDisabled : organisationUpdated;
  await emitOrganisation(ctx, event, {
    objId: found.id,
    objName: named?.name ?? found.name,
    changed,
    ...changedFields(organisationFacts(found), organisationFacts({ ...found, ...changes })),
  });
  return {};
}

/** The fields of an organisation for the log. */
const organisationFacts = (row: { name: string; description: string; enabled: number; expires_at: number }) => ({
  name: row.name,
  description: row.description,
  enabled: row.enabled === 1,
  expires: row.expires_at === 0 ? '' : isoTime(row.expires_at),
});

/** Milliseconds, 0 for never; a past time is refused, as it would close the organisation by accident. */
function requireFutureExpiry(ctx: Context, given: string | undefined): number {
  if (given === undefined || given === '') return 0;
  const at = Date.parse(given);
  if (at <= ctx.now) throw new Refusal(codes.deadlinePassed);
  return at;
}

/** Refuses a taken name with the code of organisations. */
async function refuseTakenOrganisationName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.organisationNameExists);
    throw error;
  }
}

/** Creates an organisation with its built-in roles and its first administrator. */
export async function createOrganisation(
  ctx: Context,
  input: ParsedOf<typeof people.createOrganisation>,
): Promise<OutputOf<typeof people.createOrganisation>> {
  requireLoginName(input.loginName);
  requireNoForeignMail(input.loginName);
  await requireStrongPassword(ctx.db, input.password);
  const expires = requireFutureExpiry(ctx, input.expires);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inner) => {
    const { name, name_key } = nameColumns(input.name);
    const columns = { name, name_key, description: input.description, expires_at: expires, created_at: inner.now };
    const { id, administrators } = await refuseTakenOrganisationName(insertOrganisationWithRoles(inner.db, columns, { site: false }));
    if (input.quota === undefined) await startSpaceQuota(inner.db, id);
    else await setQuota(inner, { kind: 'space', holderId: id, most: input.quota });
    const admin = await addUserAccount(inner.db, {
      organisationId: id,
      loginName: input.loginName,
      fullName: input.fullName,
      passwordHash,
      passwordDue: input.mustChange,
      lang: input.lang ?? inner.user.lang,
      now: inner.now,
    });
    await addRoleMember(inner.db, administrators, admin);
    await bumpVersion(inner.db, 'people');
    await inner.emit(organisationCreated, { objId: id, objName: name });
    await inner.emit(userCreated, { objId: admin, objName: input.fullName, spaceId: id, after: { loginName: input.loginName } });
    return { id: String(id) };
  });
}

async function relationsOf(ctx: Context, id: number): Promise<RelatedOrganisation[]> {
  const rows = await relatedTo(ctx.db, id);
  return rows.map((row) => ({ id: String(row.id), name: row.name, guests: row.guests === 1, related: row.related === 1 }));
}

/** The related organisations, for the site's administrators. */
export async function listRelations(ctx: Context, input: { id: string }): Promise<RelatedOrganisation[]> {
  return relationsOf(ctx, (await requireOrganisation(ctx.db, input.id)).id);
}

/** With which others the organisation works that the caller works in, to guests their own alone. Their names alone: nothing else crosses. */
export async function listRelated(ctx: Context): Promise<RelatedOrganisation[]> {
  const all = await relationsOf(ctx, ctx.user.organisationId);
  if (!isPlainGuest(ctx.user)) return all;
  const home = String((await findPerson(ctx.db, ctx.user.id))?.organisation_id);
  return all.filter(({ id }) => id === home);
}

/** Sets the related organisations. */
export async function setRelations(ctx: Context, input: ParsedOf<typeof organisations.setRelations>): Promise<Record<string, never>> {
  const organisation = await requireOrganisation(ctx.db, input.id);
  const others = [...new Set(input.otherIds.map(Number))];
  const names = await organisationNames(ctx.db, others);
  if (names.size < others.length || others.includes(organisation.id)) throw new Refusal(codes.organisationMissing);
  const before = new Set(await idsRelated(ctx.db, organisation.id));
  await dropRelations(ctx.db, organisation.id);
  for (const other of others) await putRelation(ctx.db, organisation.id, other);
  const after = { relations: [...names.values()].join(', ') };
  await emitOrganisation(ctx, organisationUpdated, {
    objId: organisation.id,
    objName: organisation.name,
    changed: ['relations'],
    after,
  });
  for (const other of before.symmetricDifference(new Set(others))) await emitToOther(ctx, other);
  return {};
}

/** Emits the present relations to the other organisation, with its own names only: further relations of the first one are not disclosed. */
async function emitToOther(ctx: Context, id: number): Promise<void> {
  const name = (await organisationNames(ctx.db, [id])).get(id) ?? '';
  const related = (await relatedTo(ctx.db, id)).filter((row) => row.related === 1);
  const after = { relations: related.map((row) => row.name).join(', ') };
  await ctx.emit(organisationUpdated, { objId: id, objName: name, spaceId: id, changed: ['relations'], after });
}
