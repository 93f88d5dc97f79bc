import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { levelOf } from './branch-queries.ts';
import { updateDepartmentRow } from './department-queries.ts';
import { needDepartment } from './departments.ts';
import { needWithin } from './within.ts';

/** The last number that orders departments. */
const last = 999;

/** Puts a department before another of its level, or last, and numbers the level anew; who heads departments orders what lies below them. */
export async function placeDepartment(ctx: Ctx, input: ParsedOf<typeof people.placeDepartment>) {
  const { id, name, parent_id } = await needDepartment(ctx, input.id);
  needWithin(ctx, 'departments.edit', [parent_id]);
  const level = await levelOf(ctx.db, ctx.user.organisationId, parent_id);
  const others = level.filter((row) => row.id !== id);
  const at = input.before === undefined ? others.length : others.findIndex((row) => row.id === Number(input.before));
  if (at < 0) throw new Refusal(codes.departmentMissing);
  const ordered = others.toSpliced(at, 0, { id, sort_number: -1 });
  for (const [index, row] of ordered.entries()) {
    const sort_number = Math.min(index + 1, last);
    if (row.sort_number !== sort_number) await updateDepartmentRow(ctx.db, row.id, { sort_number });
  }
  await ctx.say('department.updated', { objId: id, objName: name, changed: ['sortNumber'] });
  return {};
}
