import { objType } from '@dossier/contract/rights';
import type { ReportRow } from '@dossier/contract/statistics';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { belongings } from '../circles/belongings.ts';
import { findVisible } from '../library/need-items.ts';
import { namesOfAll } from './scope-queries.ts';

/** A time as a cell; nothing where there is none. */
export const timeCell = (at: number | null): string => (at === null || at === 0 ? '' : isoTime(at));

/** What a row says of the item that it is about, and the cell with its name: both empty where the caller may not see it. */
export type ItemCell = Pick<ReportRow, 'objId' | 'objType' | 'ext' | 'hidden'> & { name: string };

/** The names of items for whom they are shown to, judged now. */
export async function itemCells(ctx: Ctx, ids: readonly number[]): Promise<(id: number) => ItemCell> {
  const held = ids.length === 0 ? [] : await findVisible(ctx, [...new Set(ids)]);
  const known = new Map(held.map(({ item }) => [item.id, item]));
  return (id) => {
    const item = known.get(id);
    if (item === undefined) return { name: '', hidden: true };
    return { name: item.name, objId: String(id), objType: item.kind, ...(item.kind === objType.document && { ext: item.ext }) };
  };
}

/** The departments that people are in, the main one first, as one cell each. */
export async function departmentCells(ctx: Ctx, ids: readonly number[]): Promise<(id: number) => string> {
  const { departments } = await belongings(ctx.house.database.long, [...new Set(ids)], ctx.user.organisationId);
  const names = Map.groupBy(departments, (row) => row.person_id);
  return (id) => (names.get(id) ?? []).map((row) => row.name).join(', ');
}

/** Names of people, removed ones among them. */
export async function personCells(ctx: Ctx, ids: readonly number[]): Promise<(id: number) => string> {
  const names = await namesOfAll(ctx.house.database.long, ids);
  return (id) => names.get(id) ?? '';
}
