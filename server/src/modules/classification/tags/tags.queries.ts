import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';
import type { TagTable } from '../../../platform/db/types.generated.ts';
import { nameKey } from '../../../platform/text/names.ts';

/** Selects tags by organisation and owners. */
export interface TagScope {
  organisation: number;
  /** JSON of the ids of a user, departments and an organisation. */
  owners: string;
}

interface MarkRow {
  id: number;
  kind: string;
  name: string;
  colour: string;
}

/** The tags on items: those that lists show, or all. */
export const marksOn = compiled<TagScope & { ids: string; hidden: number }, MarkRow & { item_id: number }>((db, p) =>
  db
    .selectFrom('item_tag')
    .innerJoin('tag', 'tag.id', 'item_tag.tag_id')
    .select(['item_tag.item_id', 'tag.id', 'tag.kind', 'tag.name', 'tag.colour'])
    .where('item_tag.item_id', 'in', among(db, p.ids))
    // the unary plus keeps SQLite from scanning all visible tags first and probing the items of each
    .where(sql<number>`+tag.organisation_id`, '=', p.organisation)
    .where(sql<number>`+tag.owner_id`, 'in', among(db, p.owners))
    .where((where) => where.or([where('tag.listed', '=', 1), where(sql<number>`${p.hidden}`, '=', 1)]))
    .orderBy('tag.name_sort')
    .orderBy('tag.id'),
);

export const tagsOf = (db: Db, { organisation, owners }: TagScope) =>
  db
    .selectFrom('tag')
    .leftJoin('department', 'department.id', 'tag.owner_id')
    .selectAll('tag')
    .select('department.name as department_name')
    .where('tag.organisation_id', '=', organisation)
    .where('tag.owner_id', 'in', among(db, owners))
    .orderBy('tag.kind')
    .orderBy('tag.name_sort')
    .orderBy('tag.id')
    .execute();

export const tagsByIds = (db: Db, { organisation, owners, ids }: TagScope & { ids: string }) =>
  db
    .selectFrom('tag')
    .selectAll()
    .where('id', 'in', among(db, ids))
    .where('organisation_id', '=', organisation)
    .where('owner_id', 'in', among(db, owners))
    .execute();

export type TagRow = Awaited<ReturnType<typeof tagsByIds>>[number];

export const sharedTagById = (db: Db, id: number, organisation: number) =>
  db
    .selectFrom('tag')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisation)
    .where('kind', '<>', 'personal')
    .executeTakeFirst();

const usesOf = sql<number>`(select count(*) from item_tag where item_tag.tag_id = tag.id)`;

/** The shared tags of an organisation by name; `owners` restricts them to departments. */
export async function pageOfTags(
  db: Db,
  { organisation, owners, keyword }: { organisation: number; owners: string | undefined; keyword: string },
  { limit, offset }: { limit: number; offset: number },
) {
  let all = db.selectFrom('tag').where('tag.organisation_id', '=', organisation).where('tag.kind', 'in', ['department', 'system']);
  if (owners !== undefined) all = all.where('tag.owner_id', 'in', among(db, owners));
  if (keyword !== '') all = all.where('tag.name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .leftJoin('department', 'department.id', 'tag.owner_id')
    .selectAll('tag')
    .select(['department.name as department_name', usesOf.as('uses')])
    .orderBy('tag.name_sort')
    .orderBy('tag.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

export async function countTagsOf(db: Db, { organisation, owners }: TagScope): Promise<number> {
  const all = db.selectFrom('tag').where('organisation_id', '=', organisation).where('owner_id', 'in', among(db, owners));
  return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

export const insertTag = (db: Db, row: Insertable<TagTable>) => db.insertInto('tag').values(row).execute();

export const updateTagRow = (db: Db, id: number, row: Updateable<TagTable>) =>
  db.updateTable('tag').set(row).where('id', '=', id).execute();

export async function deleteTagRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('item_tag').where('tag_id', '=', id).execute();
  await db.deleteFrom('tag').where('id', '=', id).execute();
}

export const insertMarks = (db: Db, rows: { tag_id: number; item_id: number; created_at: number }[]) =>
  db
    .insertInto('item_tag')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tag_id', 'item_id']).doNothing())
    .execute();

export const deleteMarks = (db: Db, { tags, items }: { tags: string; items: string }) =>
  db.deleteFrom('item_tag').where('tag_id', 'in', among(db, tags)).where('item_id', 'in', among(db, items)).execute();

/** How many shared tags, and how many personal tags of one user, each item has. */
export const countMarks = (db: Db, { items, owner }: { items: string; owner: number }) =>
  db
    .selectFrom('item_tag')
    .innerJoin('tag', 'tag.id', 'item_tag.tag_id')
    .select(({ fn }) => ['item_tag.item_id', 'tag.kind', fn.countAll<number>().as('n')])
    .where('item_tag.item_id', 'in', among(db, items))
    .where((where) => where.or([where('tag.kind', '<>', 'personal'), where('tag.owner_id', '=', owner)]))
    .groupBy(['item_tag.item_id', 'tag.kind'])
    .execute();

/** Copies the shared tags of an original to its copy. */
export const copyMarks = (db: Db, { from, to, at }: { from: number; to: number; at: number }) =>
  sql`insert into item_tag (tag_id, item_id, created_at) select m.tag_id, ${to}, ${at} from item_tag m
    join tag on tag.id = m.tag_id where m.item_id = ${from} and tag.kind <> 'personal'`.execute(db);

export const forgetTagged = (db: Db, itemIds: string) => db.deleteFrom('item_tag').where('item_id', 'in', among(db, itemIds)).execute();

/** Deletes the tags of removed owners. */
export async function deleteTagsOf(db: Db, kind: 'personal' | 'department', owners: string): Promise<void> {
  const gone = db.selectFrom('tag').select('id').where('kind', '=', kind).where('owner_id', 'in', among(db, owners));
  await db.deleteFrom('item_tag').where('tag_id', 'in', gone).execute();
  await db.deleteFrom('tag').where('kind', '=', kind).where('owner_id', 'in', among(db, owners)).execute();
}

/** The tags that were used last, with the number of visible items that have each, counted up to `most`. */
export const lastUsed = compiled<TagScope & { acls: string; limit: number; most: number }, MarkRow & { n: number }>((db, p) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('tag')
        .select(['id', 'kind', 'name', 'colour'])
        .select(sql<number>`(select max(created_at) from item_tag where tag_id = tag.id)`.as('used'))
        .where('organisation_id', '=', p.organisation)
        .where('owner_id', 'in', among(db, p.owners))
        .where((where) => where.exists(where.selectFrom('item_tag').select('tag_id').whereRef('tag_id', '=', 'tag.id')))
        .orderBy('used', 'desc')
        .limit(p.limit)
        .as('t'),
    )
    .select(['t.id', 't.kind', 't.name', 't.colour'])
    .select(
      sql<number>`(select count(*) from (select 1 as one from item_tag m join item i on i.id = m.item_id where m.tag_id = t.id
        and i.bin_id = 0 and i.organisation_id = ${p.organisation} and i.acl_id in ${among(db, p.acls)} limit ${p.most}) as seen)`.as('n'),
    )
    .orderBy('t.used', 'desc'),
);
