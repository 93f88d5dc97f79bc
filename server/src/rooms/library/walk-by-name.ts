import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { checkName, nameKey } from '../../ground/text/names.ts';
import { accessOf } from '../permissions/access.ts';
import { childByKey, type ItemRow } from './item-queries.ts';
import { childrenInOrder, entryItems } from './list-queries.ts';
import { findVisible, type Held } from './need-items.ts';

/** What has a name in a place, as far as the caller may see it. */
export async function childNamed(ctx: Ctx, place: ItemRow, name: string): Promise<Held | undefined> {
  if (!checkName(name).ok) return undefined;
  const [row] = await childByKey(ctx.db, { parent: place.id, key: nameKey(name) });
  return row === undefined ? undefined : (await findVisible(ctx, [row.id]))[0];
}

/** What the caller sees in a place, folders first, so many at most. */
export async function childrenOf(ctx: Ctx, place: ItemRow, limit: number): Promise<Held[]> {
  const access = await accessOf(ctx);
  const list = childrenInOrder('name', 'asc', true);
  const found: Held[] = [];
  for (const kind of [objType.folder, objType.document]) {
    if (found.length >= limit) break;
    const rows = await list(ctx.db, { parent: place.id, kind, limit: limit - found.length, offset: 0, acls: access.visible });
    found.push(...rows.map((item) => ({ item, bits: access.bits(item.acl_id) })));
  }
  return found;
}

/** Where the caller enters an area: cabinets, and what is seen there without the folder around it, of all names or of these; the oldest first. */
export async function entriesOfArea(ctx: Ctx, area: number, keys?: readonly string[]): Promise<Held[]> {
  const access = await accessOf(ctx);
  const asked = { organisationId: ctx.user.organisationId, area, acls: access.visible, entrances: access.entrances, keys };
  const rows = await entryItems(ctx.db, asked);
  return rows.toSorted((a, b) => a.id - b.id).map((item) => ({ item, bits: access.bits(item.acl_id) }));
}
