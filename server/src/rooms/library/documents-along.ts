import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { childByKey, type ItemRow } from './item-queries.ts';
import { findVisible, type Held } from './need-items.ts';

const mostSteps = 20;

/** The names of a way that leads down from a folder: `./pictures/plan.png`; none where it leads anywhere else. */
function namesOf(way: string): string[] {
  const names = way.split('/').filter((name) => name !== '.');
  return names.length > mostSteps || names.some((name) => name.trim() === '' || name === '..') ? [] : names;
}

/** The documents that ways lead to from a folder down, those that the caller sees, by their ways. */
export async function documentsAlong(ctx: Ctx, parentId: number, ways: readonly string[]): Promise<Map<string, Held>> {
  const found = new Map<string, number>();
  for (const way of ways) {
    let item: Pick<ItemRow, 'id' | 'kind'> | undefined;
    let parent = parentId;
    for (const name of namesOf(way)) {
      [item] = await childByKey(ctx.db, { parent, key: nameKey(name) });
      if (item === undefined) break;
      parent = item.id;
    }
    if (item?.kind === objType.document) found.set(way, item.id);
  }
  const held = new Map((await findVisible(ctx, [...new Set(found.values())])).map((one) => [one.item.id, one]));
  return new Map(
    [...found].flatMap(([way, id]) => {
      const one = held.get(id);
      return one === undefined ? [] : [[way, one] as const];
    }),
  );
}
