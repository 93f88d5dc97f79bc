import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among } from '../../platform/db/dialect.ts';

/** How a document is classified, by ids. */
export interface Classification {
  /** Its own type, or the one that its nearest ancestor gives to its contents. */
  type: number | undefined;
  /** The tags that it has for everybody; personal ones are left out. */
  tags: number[];
  categories: number[];
}

/** How some documents are classified, whoever asks: for rules that decide by it, not to be shown. */
export async function classificationsOf(db: Db, documentIds: readonly number[]): Promise<(id: number) => Classification> {
  const ids = JSON.stringify(documentIds);
  const tags = await db
    .selectFrom('item_tag as m')
    .innerJoin('tag as t', 't.id', 'm.tag_id')
    .select(['m.item_id', 't.id'])
    .where('m.item_id', 'in', among(db, ids))
    .where('t.kind', '<>', 'personal')
    .execute();
  const categories = await db
    .selectFrom('item_category')
    .select(['item_id', 'category_id as id'])
    .where('item_id', 'in', among(db, ids))
    .execute();
  const types = (
    await sql<{ item_id: number; type_id: number }>`with recursive up(start, id, parent_id, height) as (
        select id, id, parent_id, 0 from item where id in ${among(db, ids)}
        union all select up.start, i.id, i.parent_id, up.height + 1 from up join item i on i.id = up.parent_id)
      select up.start as item_id, coalesce(c.type_id, f.type_id) as type_id from up
      left join document_card c on c.item_id = up.id and up.height = 0 left join folder_type f on f.item_id = up.id
      where coalesce(c.type_id, f.type_id) is not null order by up.height desc`.execute(db)
  ).rows;
  // the nearest one comes last
  const typeOf = new Map(types.map((row) => [row.item_id, row.type_id]));
  const of = (rows: readonly { item_id: number; id: number }[], id: number): number[] =>
    rows.flatMap((row) => (row.item_id === id ? [row.id] : []));
  return (id) => ({ type: typeOf.get(id), tags: of(tags, id), categories: of(categories, id) });
}
