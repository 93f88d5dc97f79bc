import { codes } from '@dossier/contract/codes';
import type { OrganisationPerson, organisations } from '@dossier/contract/organisations';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { addRoleMember } from '../circles/circle-members.ts';
import { roleOfKind } from '../circles/circle-rows.ts';
import { firstOrganisation, needOrganisation } from '../organisations/organisation-rows.ts';
import { sayOrganisation } from '../organisations/say-organisation.ts';
import { holdersOf, ownPeopleBy } from './administrator-queries.ts';
import { addPerson, checkLoginName, checkNoOthersMail } from './create-user.ts';
import { needSoundPassword, hashPassword } from './password.ts';
import { findPerson } from './queries.ts';

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

/** The role of those who administrate an organisation. That of the first one has the site too: it is given on its own pages, by who may. */
async function needOffice(db: Db, organisationId: number) {
  if ((await firstOrganisation(db))?.id === organisationId) throw new Refusal(codes.illegalOperation);
  return roleOfKind(db, organisationId, 'administrators');
}

/** Who administrates an organisation. */
export async function listAdministrators(ctx: Ctx, input: { id: string }): Promise<OrganisationPerson[]> {
  const { id } = await needOrganisation(ctx.db, input.id);
  const role = await roleOfKind(ctx.db, id, 'administrators');
  return (await holdersOf(ctx.db, { organisationId: id, roleId: role.id })).map(shown);
}

/** People of an organisation by part of their name. */
export async function findOrganisationPeople(ctx: Ctx, input: { id: string; keyword: string }): Promise<OrganisationPerson[]> {
  const { id } = await needOrganisation(ctx.db, input.id);
  return (await ownPeopleBy(ctx.db, { organisationId: id, keyword: input.keyword.trim(), limit: 20 })).map(shown);
}

/** Lets somebody of an organisation administrate it. */
export async function addAdministrator(ctx: Ctx, input: { id: string; userId: string }): Promise<Record<string, never>> {
  const organisation = await needOrganisation(ctx.db, input.id);
  const role = await needOffice(ctx.db, organisation.id);
  const person = await findPerson(ctx.db, Number(input.userId));
  if (person === undefined || person.organisation_id !== organisation.id || person.enabled === 0) throw new Refusal(codes.userMissing);
  await addRoleMember(ctx.db, role.id, person.id);
  await bumpVersion(ctx.db, 'people');
  await sayAdministrator(ctx, organisation, person);
  return {};
}

/** Makes an account in an organisation that administrates it. */
export async function makeAdministrator(ctx: Ctx, input: ParsedOf<typeof organisations.newAdministrator>): Promise<{ id: string }> {
  const { loginName, fullName, password } = input;
  checkLoginName(loginName);
  checkNoOthersMail(loginName);
  await needSoundPassword(ctx.db, password);
  const organisation = await needOrganisation(ctx.db, input.id);
  await needOffice(ctx.db, organisation.id);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (inner) => {
    const role = await needOffice(inner.db, organisation.id);
    const lang = input.lang ?? inner.user.lang;
    const id = await addPerson(inner.db, {
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
    await inner.say('user.created', { objId: id, objName: fullName, spaceId: organisation.id, after: { loginName } });
    await sayAdministrator(inner, organisation, { id, full_name: fullName });
    return { id: String(id) };
  });
}

const sayAdministrator = (ctx: Ctx, { id, name }: { id: number; name: string }, person: { id: number; full_name: string }) =>
  sayOrganisation(ctx, 'organisation.updated', {
    objId: id,
    objName: name,
    changed: ['administrators'],
    after: { administrator: person.full_name },
  });
