import { objType, right } from '@dossier/contract/core/rights';
import type { SortField } from '@dossier/contract/documents/library';
import type { ShareContext } from '../../platform/context.ts';
import { type Access, accessOf } from '../access/effective-rights.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { findItems } from '../access/items.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { childCounts, childrenInOrder } from './lists/lists.queries.ts';

interface PageInput {
  pageNo: number;
  pageSize: number;
  sortField: SortField;
  sortDirection: 'asc' | 'desc';
}

const kinds = [objType.folder, objType.document];

/** A page of a folder for a share link visitor: folders, then documents, without hidden items. */
export async function listSharedFolder(
  ctx: ShareContext,
  place: ItemRow,
  asked: PageInput,
): Promise<{ list: (AuthorisedItem & { own: boolean })[]; total: number }> {
  const access = await accessOf(ctx);
  const uploads = await ctx.shareSession.uploads(ctx.db, place.id);
  const byVisitors = await findItems(
    ctx.db,
    uploads.map((one) => one.id),
  );
  const own = new Set(uploads.filter((one) => one.own).map((one) => one.id));
  const isHere = (row: ItemRow): boolean =>
    row.parent_id === place.id && row.bin_id === 0 && (access.bits(row.acl_id) & right.visible) !== 0;
  const here = byVisitors.filter(isHere);
  const withRights = (item: ItemRow) => ({ item, bits: access.bits(item.acl_id), own: own.has(item.id) });
  if (ctx.shareSession.onlyOwn) {
    const mine = here.filter((row) => own.has(row.id)).toSorted(inOrder(asked));
    const start = (asked.pageNo - 1) * asked.pageSize;
    return { list: mine.slice(start, start + asked.pageSize).map(withRights), total: mine.length };
  }
  const hidden = here.filter((row) => !own.has(row.id));
  const { rows, total } = await pageOf(ctx, { place, asked, access, hidden });
  return { list: rows.map(withRights), total };
}

const columns = { name: 'name_sort', size: 'size', updateTime: 'updated_at', createTime: 'created_at', sortNumber: 'sort_number' } as const;

function inOrder({ sortField, sortDirection }: PageInput): (a: ItemRow, b: ItemRow) => number {
  const column = columns[sortField];
  const sign = sortDirection === 'asc' ? 1 : -1;
  return (a, b) => sign * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : a.id - b.id);
}

/** Cut out of ordered index scans, by the counters of the folder. */
async function pageOf(
  { db }: ShareContext,
  { place, asked, access, hidden }: { place: ItemRow; asked: PageInput; access: Access; hidden: readonly ItemRow[] },
): Promise<{ rows: ItemRow[]; total: number }> {
  const seen = (await childCounts(db, { parent: place.id })).filter((count) => access.isVisible(count.acl_id));
  let offset = (asked.pageNo - 1) * asked.pageSize;
  let limit = asked.pageSize;
  let total = 0;
  const rows: ItemRow[] = [];
  for (const kind of kinds) {
    const counted = seen.filter((count) => count.kind === kind);
    const n = counted.reduce((sum, count) => sum + count.n, 0) - hidden.filter((row) => row.kind === kind).length;
    total += n;
    if (limit > 0 && offset < n) {
      const acls = JSON.stringify(counted.map((count) => count.acl_id));
      const query = childrenInOrder(asked.sortField, asked.sortDirection, true, hidden.length > 0);
      const part = await query(db, { parent: place.id, kind, limit, offset, acls, hidden: JSON.stringify(hidden.map((row) => row.id)) });
      rows.push(...part);
      limit -= part.length;
    }
    offset = Math.max(0, offset - n);
  }
  return { rows, total };
}
