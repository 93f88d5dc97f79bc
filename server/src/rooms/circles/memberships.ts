import { type Deed, siteDeeds } from '@dossier/contract/deeds';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { firstOrganisation } from '../organisations/organisation-rows.ts';
import { addMembers, countDepartments, leaveCircles, setMainDepartment } from './membership-queries.ts';
import { departmentsHeaded } from './department-queries.ts';
import { deedsInBranch, deedsOf, deedsThroughout, type OfficeRow } from './office.ts';
import { belongings, officesHeld } from './belonging-queries.ts';
import { roleOfKind, rolesByIds, staffRole } from './role-queries.ts';
import { needWithin } from './within.ts';

/** Refuses departments that the space does not have. */
export async function needDepartments(ctx: Ctx, departmentIds: number[]): Promise<number[]> {
  const wanted = [...new Set(departmentIds)];
  if ((await countDepartments(ctx.db, ctx.user.organisationId, wanted)) !== wanted.length) throw new Refusal(codes.departmentMissing);
  return wanted;
}

/** Refuses roles that the space does not have, or that the caller may not give to this person. */
export async function needRoles(ctx: Ctx, roleIds: number[], personId?: number): Promise<number[]> {
  if (!ctx.user.office.deeds.has('roles.assign')) throw new Refusal(codes.adminOnly);
  return needRolesHere(ctx, roleIds, personId);
}

async function needRolesHere(ctx: Ctx, roleIds: number[], personId?: number): Promise<number[]> {
  const wanted = [...new Set(roleIds)];
  const roles = await rolesByIds(ctx.db, ctx.user.organisationId, wanted);
  if (roles.length !== wanted.length) throw new Refusal(codes.roleMissing);
  for (const role of roles) needGivable(ctx, role, personId === undefined ? [] : [personId]);
  return wanted;
}

/** Refuses to give a role of the site without having the site, and to give oneself what one has not. */
export function needGivable({ user }: Ctx, role: OfficeRow, people: readonly number[]): void {
  const lacking = deedsOf(role).filter((deed) => !user.office.deeds.has(deed));
  if (lacking.some((deed) => siteDeeds.has(deed))) throw new Refusal(codes.noRightToOperate);
  if (lacking.length > 0 && people.includes(user.id)) throw new Refusal(codes.cannotChangeSelf);
}

/** Puts a person into exactly these departments, the first of which is the main one; who heads departments changes nothing outside of those. */
export async function setDepartments(ctx: Ctx, personId: number, departmentIds: number[]): Promise<void> {
  const wanted = await needDepartments(ctx, departmentIds);
  const { organisationId } = ctx.user;
  const held = (await belongings(ctx.db, [personId], organisationId)).departments.map((row) => row.id);
  needWithin(ctx, 'people.edit', [...new Set(held).symmetricDifference(new Set(wanted)), wanted[0] ?? 0]);
  await leaveCircles(ctx.db, 'department', { organisationId, personId });
  for (const id of wanted) await addMembers(ctx.db, 'department', { id, people: [personId] });
  await setMainDepartment(ctx.db, { organisationId, personId }, wanted[0] ?? 0);
}

/** Gives a person exactly these roles; without a list the staff role. */
export async function setRoles(ctx: Ctx, personId: number, roleIds: number[] | undefined): Promise<void> {
  const { db, user } = ctx;
  const held = (await belongings(db, [personId], user.organisationId)).roles;
  // whoever makes people makes them staff
  const wanted = roleIds === undefined ? [(await staffRole(db, user.organisationId)).id] : await needRoles(ctx, roleIds);
  // who heads departments holds the role for that, and nobody else
  const ofHeads = (await roleOfKind(db, user.organisationId, 'heads')).id;
  if (held.some((role) => role.id === ofHeads) !== wanted.includes(ofHeads)) {
    if (wanted.includes(ofHeads)) throw new Refusal(codes.roleBuiltIn);
    wanted.push(ofHeads);
  }
  const given = wanted.filter((id) => !held.some((role) => role.id === id));
  const taken = held.filter((role) => !wanted.includes(role.id));
  await needRolesHere(ctx, given, personId);
  for (const role of taken) needGivable(ctx, role, []);
  await leaveCircles(db, 'role', { organisationId: user.organisationId, personId });
  for (const id of wanted) await addMembers(db, 'role', { id, people: [personId] });
  await keepAdministrators(ctx);
}

/** Refuses to touch whose office lets them do what the caller's does not, be it in departments that they head. */
export async function needPowerOver({ db, user }: Ctx, personId: number): Promise<void> {
  const { deeds, branchDeeds, branch } = user.office;
  const { roles } = await belongings(db, [personId], user.organisationId);
  if (!deedsThroughout(roles).isSubsetOf(deeds)) throw new Refusal(codes.noRightToOperate);
  const inBranch = deedsInBranch(roles);
  if (inBranch.isSubsetOf(deeds)) return;
  const headed = (await departmentsHeaded(db, { person: personId, space: user.organisationId })).map((row) => row.id);
  const isBelow = inBranch.isSubsetOf(branchDeeds.union(deeds)) && headed.every((id) => branch.has(id));
  if (headed.length > 0 && !isBelow) throw new Refusal(codes.noRightToOperate);
}

/** What a person's roles in this space let them do throughout, as they stand in this transaction. */
async function deedsOfPerson(ctx: Ctx, personId: number): Promise<Set<Deed>> {
  const { roles } = await belongings(ctx.db, [personId], ctx.user.organisationId);
  return deedsThroughout(roles);
}

/** Without whom everything else is lost: who gives roles, and who lets in again those who cannot sign in. */
const indispensable: readonly Deed[] = ['roles.assign', 'people.secrets'];

/** Refuses the change that would leave nobody to administrate, or that takes from the caller what lets them make it. */
export async function keepAdministrators(ctx: Ctx): Promise<void> {
  const { organisationId, office, id } = ctx.user;
  const first = (await firstOrganisation(ctx.db))?.id === organisationId;
  const held = deedsThroughout(await officesHeld(ctx.db, organisationId));
  if (![...indispensable, ...(first ? siteDeeds : [])].every((deed) => held.has(deed))) throw new Refusal(codes.lastAdministrator);
  if (!office.deeds.isSubsetOf(await deedsOfPerson(ctx, id))) throw new Refusal(codes.cannotChangeSelf);
}
