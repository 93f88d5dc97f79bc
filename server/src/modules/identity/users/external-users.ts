import type { Lang } from '@dossier/contract/core/shapes';
import type { PublicContext } from '../../../platform/context.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { outsideName } from '../../../platform/text/names.ts';
import { groupUpdated, userCreated } from '../events.ts';
import { findGroup, staffRole } from '../groups-roles/groups-roles.queries.ts';
import { addMembers, addRoleMember, membershipsOf, removeMembers } from '../memberships.queries.ts';
import { firstOrganisation } from '../organisations.queries.ts';
import { noPassword } from '../passwords.ts';
import { addUserAccount, requireLoginName } from '../user-accounts.ts';
import { externalMail } from './mail-addresses.ts';
import { storeMail } from './users.queries.ts';

/** A user authenticated by an external system. */
export interface ExternalUser {
  loginName: string;
  fullName: string;
  mail?: string | undefined;
  lang: Lang;
}

/** Creates an account without a local password, with the staff role. */
export async function addExternalUser(ctx: PublicContext, person: ExternalUser): Promise<number> {
  requireLoginName(person.loginName);
  const organisation = await firstOrganisation(ctx.db);
  if (organisation === undefined) throw new Error('There is no organisation yet');
  const fullName = outsideName(person.fullName) || person.loginName;
  const mail = externalMail(person.mail);
  const added = { organisationId: organisation.id, loginName: person.loginName, fullName, lang: person.lang };
  const id = await addUserAccount(ctx.db, { ...added, passwordHash: noPassword, now: ctx.now });
  // sign-in providers are configured by site administrators, who decide whether their addresses are trusted
  if (mail !== undefined) await storeMail(ctx.db, id, { mail, mail_key: mailKey(mail), mail_proven: 1 });
  await addRoleMember(ctx.db, (await staffRole(ctx.db, organisation.id)).id, id);
  await bumpVersion(ctx.db, 'people');
  await ctx.emit(userCreated, { objId: id, objName: fullName, loginName: person.loginName, after: { loginName: person.loginName } });
  return id;
}

/** Adds a user to the groups that the external system names, and removes them from other mapped ones. */
export async function syncGroups(
  ctx: PublicContext,
  person: { id: number; organisation_id: number; full_name: string },
  wanted: Map<number, boolean>,
): Promise<void> {
  const { groups } = await membershipsOf(ctx.db, [person.id], person.organisation_id);
  const current = new Set(groups.map((group) => group.id));
  for (const [id, belongs] of wanted) {
    if (current.has(id) === belongs) continue;
    const group = await findGroup(ctx.db, person.organisation_id, id);
    if (group === undefined) continue;
    await (belongs ? addMembers : removeMembers)(ctx.db, 'group', { id, people: [person.id] });
    await bumpVersion(ctx.db, 'people');
    const after = belongs ? { added: person.full_name } : { removed: person.full_name };
    await ctx.emit(groupUpdated, { objId: id, objName: group.name, spaceId: person.organisation_id, after });
  }
}
