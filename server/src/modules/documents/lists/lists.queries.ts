import type { SortField } from '@dossier/contract/documents/library';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';
import type { ItemRow } from '../../access/items.queries.ts';

/** The columns of each order; indexes of children have them, with `acl_id` behind. */
export const orderColumns = {
  name: ['name_sort', 'id'],
  size: ['size', 'id'],
  updateTime: ['updated_at', 'id'],
  createTime: ['created_at', 'id'],
  sortNumber: ['sort_number', 'name_sort', 'id'],
} as const;

interface ListPart {
  parent: number;
  kind: number;
  limit: number;
  offset: number;
  /** JSON of access lists; only in the filtered variants. */
  acls: string;
  /** JSON of items to leave out; only in the variants that hide some. */
  hidden?: string;
}

type ListQuery = (db: Db, params: ListPart) => Promise<ItemRow[]>;
const variants = new Map<string, ListQuery>();

/** Children of one kind in order, by an ordered index scan; `filtered` leaves out items under other access lists, `hiding` single items. */
export function childrenInOrder(field: SortField, direction: 'asc' | 'desc', filtered: boolean, hiding: boolean = false): ListQuery {
  const key = `${field} ${direction} ${filtered} ${hiding}`;
  let query = variants.get(key);
  if (query === undefined) {
    query = compiled<ListPart, ItemRow>((db, p) => {
      let select = db.selectFrom('item').selectAll().where('parent_id', '=', p.parent).where('bin_id', '=', 0).where('kind', '=', p.kind);
      if (filtered) select = select.where('acl_id', 'in', among(db, p.acls));
      if (hiding) select = select.where('id', 'not in', among(db, p.hidden ?? '[]'));
      for (const column of orderColumns[field]) select = select.orderBy(column, direction);
      return select.limit(p.limit).offset(p.offset);
    });
    variants.set(key, query);
  }
  return query;
}

/** Children of one kind with names in a half-open range, by the index of names. */
export const childrenNamed = compiled<{ parent: number; kind: number; from: string; to: string; limit: number }, { id: number }>((db, p) =>
  db
    .selectFrom('item')
    .select('id')
    .where('parent_id', '=', p.parent)
    // repeats the condition of the unique index literally, so that it is used
    .where(sql<boolean>`bin_id = 0 and parent_id <> 0`)
    .where('name_key', '>=', p.from)
    .where('name_key', '<', p.to)
    .where('kind', '=', p.kind)
    .orderBy('name_key')
    .limit(p.limit),
);

/** The live children of a folder, counted by kind and access list. */
export const childCounts = compiled<{ parent: number }, { kind: number; acl_id: number; n: number }>((db, p) =>
  db.selectFrom('child_count').select(['kind', 'acl_id', 'n']).where('parent_id', '=', p.parent).where('n', '>', 0),
);

/** Like `childCounts`, for several folders. */
export const countsOfParents = compiled<{ parents: string }, { parent_id: number; kind: number; acl_id: number; n: number }>((db, p) =>
  db
    .selectFrom('child_count')
    .select(['parent_id', 'kind', 'acl_id', 'n'])
    .where('parent_id', 'in', among(db, p.parents))
    .where('n', '>', 0),
);

/** Children whose name contains a word: checks each name in the folder, so it runs on the long reader. */
export async function childrenContaining(
  db: Db,
  asked: {
    parent: number;
    kinds: number[];
    keyword: string;
    acls: string;
    field: SortField;
    direction: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{ rows: ItemRow[]; total: number }> {
  const found = db
    .selectFrom('item')
    .where('parent_id', '=', asked.parent)
    .where('bin_id', '=', 0)
    .where('kind', 'in', asked.kinds)
    .where('acl_id', 'in', among(db, asked.acls))
    .where('name_key', 'like', containing(asked.keyword) as never);
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  let page = found.selectAll().orderBy('kind');
  for (const column of orderColumns[asked.field]) page = page.orderBy(column, asked.direction);
  return { rows: await page.limit(asked.limit).offset(asked.offset).execute(), total: n };
}

/**
 * The entries of an area for a user: cabinets, and visible items whose folder is hidden.
 * Only ACL roots and their direct children qualify, so the search starts at the user's access lists.
 */
export const entryItems = (
  db: Db,
  asked: { organisationId: number; area: number; acls: string; entrances: string; keys?: readonly string[] | undefined },
) =>
  db
    .selectFrom('item as i')
    .leftJoin('item as p', 'p.id', 'i.parent_id')
    .selectAll('i')
    .where('i.acl_id', 'in', among(db, asked.entrances))
    .where('i.organisation_id', '=', asked.organisationId)
    .where('i.area', '=', asked.area)
    .where('i.bin_id', '=', 0)
    .$if(asked.keys !== undefined, (all) => all.where('i.name_key', 'in', asked.keys ?? []))
    .where((where) =>
      where.or([
        where('i.parent_id', '=', 0),
        where.and([where('p.acl_id', 'not in', among(db, asked.acls)), where.or([where('i.kind', '=', 32), where('i.kind', '=', 33)])]),
      ]),
    )
    .orderBy('i.kind')
    .orderBy('i.sort_number')
    .orderBy('i.name_sort')
    .orderBy('i.id')
    .execute();

interface NewestFilter {
  acls: string;
  organisation: number;
  limit: number;
}

/** Visible documents among the newest of all, by the index of creation; `reach` bounds the scan. */
export const newestSeen = compiled<NewestFilter & { reach: number }, ItemRow>((db, p) =>
  db
    .selectFrom('item')
    .selectAll()
    .where('kind', '=', 33)
    .where('bin_id', '=', 0)
    .where('created_at', '>=', (where) =>
      where
        .selectFrom((from) =>
          from
            .selectFrom('item')
            .select('created_at')
            .where('kind', '=', 33)
            .where('bin_id', '=', 0)
            .orderBy('created_at', 'desc')
            .limit(p.reach)
            .as('newest'),
        )
        .select((select) => select.fn.coalesce(select.fn.min<number>('created_at'), select.lit(0)).as('oldest')),
    )
    .where('acl_id', 'in', among(db, p.acls))
    .where('organisation_id', '=', p.organisation)
    .where('attached', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** The newest documents under the given access lists, however old. */
export const newestOfAcls = compiled<NewestFilter, ItemRow>((db, p) =>
  db
    .selectFrom('item')
    .selectAll()
    .where('acl_id', 'in', among(db, p.acls))
    .where('kind', '=', 33)
    .where('bin_id', '=', 0)
    .where('organisation_id', '=', p.organisation)
    .where('attached', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
);

interface CreatorsFilter {
  /** JSON of users, and of the access lists whose items are visible. */
  creators: string;
  acls: string;
  organisation: number;
}

const creators = (db: Db, p: CreatorsFilter) => (among(db, p.creators) as unknown as RawBuilder<{ value: number }>).as<'c'>('c');

/**
 * Visible documents by these users, newest first: the newest of each by the index of creators, and the newest of those. The cost depends on
 * the users and their documents, not on the size of the database.
 */
export const newestByCreators = compiled<CreatorsFilter & { reach: number; limit: number; offset: number }, ItemRow>((db, p) =>
  db
    .selectFrom(creators(db, p))
    // in this order on both engines: user by user, then their rows by id
    .crossJoin('item as i')
    .where('i.id', 'in', (where) =>
      where
        .selectFrom('item as own')
        .select('own.id')
        .whereRef('own.creator_id', '=', 'c.value')
        .where('own.kind', '=', 33)
        .where('own.bin_id', '=', 0)
        .where('own.acl_id', 'in', among(db, p.acls))
        .where('own.organisation_id', '=', p.organisation)
        .where('own.attached', '=', 0)
        .orderBy('own.created_at', 'desc')
        .orderBy('own.id', 'desc')
        .limit(p.reach),
    )
    .selectAll('i')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

/** The number of documents by these users, counted up to `reach`, by the same index. */
export const countByCreators = compiled<CreatorsFilter & { reach: number }, { n: number }>((db, p) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('item')
        .select('creator_id')
        .where('creator_id', 'in', among(db, p.creators))
        .where('kind', '=', 33)
        .where('bin_id', '=', 0)
        .where('acl_id', 'in', among(db, p.acls))
        .where('organisation_id', '=', p.organisation)
        .where('attached', '=', 0)
        .limit(p.reach)
        .as('made'),
    )
    .select((select) => select.fn.countAll<number>().as('n')),
);
