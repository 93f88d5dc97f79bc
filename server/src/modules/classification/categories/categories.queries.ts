import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { CategoryTable } from '../../../platform/db/types.generated.ts';

/** All categories of an organisation, in sibling order. */
export const categoriesOf = (db: Db, organisation: number) =>
  db
    .selectFrom('category')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .orderBy('sort_number')
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

export type CategoryRow = Awaited<ReturnType<typeof categoriesOf>>[number];

/** How many visible documents each category has, counted up to `most`. */
export const countsOf = compiled<{ organisation: number; acls: string; most: number }, { id: number; n: number }>((db, p) =>
  db
    .selectFrom('category as c')
    .select('c.id')
    .select(
      sql<number>`(select count(*) from (select 1 as one from item_category m join item i on i.id = m.item_id where m.category_id = c.id
        and i.bin_id = 0 and i.organisation_id = ${p.organisation} and i.acl_id in ${among(db, p.acls)} limit ${p.most}) as seen)`.as('n'),
    )
    .where('c.organisation_id', '=', p.organisation),
);

interface CategoryScope {
  category: number;
  organisation: number;
  acls: string;
}

const inCategory = (db: Db, { category, organisation, acls }: CategoryScope) =>
  db
    .selectFrom('item_category as m')
    .innerJoin('item as i', 'i.id', 'm.item_id')
    .where('m.category_id', '=', category)
    .where('i.bin_id', '=', 0)
    .where('i.organisation_id', '=', organisation)
    .where('i.acl_id', 'in', among(db, acls));

const columns = { name: 'i.name_sort', size: 'i.size', updateTime: 'i.updated_at', createTime: 'i.created_at' } as const;

export async function pageInCategory(
  db: Db,
  asked: CategoryScope,
  part: { field: keyof typeof columns; direction: 'asc' | 'desc'; limit: number; offset: number },
) {
  const { n } = await inCategory(db, asked)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  // sorted by id alone: full rows are read for the page only
  const page = inCategory(db, asked)
    .select('i.id')
    .orderBy(columns[part.field], part.direction)
    .orderBy('i.id', part.direction)
    .limit(part.limit)
    .offset(part.offset);
  const rows = await db
    .selectFrom('item as i')
    .selectAll('i')
    .where('i.id', 'in', page)
    .orderBy(columns[part.field], part.direction)
    .orderBy('i.id', part.direction)
    .execute();
  return { rows, total: n };
}

/** The categories of items. */
export const categoriesOn = compiled<{ ids: string }, { item_id: number; category_id: number; name: string }>((db, p) =>
  db
    .selectFrom('item_category as m')
    .innerJoin('category as c', 'c.id', 'm.category_id')
    .select(['m.item_id', 'm.category_id', 'c.name'])
    .where('m.item_id', 'in', among(db, p.ids))
    .orderBy('c.name_sort')
    .orderBy('c.id'),
);

export const insertCategory = (db: Db, row: Insertable<CategoryTable>) => db.insertInto('category').values(row).execute();

export const updateCategoryRow = (db: Db, id: number, row: Updateable<CategoryTable>) =>
  db.updateTable('category').set(row).where('id', '=', id).execute();

export const isInUse = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('item_category').select('item_id').where('category_id', '=', id).limit(1).executeTakeFirst()) !== undefined;

/** Moves all items of one category to another. */
export const moveDocuments = (db: Db, { from, to }: { from: number; to: number }) =>
  sql`insert into item_category (category_id, item_id, created_at) select ${to}, m.item_id, m.created_at from item_category m
    where m.category_id = ${from} and m.item_id not in (select item_id from item_category where category_id = ${to})`.execute(db);

export async function deleteCategoryRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('item_category').where('category_id', '=', id).execute();
  await db.deleteFrom('category').where('id', '=', id).execute();
}

export const insertPlaced = (db: Db, rows: { category_id: number; item_id: number; created_at: number }[]) =>
  db
    .insertInto('item_category')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['category_id', 'item_id']).doNothing())
    .execute();

export const deletePlaced = (db: Db, { categories, items }: { categories: string; items: string }) =>
  db.deleteFrom('item_category').where('category_id', 'in', among(db, categories)).where('item_id', 'in', among(db, items)).execute();

export const copyPlaced = (db: Db, { from, to, at }: { from: number; to: number; at: number }) =>
  sql`insert into item_category (category_id, item_id, created_at)
    select category_id, ${to}, ${at} from item_category where item_id = ${from}`.execute(db);

export const forgetPlaced = (db: Db, ids: string) => db.deleteFrom('item_category').where('item_id', 'in', among(db, ids)).execute();
