import { peopleActions } from '@dossier/contract/actions';
import { type LogEntry, type reports } from '@dossier/contract/reports';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import type { Held } from '../library/need-items.ts';
import { findEntries } from './find-entries.ts';
import { knownItems, objectOf, plainEntry, readable, type Row } from './show-entry.ts';

/** What happened in the organisation, newest first, for whom it is the office to look. */
export async function listEntries(ctx: Ctx, input: ParsedOf<typeof reports.log>): Promise<OutputOf<typeof reports.log>> {
  const { rows, total, more } = await findEntries(ctx, input);
  const items = rows.filter((row) => !peopleActions.has(row.action)).map((row) => row.obj_id ?? 0);
  const known = await knownItems(ctx, rows, items);
  const { pageNo, pageSize } = input;
  return { list: rows.map((row) => shown(ctx, row, known)), pageNo, pageSize, totalNumber: total, more };
}

/**
 * The office tells who did what, when and from where. It opens no item: of one that the caller does not see neither name nor facts are
 * told, of one that they may not read the name alone. What they did themselves they know.
 */
function shown(ctx: Ctx, row: Row, known: ReadonlyMap<number, Held>): LogEntry {
  const entry = { ...plainEntry(row), address: row.address ?? undefined };
  const isOwn = row.person_id === ctx.user.id;
  if (peopleActions.has(row.action) || isOwn) return { ...entry, ...objectOf(row), detail: readable(row, known) };
  if (row.obj_id === null) return entry;
  const held = known.get(row.obj_id);
  if (held === undefined) return { ...entry, hidden: true };
  return { ...entry, ...objectOf(row), detail: (held.bits & right.read) === 0 ? undefined : readable(row, known) };
}
