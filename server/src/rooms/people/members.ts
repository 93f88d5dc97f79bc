import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { namesInLine } from '../../ground/changed-fields.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { addMembers, type Circle, countPeople, removeMembers } from '../circles/circle-members.ts';
import { needDepartment } from '../circles/departments.ts';
import { needGroup } from '../circles/groups.ts';
import { keepAdministrators, needGivable } from '../circles/memberships.ts';
import { needRole } from '../circles/roles.ts';
import { drawingNobodyIn } from '../circles/own-branch.ts';
import { needPersonWithin, needWithin } from '../circles/within.ts';
import { namesOf } from './queries.ts';

interface Members {
  id: string;
  userIds: string[];
}

/** The circle, where the caller may change who is in it: departments only within those that one heads, roles only as they may be given, and that of heads by heading. */
const needCircle = {
  async department(ctx: Ctx, { id, userIds }: Members, field: Change['field']) {
    const department = await needDepartment(ctx, id);
    needWithin(ctx, 'departments.edit', [department.id]);
    // whoever is put into a department of theirs would become theirs
    if (field === 'added') for (const person of userIds) await needPersonWithin(ctx, 'departments.edit', Number(person));
    return department;
  },
  group: (ctx: Ctx, { id }: Members) => needGroup(ctx, id),
  async role(ctx: Ctx, { id, userIds }: Members) {
    const role = await needRole(ctx, id);
    if (role.kind === 'heads') throw new Refusal(codes.roleBuiltIn);
    needGivable(ctx, role, userIds.map(Number));
    return role;
  },
};

/** A deed that puts people into a department, group or role. */
export const addTo = (circle: Circle) => (ctx: Ctx, input: Members) => change(ctx, circle, { input, write: addMembers, field: 'added' });

/** A deed that takes people out again. */
export const removeFrom = (circle: Circle) => (ctx: Ctx, input: Members) =>
  change(ctx, circle, { input, write: removeMembers, field: 'removed' });

interface Change {
  input: Members;
  write: typeof addMembers;
  /** As what the log names those whom it concerned. */
  field: 'added' | 'removed';
}

async function change(ctx: Ctx, circle: Circle, { input, write, field }: Change) {
  const { id, name } = await needCircle[circle](ctx, input, field);
  const people = [...new Set(input.userIds.map(Number))];
  if ((await countPeople(ctx.db, ctx.user.organisationId, people)) !== people.length) throw new Refusal(codes.userMissing);
  const writing = () => write(ctx.db, circle, { id, people });
  const changed = await (circle === 'department' ? drawingNobodyIn(ctx, people, writing) : writing());
  if (changed.length === 0) return {};
  if (circle === 'role') await keepAdministrators(ctx);
  await bumpVersion(ctx.db, 'people');
  const names = await namesOf(ctx.db, changed);
  const after = { [field]: namesInLine(changed.map((person) => names.get(person) ?? '')) };
  await ctx.say(`${circle}.updated`, { objId: id, objName: name, after });
  return {};
}
