import type { Paged } from '@dossier/contract/page';
import { action, type LogEntry, type reports } from '@dossier/contract/reports';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needItem } from '../library/need-items.ts';
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
]);

/** What happened to an item. Who may only read learns what was done and by whom, not from which address or to whom rights were given. */
export async function listItemLog(ctx: Ctx, input: ParsedOf<typeof reports.itemLog>): Promise<Paged<LogEntry>> {
  const { item, bits } = await needItem(ctx, right.visible | right.read, input.objId);
  const manages = (bits & right.manage) !== 0;
  const { pageNo, pageSize } = input;
  const rows = await entriesOf(ctx.db, item.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list: rows.map((row) => shown(row, manages)), pageNo, pageSize, totalNumber: await countEntries(ctx.db, item.id) };
}

/** Without the ids of other things, which tell a reader nothing. */
function readable(detail: string): string | undefined {
  const facts = Object.entries(JSON.parse(detail) as Record<string, unknown>).filter(([field]) => !field.endsWith('Id'));
  return facts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(facts));
}

const shown = (row: Row, manages: boolean): LogEntry => ({
  id: String(row.id),
  time: new Date(row.at).toISOString(),
  action: row.action,
  userId: row.person_id === null ? undefined : String(row.person_id),
  userName: row.person_name,
  objId: row.obj_id === null ? undefined : String(row.obj_id),
  objName: row.obj_name ?? undefined,
  address: manages ? (row.address ?? undefined) : undefined,
  detail: row.detail !== null && (manages || !guarded.has(row.action)) ? readable(row.detail) : undefined,
});
