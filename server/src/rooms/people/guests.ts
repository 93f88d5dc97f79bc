import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { loginKey } from './create-user.ts';
import { leaveCircles } from './membership-queries.ts';
import { needRightOver, roleBitsOf, setRoles } from './memberships.ts';
import { findOrganisation } from './organisation-queries.ts';
import { findPerson, findPersonByLogin, findPersonByMail } from './queries.ts';
import { deleteMember, insertMember } from './space-queries.ts';

/** An enabled account of the site by its exact name or mail address; whatever stands in the way, it is one and the same refusal. */
async function needAccount(ctx: Ctx, account: string) {
  const found = (await findPersonByLogin(ctx.db, loginKey(account))) ?? (await findPersonByMail(ctx.db, nameKey(account)));
  if (found === undefined || found.enabled === 0) throw new Refusal(codes.userMissing);
  const home = await findOrganisation(ctx.db, found.organisation_id);
  if (home === undefined || home.enabled === 0) throw new Refusal(codes.userMissing);
  return { found, home };
}

/** Lets somebody of another organisation work in the caller's as a guest, with the roles given and no others. */
export async function addGuest(ctx: Ctx, input: ParsedOf<typeof people.addGuest>): Promise<OutputOf<typeof people.addGuest>> {
  const { found, home } = await needAccount(ctx, input.account);
  const { organisationId } = ctx.user;
  const answer = { id: String(found.id), fullName: found.full_name, organisation: home.name };
  const isOwn = found.organisation_id === organisationId;
  if (isOwn || !(await insertMember(ctx.db, { organisation_id: organisationId, person_id: found.id, since: ctx.now })))
    return { ...answer, added: false };
  await setRoles(ctx, found.id, (input.roleIds ?? []).map(Number));
  await bumpVersion(ctx.db, 'people');
  await sayOf(ctx, 'space.joined', found);
  return { ...answer, added: true };
}

/** Ends a guest's membership: out with the next request, and out of all circles here. What was given to them here ends too. */
export async function endGuest(ctx: Ctx, input: ParsedOf<typeof people.endGuest>) {
  const id = Number(input.id);
  const person = await findPerson(ctx.db, id);
  const { organisationId } = ctx.user;
  needRightOver(ctx, await roleBitsOf(ctx, id));
  if (person === undefined || !(await deleteMember(ctx.db, organisationId, id))) throw new Refusal(codes.userMissing);
  for (const circle of ['department', 'group', 'role'] as const) await leaveCircles(ctx.db, circle, { organisationId, personId: id });
  await bumpVersion(ctx.db, 'people');
  await sayOf(ctx, 'space.left', person);
  return {};
}

async function sayOf(ctx: Ctx, event: string, person: { id: number; full_name: string }): Promise<void> {
  const space = await findOrganisation(ctx.db, ctx.user.organisationId);
  const name = space?.name ?? '';
  const kept = event === 'space.joined' ? { after: { space: name } } : { before: { space: name } };
  await ctx.say(event, { objId: person.id, objName: person.full_name, spaceId: ctx.user.organisationId, spaceName: name, ...kept });
}
