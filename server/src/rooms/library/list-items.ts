import type { Item, library } from '@dossier/contract/library';
import type { Paged } from '@dossier/contract/page';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { type Access, accessOf } from '../permissions/access.ts';
import type { ItemRow } from './item-queries.ts';
import { childCounts, childrenContaining, childrenInOrder } from './list-queries.ts';
import { needPlace } from './need-items.ts';
import { showItems } from './show-items.ts';

type Asked = ParsedOf<typeof library.items>;

/** Folders, then documents, of a place; totals count only what the caller sees. */
export const listItems = (ctx: Ctx, input: Asked): Promise<Paged<Item>> => list(ctx, input, [objType.folder, objType.document]);

/** Documents of a place. */
export const listDocuments = (ctx: Ctx, input: Asked): Promise<Paged<Item>> => list(ctx, input, [objType.document]);

async function list(ctx: Ctx, input: Asked, kinds: number[]): Promise<Paged<Item>> {
  const { item: place } = await needPlace(ctx, right.visible, input.parentId);
  const access = await accessOf(ctx);
  const keyword = nameKey((input.keyword ?? '').trim());
  const { rows, total } =
    keyword === '' ? await inOrder(ctx, { place, input, kinds, access }) : await matching(ctx, { place, input, kinds, access, keyword });
  const shown = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: access.bits(item.acl_id) })),
  );
  return { list: shown, pageNo: input.pageNo, pageSize: input.pageSize, totalNumber: total };
}

interface Listing {
  place: ItemRow;
  input: Asked;
  kinds: number[];
  access: Access;
}

/**
 * The counters tell how many children of each kind the caller sees, so that the page is cut out of two straight walks
 * along an index: folders first, then documents. Access lists are compared only where the folder holds hidden ones.
 */
async function inOrder(ctx: Ctx, { place, input, kinds, access }: Listing): Promise<{ rows: ItemRow[]; total: number }> {
  const counts = await childCounts(ctx.db, { parent: place.id });
  let offset = (input.pageNo - 1) * input.pageSize;
  let room = input.pageSize;
  let total = 0;
  const rows: ItemRow[] = [];
  for (const kind of kinds) {
    const ofKind = counts.filter((count) => count.kind === kind);
    const seen = ofKind.filter((count) => access.isVisible(count.acl_id));
    const n = seen.reduce((sum, count) => sum + count.n, 0);
    total += n;
    if (room > 0 && offset < n) {
      const filtered = seen.length < ofKind.length;
      const acls = filtered ? JSON.stringify(seen.map((count) => count.acl_id)) : '';
      const part = await childrenInOrder(
        input.sortField,
        input.sortDirection,
        filtered,
      )(ctx.db, { parent: place.id, kind, limit: room, offset, acls });
      rows.push(...part);
      room -= part.length;
    }
    offset = Math.max(0, offset - n);
  }
  return { rows, total };
}

function matching(ctx: Ctx, { place, input, kinds, access, keyword }: Listing & { keyword: string }) {
  return childrenContaining(ctx.house.database.long, {
    parent: place.id,
    kinds,
    keyword,
    acls: access.visible,
    field: input.sortField,
    direction: input.sortDirection,
    limit: input.pageSize,
    offset: (input.pageNo - 1) * input.pageSize,
  });
}
