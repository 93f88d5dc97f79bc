import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { accessOf } from '../permissions/access.ts';
import { grantsGiven } from '../permissions/grants.ts';
import { rootsOfAcls, rootsOnTheirOwn } from '../permissions/roots.ts';
import type { GrantFact } from '../permissions/rules.ts';
import type { ItemRow } from './item-queries.ts';
import { needPlace } from './need-items.ts';
import { foldersBelow } from './subtree-queries.ts';

/** A folder as it stands; `rights` are its own, where the caller may know them. */
export interface StandingFolder {
  id: number;
  /** 0 for the top. */
  parentId: number;
  name: string;
  inherits: boolean;
  rights: GrantFact[];
  /** It has rights of its own that the caller does not manage. */
  closed: boolean;
}

const atOnce = 1000;

/** A place that the caller manages with the folders in it that they see, each after the one that it lies in; `most` and one more at most. */
export async function readStructure(ctx: Ctx, id: string, most: number): Promise<StandingFolder[]> {
  const { item } = await needPlace(ctx, right.visible | right.manage, id);
  const rows = [item, ...(await seenBelow(ctx, item, most))];
  const access = await accessOf(ctx);
  const own = new Set(
    await rootsOfAcls(
      ctx.db,
      rows.map((row) => row.acl_id),
    ),
  );
  const roots = rows.filter((row) => own.has(row.id));
  const managed = roots.filter((row) => (access.bits(row.acl_id) & right.manage) !== 0).map((row) => row.id);
  const alone = await rootsOnTheirOwn(ctx.db, managed);
  const given = Map.groupBy(await grantsGiven(ctx, managed), ({ grant }) => grant.rootId);
  const stands = ({ deadline }: GrantFact): boolean => deadline === null || deadline > ctx.now;
  return rows.map((row) => ({
    id: row.id,
    parentId: row.id === item.id ? 0 : row.parent_id,
    name: row.name,
    inherits: !alone.has(row.id),
    rights: (given.get(row.id) ?? []).map(({ grant }) => grant).filter(stands),
    closed: own.has(row.id) && !managed.includes(row.id),
  }));
}

/** What stands in a folder that is hidden is not read either. */
async function seenBelow(ctx: Ctx, top: ItemRow, most: number): Promise<ItemRow[]> {
  const access = await accessOf(ctx);
  const byParent = new Map<number, ItemRow[]>();
  for (let after = 0, last: ItemRow | undefined = top; last !== undefined; ) {
    const rows: ItemRow[] = await foldersBelow(ctx.db, top.id, { after, limit: atOnce });
    for (const row of rows) if (access.isVisible(row.acl_id)) byParent.set(row.parent_id, [...(byParent.get(row.parent_id) ?? []), row]);
    last = rows.at(-1);
    after = last?.id ?? 0;
  }
  const found: ItemRow[] = [];
  for (const waiting = [top]; waiting.length > 0 && found.length <= most; ) {
    const inside = byParent.get(waiting.shift()?.id ?? 0) ?? [];
    found.push(...inside);
    waiting.push(...inside);
  }
  return found.slice(0, most + 1);
}
