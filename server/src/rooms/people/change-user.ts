import { codes } from '@dossier/contract/codes';
import type { Deed } from '@dossier/contract/deeds';
import type { people } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { changedFields } from '../../ground/changed-fields.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { fullNameColumns } from '../../ground/text/name-columns.ts';
import { keepAdministrators, needPowerOver, setDepartments, setRoles } from '../circles/memberships.ts';
import { drawingNobodyIn } from '../circles/own-branch.ts';
import { needPersonWithin } from '../circles/within.ts';
import { keepMail, soundMail } from './mail.ts';
import { findColleague } from './people.ts';
import { personFacts } from './person-facts.ts';
import { updatePerson } from './queries.ts';

/** Somebody who works in the caller's space, guests included; 2002 for others, 1001 for whom their office sets above the caller. */
export async function needColleague(ctx: Ctx, id: number) {
  const person = await findColleague(ctx, id);
  if (person === undefined) throw new Refusal(codes.userMissing);
  await needPowerOver(ctx, id);
  return person;
}

/** The same of those whose account is this organisation's, and whom the caller's deed extends to: that of a guest is another's to change, 1001. */
export async function needChangeablePerson(ctx: Ctx, id: number, deed: Deed) {
  const person = await needColleague(ctx, id);
  await needPersonWithin(ctx, deed, id);
  if (person.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.noRightToOperate);
  return person;
}

/** Changes a person's name, departments, roles, and whether they may sign in. The session room serves it, as it ends sessions too. */
export async function changeUser(ctx: Ctx, input: ParsedOf<typeof people.updateUser>): Promise<void> {
  const id = Number(input.id);
  const account = input.fullName !== undefined || input.mail !== undefined || input.enabled !== undefined;
  const person = await (account ? needChangeablePerson(ctx, id, 'people.edit') : needColleague(ctx, id));
  await needPersonWithin(ctx, 'people.edit', id);
  // a new address is a way to a new password
  if (input.mail !== undefined) await needChangeablePerson(ctx, id, 'people.secrets');
  const changed = (['fullName', 'departmentIds', 'roleIds', 'mail', 'enabled'] as const).filter((field) => input[field] !== undefined);
  if (changed.length === 0) return;
  const before = await personFacts(ctx, id);
  if (input.fullName !== undefined) await updatePerson(ctx.db, id, fullNameColumns(input.fullName));
  const departmentIds = input.departmentIds?.map(Number);
  if (departmentIds !== undefined) await drawingNobodyIn(ctx, [id], () => setDepartments(ctx, id, departmentIds));
  if (input.roleIds !== undefined) await setRoles(ctx, id, input.roleIds.map(Number));
  if (input.mail !== undefined) await keepMail(ctx.db, id, soundMail(input.mail));
  if (input.enabled !== undefined) {
    await updatePerson(ctx.db, id, { enabled: input.enabled ? 1 : 0 });
    await keepAdministrators(ctx);
    if (!input.enabled && id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  }
  await bumpVersion(ctx.db, 'people');
  const facts = changedFields(before, await personFacts(ctx, id));
  await ctx.say('user.updated', { objId: id, objName: input.fullName ?? person.full_name, changed, ...facts });
}
