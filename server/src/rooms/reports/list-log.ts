import type { Paged } from '@dossier/contract/page';
import { action } from '@dossier/contract/actions';
import { type LogEntry, type reports } from '@dossier/contract/reports';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { type Held, needItem } from '../library/need-items.ts';
import { countEntries, entriesOf } from './queries.ts';
import { knownItems, objectOf, plainEntry, readable, type Row } from './show-entry.ts';

/** Facts about other places, other people's rights, and marks that are not for everybody who reads the item, which only who manages it may know. */
const guarded: ReadonlySet<number> = new Set([
  action.folderMove,
  action.documentMove,
  action.folderCopy,
  action.documentCopy,
  action.permissionGrant,
  action.permissionRevoke,
  action.permissionInherit,
  action.itemTag,
  action.documentCategorise,
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
  const known = await knownItems(ctx, rows);
  return { list: rows.map((row) => shown(row, { manages, known })), pageNo, pageSize, totalNumber: await countEntries(ctx.db, item.id) };
}

const shown = (row: Row, { manages, known }: { manages: boolean; known: ReadonlyMap<number, Held> }): LogEntry => ({
  ...plainEntry(row),
  ...objectOf(row),
  address: manages ? (row.address ?? undefined) : undefined,
  detail: row.detail !== null && (manages || !guarded.has(row.action)) ? readable(row, known) : undefined,
});
