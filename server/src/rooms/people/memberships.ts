import { codes } from '@dossier/contract/codes';
import { roleType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { countWithRoleType } from './queries.ts';
import {
  addRoleMember,
  addDepartmentMember,
  clearDepartments,
  clearRoles,
  countDepartments,
  rolesByIds,
  staffRole,
} from './membership-queries.ts';

/** Puts a person into exactly these departments. */
export async function setDepartments(ctx: Ctx, personId: number, departmentIds: number[]): Promise<void> {
  const wanted = [...new Set(departmentIds)];
  if ((await countDepartments(ctx.db, ctx.user.organisationId, wanted)) !== wanted.length) throw new Refusal(codes.departmentMissing);
  await clearDepartments(ctx.db, personId);
  for (const id of wanted) await addDepartmentMember(ctx.db, id, personId);
}

/** Gives a person exactly these roles; without a list the staff role. Only a site administrator makes others one. */
export async function setRoles(ctx: Ctx, personId: number, roleIds: number[] | undefined): Promise<void> {
  const { db, user } = ctx;
  const wanted = [...new Set(roleIds ?? [(await staffRole(db, user.organisationId)).id])];
  const roles = await rolesByIds(db, user.organisationId, wanted);
  if (roles.length !== wanted.length) throw new Refusal(codes.roleMissing);
  if ((user.roleType & roleType.site) === 0 && roles.some((role) => (role.role_type & roleType.site) !== 0))
    throw new Refusal(codes.noRightToOperate);
  await clearRoles(db, personId);
  for (const id of wanted) await addRoleMember(db, id, personId);
  await keepAnAdministrator(ctx);
}

/** Refuses the change that would leave nobody to administrate. */
export async function keepAnAdministrator(ctx: Ctx): Promise<void> {
  if ((await countWithRoleType(ctx.db, ctx.user.organisationId, roleType.site)) === 0) throw new Refusal(codes.lastAdministrator);
}
