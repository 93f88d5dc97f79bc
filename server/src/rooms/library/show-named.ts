import type { NamedPlace } from '@dossier/contract/office-looks';
import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import type { ItemRow } from './item-queries.ts';
import { visibleWays } from './visible-ways.ts';

/** Items of the shared areas as the office that sees all rights is told of them: names and places, nothing else. */
export async function showNamed(ctx: Ctx, items: readonly ItemRow[]): Promise<NamedPlace[]> {
  const ways = await visibleWays(
    ctx,
    items.map((item) => ({ item })),
    true,
  );
  return items.map((item) => ({
    id: String(item.id),
    name: item.name,
    objType: item.kind,
    moduleType: item.area,
    ext: item.kind === objType.document ? item.ext : undefined,
    path: (ways.get(item.id) ?? []).join('/'),
  }));
}
