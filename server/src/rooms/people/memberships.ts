import { codes } from '@dossier/contract/codes';
import { roleType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { addMembers, countDepartments, leaveCircles } from './membership-queries.ts';
import { firstOrganisation } from './organisation-queries.ts';
import { belongings, countWithRoleType } from './queries.ts';
import { rolesByIds, staffRole } from './role-queries.ts';

/** Refuses departments that the space does not have. */
export async function needDepartments(ctx: Ctx, departmentIds: number[]): Promise<number[]> {
  const wanted = [...new Set(departmentIds)];
  if ((await countDepartments(ctx.db, ctx.user.organisationId, wanted)) !== wanted.length) throw new Refusal(codes.departmentMissing);
  return wanted;
}

/** Refuses roles that the space does not have, or that the caller may not give. */
export async function needRoles(ctx: Ctx, roleIds: number[]): Promise<number[]> {
  const wanted = [...new Set(roleIds)];
  const roles = await rolesByIds(ctx.db, ctx.user.organisationId, wanted);
  if (roles.length !== wanted.length) throw new Refusal(codes.roleMissing);
  for (const role of roles) needRightOver(ctx, role.role_type);
  return wanted;
}

/** Puts a person into exactly these departments. */
export async function setDepartments(ctx: Ctx, personId: number, departmentIds: number[]): Promise<void> {
  const wanted = await needDepartments(ctx, departmentIds);
  await leaveCircles(ctx.db, 'department', { organisationId: ctx.user.organisationId, personId });
  for (const id of wanted) await addMembers(ctx.db, 'department', { id, people: [personId] });
}

/** Gives a person exactly these roles; without a list the staff role. Only a site administrator makes others one. */
export async function setRoles(ctx: Ctx, personId: number, roleIds: number[] | undefined): Promise<void> {
  const { db, user } = ctx;
  const wanted = await needRoles(ctx, roleIds ?? [(await staffRole(db, user.organisationId)).id]);
  await leaveCircles(db, 'role', { organisationId: user.organisationId, personId });
  for (const id of wanted) await addMembers(db, 'role', { id, people: [personId] });
  await keepAdministrators(ctx);
}

/** Refuses who is no site administrator when roles or people with the site bit are touched. */
export function needRightOver(ctx: Ctx, bits: number): void {
  if ((bits & roleType.site) !== 0 && (ctx.user.roleType & roleType.site) === 0) throw new Refusal(codes.noRightToOperate);
}

/** The union of the bits of a person's roles in this space, as they stand in this transaction. */
export async function roleBitsOf(ctx: Ctx, personId: number): Promise<number> {
  const { roles } = await belongings(ctx.db, [personId], ctx.user.organisationId);
  return roles.reduce((bits, role) => bits | role.role_type, 0);
}

/** Refuses the change that would leave nobody to administrate, or that takes from the caller what lets them make it. */
export async function keepAdministrators(ctx: Ctx): Promise<void> {
  const { organisationId } = ctx.user;
  const first = (await firstOrganisation(ctx.db))?.id === organisationId;
  if ((await countWithRoleType(ctx.db, organisationId, first ? roleType.site : roleType.admin)) === 0)
    throw new Refusal(codes.lastAdministrator);
  if ((ctx.user.roleType & ~(await roleBitsOf(ctx, ctx.user.id))) !== 0) throw new Refusal(codes.cannotChangeSelf);
}
