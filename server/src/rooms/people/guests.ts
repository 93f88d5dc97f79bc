import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { leaveSpace } from '../circles/leave-space.ts';
import { needPowerOver, setRoles } from '../circles/memberships.ts';
import { findOrganisation } from '../organisations/organisation-rows.ts';
import { deleteMember, insertMember, isMember } from '../organisations/spaces.ts';
import { loginKey } from './create-user.ts';
import { isMail } from './mail.ts';
import { personFacts } from './person-facts.ts';
import { findPerson, findPersonByLogin, findPersonByMail } from './queries.ts';

const purpose = 'people.guest';
const ticketSeconds = 15 * 60;

/** What an invitation is made of: whom it is for, and the space that looked for them. */
interface Facts {
  person: number;
  space: number;
}

/** An enabled account of an open organisation; whatever stands in the way, it is one and the same refusal. */
async function needOpen(ctx: Ctx, found: Awaited<ReturnType<typeof findPerson>>) {
  if (found === undefined || found.enabled === 0) throw new Refusal(codes.userMissing);
  const home = await findOrganisation(ctx.db, found.organisation_id);
  if (home === undefined || home.enabled === 0 || (home.expires_at !== 0 && home.expires_at <= ctx.now))
    throw new Refusal(codes.userMissing);
  return { found, home };
}

/**
 * Who an account is, for the inviter to look at. What reads as a mail address is one: a login name that only looks like it
 * belongs to whoever made it up.
 */
export async function findGuest(ctx: Ctx, { account }: ParsedOf<typeof people.findGuest>): Promise<OutputOf<typeof people.findGuest>> {
  const byMail = isMail(account);
  const person = byMail ? await findPersonByMail(ctx.db, mailKey(account)) : await findPersonByLogin(ctx.db, loginKey(account));
  // elsewhere an administrator can write down whatever address they like: who is meant by it, only its reader has shown
  const isMeant = !byMail || person?.mail_proven === 1 || person?.organisation_id === ctx.user.organisationId;
  const { found, home } = await needOpen(ctx, isMeant ? person : undefined);
  const facts: Facts = { person: found.id, space: ctx.user.organisationId };
  const here = home.id === facts.space || (await isMember(ctx.db, facts.space, found.id));
  const ticket = ctx.house.tickets.sign(purpose, { ...facts }, ticketSeconds);
  return { ticket, fullName: found.full_name, organisation: home.name, here };
}

/** Lets somebody of another organisation work in the caller's as a guest, with the roles given and no others. */
export async function addGuest(ctx: Ctx, input: ParsedOf<typeof people.addGuest>): Promise<OutputOf<typeof people.addGuest>> {
  const facts = ctx.house.tickets.open<Facts>(purpose, input.ticket);
  const { organisationId } = ctx.user;
  if (facts === undefined || facts.space !== organisationId) throw new Refusal(codes.ticketInvalid);
  const { found, home } = await needOpen(ctx, await findPerson(ctx.db, facts.person));
  const answer = { id: String(found.id), fullName: found.full_name, organisation: home.name };
  const isOwn = found.organisation_id === organisationId;
  if (isOwn || !(await insertMember(ctx.db, { organisation_id: organisationId, person_id: found.id, since: ctx.now })))
    return { ...answer, added: false };
  if (input.roleIds?.length) await setRoles(ctx, found.id, input.roleIds.map(Number));
  await bumpVersion(ctx.db, 'people');
  await sayOf(ctx, 'space.joined', found);
  return { ...answer, added: true };
}

/** Ends a guest's membership: out with the next request, and out of all circles here. What was given to them here ends too. */
export async function endGuest(ctx: Ctx, input: ParsedOf<typeof people.endGuest>) {
  const id = Number(input.id);
  const person = await findPerson(ctx.db, id);
  const { organisationId } = ctx.user;
  await needPowerOver(ctx, id);
  if (person === undefined || !(await deleteMember(ctx.db, organisationId, id))) throw new Refusal(codes.userMissing);
  await leaveSpace(ctx.db, { organisationId, personId: id });
  await bumpVersion(ctx.db, 'people');
  await sayOf(ctx, 'space.left', person);
  return {};
}

async function sayOf(ctx: Ctx, event: string, person: { id: number; full_name: string }): Promise<void> {
  const space = await findOrganisation(ctx.db, ctx.user.organisationId);
  const name = space?.name ?? '';
  const { roles } = await personFacts(ctx, person.id);
  const kept = event === 'space.joined' ? { after: { space: name, roles } } : { before: { space: name } };
  await ctx.say(event, { objId: person.id, objName: person.full_name, spaceId: ctx.user.organisationId, spaceName: name, ...kept });
}
