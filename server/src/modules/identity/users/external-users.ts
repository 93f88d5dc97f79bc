import type { Lang } from '@dossier/contract/core/shapes';
import type { PublicContext } from '../../../platform/context.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { outsideName } from '../../../platform/text/name-columns.ts';
import { groupUpdated, userCreated } from '../events.ts';
import { findGroup, staffRole } from '../groups-roles/groups-roles.queries.ts';
import { addMembers, addRoleMember, membershipsOf, removeMembers } from '../memberships.queries.ts';
import { firstOrganisation } from '../organisations.queries.ts';
import { noPassword } from '../passwords.ts';
import { addUserAccount, requireLoginName } from '../user-accounts.ts';
import { externalMail } from './mail-addresses.ts';
import { storeMail } from './users.queries.ts';

/** Somebody whom another system vouches for. */
export interface ExternalUser {
  loginName: string;
  fullName: string;
  mail?: string | undefined;
  lang: Lang;
}

/** Makes an account without a password here, with the role of staff. */
export async function addExternalUser(ctx: PublicContext, person: ExternalUser): Promise<number> {
  requireLoginName(person.loginName);
  const organisation = await firstOrganisation(ctx.db);
  if (organisation === undefined) throw new Error('There is no organisation yet');
  const fullName = outsideName(person.fullName) || person.loginName;
  const mail = externalMail(person.mail);
  const added = { organisationId: organisation.id, loginName: person.loginName, fullName, lang: person.lang };
  const id = await addUserAccount(ctx.db, { ...added, passwordHash: noPassword, now: ctx.now });
  // doors are opened by the administrators of the whole site, who say what is believed of what is told there
  if (mail !== undefined) await storeMail(ctx.db, id, { mail, mail_key: mailKey(mail), mail_proven: 1 });
  await addRoleMember(ctx.db, (await staffRole(ctx.db, organisation.id)).id, id);
  await bumpVersion(ctx.db, 'people');
  await ctx.emit(userCreated, { objId: id, objName: fullName, loginName: person.loginName, after: { loginName: person.loginName } });
  return id;
}

/** Puts a person into the groups that another system names, and out of those that it decides about and does not name. */
export async function syncGroups(
  ctx: PublicContext,
  person: { id: number; organisation_id: number; full_name: string },
  wanted: Map<number, boolean>,
): Promise<void> {
  const { groups } = await membershipsOf(ctx.db, [person.id], person.organisation_id);
  const held = new Set(groups.map((group) => group.id));
  for (const [id, belongs] of wanted) {
    if (held.has(id) === belongs) continue;
    const group = await findGroup(ctx.db, person.organisation_id, id);
    if (group === undefined) continue;
    await (belongs ? addMembers : removeMembers)(ctx.db, 'group', { id, people: [person.id] });
    await bumpVersion(ctx.db, 'people');
    const after = belongs ? { added: person.full_name } : { removed: person.full_name };
    await ctx.emit(groupUpdated, { objId: id, objName: group.name, spaceId: person.organisation_id, after });
  }
}
