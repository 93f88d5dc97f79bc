import type { Paged } from '@dossier/contract/page';
import { action, type LogEntry, type reports } from '@dossier/contract/reports';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { findVisible, needItem } from '../library/need-items.ts';
import { countEntries, entriesOf } from './queries.ts';

type Row = Awaited<ReturnType<typeof entriesOf>>[number];

/** Facts about other places and other people's rights, which only who manages the item may know. */
const guarded: ReadonlySet<number> = new Set([
  action.folderMove,
  action.documentMove,
  action.folderCopy,
  action.documentCopy,
  action.permissionGrant,
  action.permissionRevoke,
  action.permissionInherit,
  action.reviewOpen,
  action.reviewClose,
  action.reviewPlan,
]);

/** What happened to an item. Who may only read learns what was done and by whom, not from which address or to whom rights were given. */
export async function listItemLog(ctx: Ctx, input: ParsedOf<typeof reports.itemLog>): Promise<Paged<LogEntry>> {
  const { item, bits } = await needItem(ctx, right.visible | right.read, input.objId);
  const manages = (bits & right.manage) !== 0;
  const { pageNo, pageSize } = input;
  const rows = await entriesOf(ctx.db, item.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const places = await visiblePlaces(ctx, rows);
  return { list: rows.map((row) => shown(row, { manages, places })), pageNo, pageSize, totalNumber: await countEntries(ctx.db, item.id) };
}

const factsOf = (row: Row): Record<string, unknown> => (row.detail === null ? {} : (JSON.parse(row.detail) as Record<string, unknown>));

/** Where an item came to lie, as an entry keeps it: the last of what the parent was and became. */
const placeOf = (facts: Record<string, unknown>): number => Number([facts['parentId']].flat().at(-1) ?? 0);

/** Those of the places that entries speak of that the caller may know. */
async function visiblePlaces(ctx: Ctx, rows: readonly Row[]): Promise<ReadonlySet<number>> {
  const places = [...new Set(rows.map((row) => placeOf(factsOf(row))))].filter((id) => id > 0);
  return new Set(places.length === 0 ? [] : (await findVisible(ctx, places)).map(({ item }) => item.id));
}

/** Without the ids of other things, which tell a reader nothing, and without the names of hidden places. */
function readable(row: Row, places: ReadonlySet<number>): string | undefined {
  const all = factsOf(row);
  const facts = Object.entries(all).filter(([field]) => !field.endsWith('Id') && (field !== 'parent' || places.has(placeOf(all))));
  return facts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(facts));
}

const shown = (row: Row, { manages, places }: { manages: boolean; places: ReadonlySet<number> }): LogEntry => ({
  id: String(row.id),
  time: new Date(row.at).toISOString(),
  action: row.action,
  userId: row.person_id === null ? undefined : String(row.person_id),
  userName: row.person_name,
  objId: row.obj_id === null ? undefined : String(row.obj_id),
  objName: row.obj_name ?? undefined,
  address: manages ? (row.address ?? undefined) : undefined,
  detail: row.detail !== null && (manages || !guarded.has(row.action)) ? readable(row, places) : undefined,
});
