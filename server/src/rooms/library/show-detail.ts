import type { Ancestor, ItemDetail } from '@dossier/contract/library';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { personNames } from '../people/person-names.ts';
import { accessOf } from '../permissions/access.ts';
import { type ItemRow, itemById, wayUp } from './item-queries.ts';
import { childCounts } from './list-queries.ts';
import { needItem } from './need-items.ts';
import { showItems } from './show-items.ts';

/** The way from the cabinet down to an item, as far as the caller sees it: what is hidden on the way ends it. */
export async function visibleWay(ctx: Ctx, id: number): Promise<ItemRow[]> {
  const access = await accessOf(ctx);
  const rows = await wayUp(ctx.db, { id });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const way: ItemRow[] = [];
  for (let row = byId.get(id); row !== undefined && access.isVisible(row.acl_id); row = byId.get(row.parent_id)) way.unshift(row);
  return way;
}

export async function listAncestors(ctx: Ctx, input: { id: string }): Promise<Ancestor[]> {
  const { item } = await needItem(ctx, right.visible, input.id);
  const way = await visibleWay(ctx, item.id);
  return way.map((row) => ({ id: String(row.id), name: row.name, moduleType: row.area, objType: row.kind }));
}

/** A deed that tells everything of an item of one kind. */
export const showDetail =
  (kind: number) =>
  async (ctx: Ctx, input: { id: string }): Promise<ItemDetail> => {
    const held = await needItem(ctx, right.visible, input.id, kind);
    const { item } = held;
    const [shown] = await showItems(ctx, [held]);
    if (shown === undefined) throw new Error('one item in, one item out');
    const way = await visibleWay(ctx, item.id);
    // what a publishing cabinet holds is fed by flows alone, too
    const [cabinet] = kind === objType.folder ? await itemById(ctx.db, { id: item.cabinet_id }) : [];
    const access = await accessOf(ctx);
    const nameOf = await personNames(ctx, [item.owner_id]);
    const children = kind === objType.document ? [] : await childCounts(ctx.db, { parent: item.id });
    const seen = children.filter((count) => access.isVisible(count.acl_id)).reduce((sum, count) => sum + count.n, 0);
    for (const facts of ctx.house.detailFacts) Object.assign(shown, (await facts(ctx, [item.id])).get(item.id));
    return {
      ...shown,
      ...(cabinet?.publishing === 1 && { publishing: true }),
      path: way.map((row) => row.name).join(' / '),
      ownerId: String(item.owner_id),
      ownerName: nameOf(item.owner_id),
      lockTime: item.locked_at === 0 ? undefined : new Date(item.locked_at).toISOString(),
      childCount: kind === objType.document ? undefined : seen,
    };
  };
