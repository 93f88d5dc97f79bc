import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

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

/** Replaces the access lists `from` by `to` for the items of a subtree, by depth below its top. */
export async function repointItems(db: Db, top: number, { from, to }: { from: readonly number[]; to: readonly number[] }): Promise<void> {
  const changes = (depth: number): boolean => from[depth] !== to[depth];
  const itemsAt = (depth: number) =>
    db
      .updateTable('item')
      .set({ acl_id: to[depth] ?? 0 })
      .where('acl_id', '=', from[depth] ?? 0);
  if (changes(0)) await itemsAt(0).where('id', '=', top).execute();
  if (changes(1)) await itemsAt(1).where('parent_id', '=', top).execute();
  if (!changes(2)) return;
  await sql`${below(top)} update item set acl_id = ${to[2] ?? 0}
    where acl_id = ${from[2] ?? 0} and parent_id in (select id from below where depth > 0)`.execute(db);
}

/** Every access list in a subtree, of deleted items too. */
export async function allAclsBelow(db: Db, top: number): Promise<number[]> {
  const found = await sql<{ acl_id: number }>`${below(top)}
    select distinct acl_id from item where id = ${top} or parent_id in (select id from below)`.execute(db);
  return found.rows.map((row) => row.acl_id);
}

/** The number of items in a subtree, deleted ones and its top included; counted up to the limit. */
export async function sizeOf(db: Db, top: number, limit: number): Promise<number> {
  const found = await sql<{ n: number }>`${below(top)}
    select count(*) as n from (select 1 from item where id = ${top} or parent_id in (select id from below) limit ${limit}) as counted`.execute(
    db,
  );
  return found.rows[0]?.n ?? 0;
}
