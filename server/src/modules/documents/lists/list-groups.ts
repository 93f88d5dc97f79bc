import { objType } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import { type Grouping, type ListGroup, fileKinds } from '@dossier/contract/documents/list-groups';
import type { library } from '@dossier/contract/documents/library';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { nameKey, nameSort } from '../../../platform/text/names.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { principalNames } from '../../identity/principals.ts';
import { countGroups, groupCondition, groupExpression, groupRows } from './groups.queries.ts';

/** A group, and the condition of its rows. */
interface Part extends ListGroup {
  kind: number;
  where: RawBuilder<unknown> | undefined;
}

interface Asked {
  place: ItemRow;
  input: ParsedOf<typeof library.items>;
  groupBy: Grouping;
  /** JSON of the access lists whose items are visible. */
  acls: string;
}

/** Groups of this many creators; the others are one group. */
const mostCreators = 50;

/**
 * A page of a folder with its documents in groups. How many there are in each group tells from which of them the page is cut, as the counters of
 * the folder do without groups; those of times and letters are ranges of the index that has their order.
 */
export async function pageInGroups(ctx: Context, asked: Asked): Promise<{ rows: ItemRow[]; total: number; groups: ListGroup[] }> {
  const { input } = asked;
  const { long } = ctx.services.database;
  const base = { parent: asked.place.id, acls: asked.acls, keyword: nameKey((input.keyword ?? '').trim()) };
  const parts = await partsOf(ctx, asked, base);
  const order = { field: input.sortField, direction: input.sortDirection };
  let offset = (input.pageNo - 1) * input.pageSize;
  let total = 0;
  const rows: ItemRow[] = [];
  for (const { count, folded, kind, where } of parts) {
    if (folded) continue;
    total += count;
    const limit = input.pageSize - rows.length;
    if (limit > 0 && offset < count) rows.push(...(await groupRows(long, { ...base, kind }, { where, ...order, limit, offset })));
    offset = Math.max(0, offset - count);
  }
  return { rows, total, groups: parts.map(({ kind: _kind, where: _where, ...group }) => group) };
}

type Base = { parent: number; acls: string; keyword: string };

/** The folders, and the groups of documents that there are, in their order. */
async function partsOf(ctx: Context, asked: Asked, base: Base): Promise<Part[]> {
  const { long } = ctx.services.database;
  const folders = await countGroups(long, { ...base, kind: objType.folder }, groupExpression.changed([]));
  const groups = await documentGroups[asked.groupBy](ctx, asked, { ...base, kind: objType.document });
  const folded = new Set(asked.input.folded);
  return [{ key: 'folders', count: folders[0]?.n ?? 0, kind: objType.folder, where: undefined }, ...groups]
    .filter(({ count }) => count > 0)
    .map((part) => ({ ...part, ...(folded.has(part.key) && { folded: true }) }));
}

type GroupsOf = (ctx: Context, asked: Asked, children: Base & { kind: number }) => Promise<Part[]>;

const documentGroups: Record<Grouping, GroupsOf> = {
  changed: async ({ services }, { input }, children) => {
    const moments = (input.since ?? []).map((moment) => Date.parse(moment)).toSorted((a, b) => b - a);
    const counted = await countGroups(services.database.long, children, groupExpression.changed(moments));
    // the latest first, unless the list has the earliest first
    const sign = input.sortField === 'updateTime' && input.sortDirection === 'asc' ? -1 : 1;
    return counted
      .toSorted((a, b) => sign * (Number(a.key) - Number(b.key)))
      .map(({ key, n }) => ({ key, count: n, kind: children.kind, where: groupCondition.changed(moments, Number(key)) }));
  },
  letter: async ({ services }, { input }, children) => {
    const counted = await countGroups(services.database.long, children, groupExpression.letter);
    const sign = input.sortField === 'name' && input.sortDirection === 'desc' ? -1 : 1;
    const order = '#abcdefghijklmnopqrstuvwxyz\u3000';
    const placeOf = (key: string): string => `${key === '~' ? order.length : order.indexOf(key[0] ?? '')}`.padStart(2, '0') + key;
    return counted
      .toSorted((a, b) => sign * (placeOf(a.key) < placeOf(b.key) ? -1 : 1))
      .map(({ key, n }) => ({ key, count: n, kind: children.kind, where: groupCondition.letter(key) }));
  },
  kind: async ({ services }, _, children) => {
    const db = services.database.long;
    const counted = await countGroups(db, children, groupExpression.kind(db));
    const order = [...Object.keys(fileKinds), 'other'];
    return counted
      .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
      .map(({ key, n }) => ({ key, count: n, kind: children.kind, where: groupCondition.kind(db, key) }));
  },
  creator: async (ctx, _, children) => {
    const db: Db = ctx.services.database.long;
    const counted = (await countGroups(db, children, groupExpression.creator)).toSorted((a, b) => b.n - a.n);
    const [shown, rest] = [counted.slice(0, mostCreators), counted.slice(mostCreators)];
    const ids = shown.map(({ key }) => Number(key));
    const names = await principalNames(
      ctx,
      ids.map((id) => ({ type: 'user', id })),
    );
    const groups = shown
      .map(({ key, n }) => ({
        key,
        name: names('user', Number(key)),
        count: n,
        kind: children.kind,
        where: groupCondition.creator(Number(key)),
      }))
      .map((group) => ({ group, sort: nameSort(group.name) }))
      .toSorted((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : Number(a.group.key) - Number(b.group.key)))
      .map(({ group }) => group);
    const others = rest.reduce((sum, { n }) => sum + n, 0);
    return [...groups, { key: 'others', count: others, kind: children.kind, where: groupCondition.notBy(db, ids) }];
  },
};
