import type { FoundDepartment } from '@dossier/contract/departments';
import type { people } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { waysTo } from './grantee-queries.ts';
import { findNamed } from './grantee-queries.ts';

const most = 20;

/** Departments by part of their name, those that begin with it first, each with the way to it; guests without an office search by rights alone. */
export async function findDepartments(ctx: Ctx, input: ParsedOf<typeof people.findDepartments>): Promise<FoundDepartment[]> {
  if (isPlainGuest(ctx.user)) return [];
  const { organisationId, office } = ctx.user;
  const asked = { organisationId, key: nameKey(input.keyword.trim()), limit: most };
  const rows = await findNamed(ctx.db, 'department', { ...asked, ...(input.headed === true && { among: [...office.branch] }) });
  const ways = await waysTo(
    ctx.db,
    rows.map((row) => row.id),
  );
  const named = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name });
  return rows.map((row) => ({ ...named(row), way: (ways.get(row.id) ?? []).map(named) }));
}
