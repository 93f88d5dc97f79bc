import type { Lang } from '@dossier/contract/shapes';
import { bumpVersion } from '../../ground/db/versions.ts';
import type { PublicCtx } from '../../ground/ctx.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { outsideName } from '../../ground/text/name-columns.ts';
import { belongings } from '../circles/belongings.ts';
import { addMembers, addRoleMember, removeMembers } from '../circles/circle-members.ts';
import { findGroup } from '../circles/circle-rows.ts';
import { staffRole } from '../circles/circle-rows.ts';
import { firstOrganisation } from '../organisations/organisation-rows.ts';
import { addPerson, checkLoginName } from './create-user.ts';
import { outsideMail } from './mail.ts';
import { noPassword } from './password.ts';
import { keepMail } from './queries.ts';

/** Somebody whom another system vouches for. */
export interface OutsidePerson {
  loginName: string;
  fullName: string;
  mail?: string | undefined;
  lang: Lang;
}

/** Makes an account without a password here, with the role of staff. */
export async function addOutsidePerson(ctx: PublicCtx, person: OutsidePerson): Promise<number> {
  checkLoginName(person.loginName);
  const organisation = await firstOrganisation(ctx.db);
  if (organisation === undefined) throw new Error('There is no organisation yet');
  const fullName = outsideName(person.fullName) || person.loginName;
  const mail = outsideMail(person.mail);
  const added = { organisationId: organisation.id, loginName: person.loginName, fullName, lang: person.lang };
  const id = await addPerson(ctx.db, { ...added, passwordHash: noPassword, now: ctx.now });
  // doors are opened by the administrators of the whole site, who say what is believed of what is told there
  if (mail !== undefined) await keepMail(ctx.db, id, { mail, mail_key: mailKey(mail), mail_proven: 1 });
  await addRoleMember(ctx.db, (await staffRole(ctx.db, organisation.id)).id, id);
  await bumpVersion(ctx.db, 'people');
  await ctx.say('user.created', { objId: id, objName: fullName, loginName: person.loginName, after: { loginName: person.loginName } });
  return id;
}

/** Puts a person into the groups that another system names, and out of those that it decides about and does not name. */
export async function mapGroups(
  ctx: PublicCtx,
  person: { id: number; organisation_id: number; full_name: string },
  wanted: Map<number, boolean>,
): Promise<void> {
  const { groups } = await belongings(ctx.db, [person.id], person.organisation_id);
  const held = new Set(groups.map((group) => group.id));
  for (const [id, belongs] of wanted) {
    if (held.has(id) === belongs) continue;
    const group = await findGroup(ctx.db, person.organisation_id, id);
    if (group === undefined) continue;
    await (belongs ? addMembers : removeMembers)(ctx.db, 'group', { id, people: [person.id] });
    await bumpVersion(ctx.db, 'people');
    const after = belongs ? { added: person.full_name } : { removed: person.full_name };
    await ctx.say('group.updated', { objId: id, objName: group.name, spaceId: person.organisation_id, after });
  }
}
