import type { admin } from '@dossier/contract/admin';
import { codes } from '@dossier/contract/codes';
import { importLimits } from '@dossier/contract/people-import';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needSeldomTaken } from '../guard/seldom-taken.ts';
import { needInvites } from './import-terms.ts';
import { pathCell } from './parse-cells.ts';
import { type Planned, planRows } from './plan-rows.ts';
import { readPeopleTable } from './read-table.ts';

/** Reads a table and shows what would become of each row; nothing is written. */
export async function planImport(
  ctx: Ctx,
  { bytes, ...options }: ParsedOf<typeof admin.planImport>,
): Promise<OutputOf<typeof admin.planImport>> {
  if (options.password === 'invite') await needInvites(ctx);
  const file = Buffer.from(bytes, 'base64');
  if (file.length > importLimits.bytes) throw new Refusal(codes.importTooLarge);
  const table = await readPeopleTable(ctx.house, file);
  const planned = await planRows(ctx, table.rows, options);
  await needSeldomTaken(ctx, planned.elsewhere);
  const rows = planned.rows.map(({ plan: _plan, ...shown }) => shown);
  return { rows, ignored: table.ignored.slice(0, 100), departments: newDepartments(planned) };
}

/** The departments that are not there yet, from the top down. */
function newDepartments({ rows, roster: { tree } }: Planned): string[] {
  const missing = new Set<string>();
  for (const names of rows.flatMap(({ plan }) => plan?.write?.departments ?? [])) {
    let parent: number | undefined = 0;
    for (const [at, name] of names.entries()) {
      parent = parent === undefined ? undefined : tree.find(parent, name);
      if (parent === undefined) missing.add(pathCell(names.slice(0, at + 1)));
    }
  }
  return [...missing].slice(0, importLimits.rows);
}
