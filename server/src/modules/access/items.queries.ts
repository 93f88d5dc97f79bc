import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among, compiled } from '../../platform/db/dialect.ts';
import type { ItemTable } from '../../platform/db/types.generated.ts';

export type ItemRow = Selectable<ItemTable>;

export const itemById = compiled<{ id: number }, ItemRow>((db, p) => db.selectFrom('item').selectAll().where('id', '=', p.id));

export const itemsByIds = compiled<{ ids: string }, ItemRow>((db, p) =>
  db.selectFrom('item').selectAll().where('id', 'in', among(db, p.ids)),
);

/** The row of an item, in the bin too. No rights are checked: callers that act for a user use `requireItem`. */
export const findItem = async (db: Db, id: number): Promise<ItemRow | undefined> => (await itemById(db, { id }))[0];

/** The rows of the existing items among these, in no order. No rights are checked. */
export const findItems = (db: Db, ids: readonly number[]): Promise<ItemRow[]> => itemsByIds(db, { ids: JSON.stringify(ids) });

/** The access lists of some items, deleted ones too. */
export const aclsOfItems = compiled<{ ids: string }, Pick<ItemRow, 'id' | 'acl_id'>>((db, p) =>
  db.selectFrom('item').select(['id', 'acl_id']).where('id', 'in', among(db, p.ids)),
);

/** The item and its ancestors, the item first. */
const ancestors = compiled<{ id: number }, ItemRow>((db, p) =>
  db
    .withRecursive('up', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id'])
        .where('id', '=', p.id)
        .unionAll(with_.selectFrom('item').innerJoin('up', 'up.parent_id', 'item.id').select(['item.id', 'item.parent_id'])),
    )
    .selectFrom('up')
    .innerJoin('item', 'item.id', 'up.id')
    .selectAll('item'),
);

/** An item and its ancestors up to the cabinet, the item first. */
export async function withAncestors(db: Db, id: number): Promise<ItemRow[]> {
  const rows = new Map((await ancestors(db, { id })).map((row) => [row.id, row]));
  const path: ItemRow[] = [];
  for (let row = rows.get(id); row !== undefined; row = rows.get(row.parent_id)) path.push(row);
  return path;
}

/** Sets the owner in the row of an item; `setAclRootOwner` gives the rights. */
export const setItemOwner = (db: Db, id: number, ownerId: number) =>
  db.updateTable('item').set({ owner_id: ownerId }).where('id', '=', id).execute();

/** Some items and their ancestors, each once. */
export const ancestorsOfAll = compiled<{ ids: string }, Pick<ItemRow, 'id' | 'parent_id' | 'acl_id' | 'name'>>((db, p) =>
  db
    .withRecursive('up', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id'])
        .where('id', 'in', among(db, p.ids))
        .union(with_.selectFrom('item').innerJoin('up', 'up.parent_id', 'item.id').select(['item.id', 'item.parent_id'])),
    )
    .selectFrom('up')
    .innerJoin('item', 'item.id', 'up.id')
    .select(['item.id', 'item.parent_id', 'item.acl_id', 'item.name']),
);

type TreePosition = Pick<ItemRow, 'id' | 'parent_id' | 'bin_id' | 'organisation_id' | 'area' | 'name_sort'>;

/** The ancestors with the fields to sort them. */
export const treePositions = compiled<{ ids: string }, TreePosition>((db, p) =>
  db
    .withRecursive('up', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id'])
        .where('id', 'in', among(db, p.ids))
        .union(with_.selectFrom('item').innerJoin('up', 'up.parent_id', 'item.id').select(['item.id', 'item.parent_id'])),
    )
    .selectFrom('up')
    .innerJoin('item', 'item.id', 'up.id')
    .select(['item.id', 'item.parent_id', 'item.bin_id', 'item.organisation_id', 'item.area', 'item.name_sort']),
);

/** The folders of a subtree, its top included, with their depth; deleted ones too. */
const below = (top: number) => sql`with recursive below(id, depth) as (
  select id, 0 from item where id = ${top}
  union all
  select item.id, below.depth + 1 from item join below on item.parent_id = below.id where item.kind <> 33
)`;

/** The access lists of the live items of a subtree, by the counters of its folders. */
export async function aclsBelow(db: Db, top: number): Promise<number[]> {
  const found = await sql<{ acl_id: number }>`${below(top)}
    select acl_id from item where id = ${top} and bin_id = 0
    union select acl_id from child_count where n > 0 and parent_id in (select id from below)`.execute(db);
  return found.rows.map((row) => row.acl_id);
}

/** Replaces the access lists `from` by `to` for the items of a subtree, by depth below its top; expired documents keep the minus sign. */
export async function repointItems(db: Db, top: number, { from, to }: { from: readonly number[]; to: readonly number[] }): Promise<void> {
  const changes = (depth: number): boolean => from[depth] !== to[depth];
  const itemsAt = (depth: number) => {
    const [was, is] = [from[depth] ?? 0, to[depth] ?? 0];
    return db
      .updateTable('item')
      .set({ acl_id: sql<number>`case when acl_id < 0 then cast(${-is} as bigint) else cast(${is} as bigint) end` })
      .where('acl_id', 'in', [was, -was]);
  };
  if (changes(0)) await itemsAt(0).where('id', '=', top).execute();
  if (changes(1)) await itemsAt(1).where('parent_id', '=', top).execute();
  if (!changes(2)) return;
  const [was, is] = [from[2] ?? 0, to[2] ?? 0];
  await sql`${below(top)} update item set acl_id = case when acl_id < 0 then cast(${-is} as bigint) else cast(${is} as bigint) end
    where acl_id in (${was}, ${-was}) and parent_id in (select id from below where depth > 0)`.execute(db);
}

/** Every access list in a subtree, of deleted items too. */
export async function allAclsBelow(db: Db, top: number): Promise<number[]> {
  const found = await sql<{ acl_id: number }>`${below(top)}
    select distinct acl_id from item where id = ${top} or parent_id in (select id from below)`.execute(db);
  return found.rows.map((row) => row.acl_id);
}

/** The number of items in a subtree, attachments, deleted ones and its top included; counted up to the limit. */
export async function sizeOf(db: Db, top: number, limit: number): Promise<number> {
  const found = await sql<{ n: number }>`${below(top)}
    select count(*) as n from (select 1 from item where id = ${top} or parent_id in (
      select id from below
      union all select item.id from item join below on item.parent_id = below.id where item.attachments > 0) limit ${limit}) as counted`.execute(
    db,
  );
  return found.rows[0]?.n ?? 0;
}
