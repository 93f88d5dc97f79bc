import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { OrganisationPerson, organisations } from '@dossier/contract/identity/organisations';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { organisationUpdated, userCreated } from '../events.ts';
import { roleOfKind } from '../groups-roles/groups-roles.queries.ts';
import { addRoleMember } from '../memberships.queries.ts';
import { administratorsWithRole, firstOrganisation, searchOwnUsers } from '../organisations.queries.ts';
import { emitOrganisation, requireOrganisation } from '../organisations.ts';
import { hashPassword, requireStrongPassword } from '../passwords.ts';
import { addUserAccount, requireLoginName, requireNoForeignMail } from '../user-accounts.ts';
import { findPerson } from '../users/users.queries.ts';

interface Row {
  id: number;
  full_name: string;
  login_name: string;
  enabled: number;
}

const shown = (row: Row): OrganisationPerson => ({
  id: String(row.id),
  fullName: row.full_name,
  loginName: row.login_name,
  enabled: row.enabled === 1,
});

/** The administrators' role of an organisation. Not of the first one: it includes the site, and is assigned on its own pages with that permission. */
async function requireAdministratorsRole(db: Db, organisationId: number) {
  if ((await firstOrganisation(db))?.id === organisationId) throw new Refusal(codes.illegalOperation);
  return roleOfKind(db, organisationId, 'administrators');
}

/** The administrators of an organisation. */
export async function listAdministrators(ctx: Context, input: { id: string }): Promise<OrganisationPerson[]> {
  const { id } = await requireOrganisation(ctx.db, input.id);
  const role = await roleOfKind(ctx.db, id, 'administrators');
  return (await administratorsWithRole(ctx.db, { organisationId: id, roleId: role.id })).map(shown);
}

/** Users of an organisation by part of their name. */
export async function findOrganisationPeople(ctx: Context, input: { id: string; keyword: string }): Promise<OrganisationPerson[]> {
  const { id } = await requireOrganisation(ctx.db, input.id);
  return (await searchOwnUsers(ctx.db, { organisationId: id, keyword: input.keyword.trim(), limit: 20 })).map(shown);
}

/** Makes a user of an organisation its administrator. */
export async function addAdministrator(ctx: Context, input: { id: string; userId: string }): Promise<Record<string, never>> {
  const organisation = await requireOrganisation(ctx.db, input.id);
  const role = await requireAdministratorsRole(ctx.db, organisation.id);
  const person = await findPerson(ctx.db, Number(input.userId));
  if (person === undefined || person.organisation_id !== organisation.id || person.enabled === 0) throw new Refusal(codes.userMissing);
  await addRoleMember(ctx.db, role.id, person.id);
  await bumpVersion(ctx.db, 'people');
  await emitAdministrator(ctx, organisation, person);
  return {};
}

/** Creates an account that administrates an organisation. */
export async function makeAdministrator(ctx: Context, input: ParsedOf<typeof organisations.newAdministrator>): Promise<{ id: string }> {
  const { loginName, fullName, password } = input;
  requireLoginName(loginName);
  requireNoForeignMail(loginName);
  await requireStrongPassword(ctx.db, password);
  const organisation = await requireOrganisation(ctx.db, input.id);
  await requireAdministratorsRole(ctx.db, organisation.id);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (inner) => {
    const role = await requireAdministratorsRole(inner.db, organisation.id);
    const lang = input.lang ?? inner.user.lang;
    const id = await addUserAccount(inner.db, {
      organisationId: organisation.id,
      loginName,
      fullName,
      passwordHash,
      passwordDue: input.mustChange,
      lang,
      now: inner.now,
    });
    await addRoleMember(inner.db, role.id, id);
    await bumpVersion(inner.db, 'people');
    await inner.emit(userCreated, { objId: id, objName: fullName, spaceId: organisation.id, after: { loginName } });
    await emitAdministrator(inner, organisation, { id, full_name: fullName });
    return { id: String(id) };
  });
}

const emitAdministrator = (ctx: Context, { id, name }: { id: number; name: string }, person: { id: number; full_name: string }) =>
  emitOrganisation(ctx, organisationUpdated, {
    objId: id,
    objName: name,
    changed: ['administrators'],
    after: { administrator: person.full_name },
  });
