import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { people } from '@dossier/contract/identity/users';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { removeAsHead } from '../departments.queries.ts';
import { spaceJoined, spaceLeft } from '../events.ts';
import { leaveAll } from '../memberships.queries.ts';
import { requireAuthorityOver, setRoles } from '../memberships/assign-memberships.ts';
import { deleteMember, findOrganisation, insertMember, isMember } from '../organisations.queries.ts';
import { auditedUserFacts, loginKey } from '../user-accounts.ts';
import { isMail } from './mail-addresses.ts';
import { findPerson, findPersonByLogin, findPersonByMail } from './users.queries.ts';

/** Removes a user from every department, group and role of an organisation, and as head of its departments. */
async function leaveOrganisation(db: Db, where: { organisationId: number; personId: number }): Promise<void> {
  for (const kind of ['department', 'group', 'role'] as const) await leaveAll(db, kind, where);
  await removeAsHead(db, where.organisationId, where.personId);
}

const purpose = 'people.guest';
const ticketSeconds = 15 * 60;

/** An invitation ticket: its user, and the space that searched for them. */
interface InvitationTicket {
  person: number;
  space: number;
}

/** An enabled account of an open organisation; all obstacles get the same refusal. */
async function requireOpenAccount(ctx: Context, found: Awaited<ReturnType<typeof findPerson>>) {
  if (found === undefined || found.enabled === 0) throw new Refusal(codes.userMissing);
  const home = await findOrganisation(ctx.db, found.organisation_id);
  if (home === undefined || home.enabled === 0 || (home.expires_at !== 0 && home.expires_at <= ctx.now))
    throw new Refusal(codes.userMissing);
  return { found, home };
}

/**
 * Shows the user of an account to the inviter. Input that is a mail address is searched as one only: any user could have invented a login
 * name that looks like it.
 */
export async function findGuest(ctx: Context, { account }: ParsedOf<typeof people.findGuest>): Promise<OutputOf<typeof people.findGuest>> {
  const byMail = isMail(account);
  const person = byMail ? await findPersonByMail(ctx.db, mailKey(account)) : await findPersonByLogin(ctx.db, loginKey(account));
  // in other organisations an administrator can enter any address: only a verified one identifies its user
  const isMeant = !byMail || person?.mail_proven === 1 || person?.organisation_id === ctx.user.organisationId;
  const { found, home } = await requireOpenAccount(ctx, isMeant ? person : undefined);
  const facts: InvitationTicket = { person: found.id, space: ctx.user.organisationId };
  const here = home.id === facts.space || (await isMember(ctx.db, facts.space, found.id));
  const ticket = ctx.services.tickets.sign(purpose, { ...facts }, ticketSeconds);
  return { ticket, fullName: found.full_name, organisation: home.name, here };
}

/** Adds a user of another organisation to the caller's as a guest, with the given roles only. */
export async function addGuest(ctx: Context, input: ParsedOf<typeof people.addGuest>): Promise<OutputOf<typeof people.addGuest>> {
  const facts = ctx.services.tickets.open<InvitationTicket>(purpose, input.ticket);
  const { organisationId } = ctx.user;
  if (facts === undefined || facts.space !== organisationId) throw new Refusal(codes.ticketInvalid);
  const { found, home } = await requireOpenAccount(ctx, await findPerson(ctx.db, facts.person));
  const answer = { id: String(found.id), fullName: found.full_name, organisation: home.name };
  const isOwn = found.organisation_id === organisationId;
  if (isOwn || !(await insertMember(ctx.db, { organisation_id: organisationId, person_id: found.id, since: ctx.now })))
    return { ...answer, added: false };
  if (input.roleIds?.length) await setRoles(ctx, found.id, input.roleIds.map(Number));
  await bumpVersion(ctx.db, 'people');
  await emitGuest(ctx, spaceJoined, found);
  return { ...answer, added: true };
}

/** Ends a guest's membership with the next request, and all memberships and grants here. */
export async function endGuest(ctx: Context, input: ParsedOf<typeof people.endGuest>) {
  const id = Number(input.id);
  const person = await findPerson(ctx.db, id);
  const { organisationId } = ctx.user;
  await requireAuthorityOver(ctx, id);
  if (person === undefined || !(await deleteMember(ctx.db, organisationId, id))) throw new Refusal(codes.userMissing);
  await leaveOrganisation(ctx.db, { organisationId, personId: id });
  await bumpVersion(ctx.db, 'people');
  await emitGuest(ctx, spaceLeft, person);
  return {};
}

async function emitGuest(
  ctx: Context,
  event: typeof spaceJoined | typeof spaceLeft,
  person: { id: number; full_name: string },
): Promise<void> {
  const space = await findOrganisation(ctx.db, ctx.user.organisationId);
  const name = space?.name ?? '';
  const { roles } = await auditedUserFacts(ctx, person.id);
  const kept = event === spaceJoined ? { after: { space: name, roles } } : { before: { space: name } };
  await ctx.emit(event, { objId: person.id, objName: person.full_name, spaceId: ctx.user.organisationId, spaceName: name, ...kept });
}
