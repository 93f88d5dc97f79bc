import { type FileKind, fileKinds } from '@dossier/contract/documents/list-groups';
import type { SortField } from '@dossier/contract/documents/library';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts, containing } from '../../../platform/db/dialect.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { orderColumns } from './lists.queries.ts';

/** The children of a folder that a list shows. */
interface Children {
  parent: number;
  kind: number;
  /** JSON of the access lists whose items are visible. */
  acls: string;
  /** Part of the name. */
  keyword: string;
}

const conditions = (db: Db, { parent, kind, acls, keyword }: Children): RawBuilder<unknown>[] => [
  sql`parent_id = ${parent}`,
  sql`bin_id = 0`,
  sql`kind = ${kind}`,
  sql`acl_id in ${among(db, acls)}`,
  ...(keyword === '' ? [] : [sql`name_key like ${containing(keyword)}`]),
];

/** Sort keys of names: letters begin at `a`, Chinese syllables follow a mark of their own, kana and Hangul follow these. */
const letters = { first: 'a', end: '{', han: '\u3000', hanEnd: '\u3001' };

/** The group of a document as SQL; those of times and letters are read from the index that has the order of them. */
export const groupExpression = {
  changed: (moments: readonly number[]): RawBuilder<unknown> =>
    moments.length === 0
      ? sql`'0'`
      : sql`case ${sql.join(
          moments.map((moment, at) => sql`when updated_at >= ${moment} then ${sql.lit(String(at))}`),
          sql` `,
        )} else ${sql.lit(String(moments.length))} end`,
  letter: sql`case when name_sort < ${sql.lit(letters.first)} then '#' when name_sort < ${sql.lit(letters.end)} then substr(name_sort, 1, 1)
    when name_sort >= ${sql.lit(letters.han)} and name_sort < ${sql.lit(letters.hanEnd)} then substr(name_sort, 1, 2) else '~' end`,
  kind: (db: Db): RawBuilder<unknown> =>
    sql`case ${sql.join(
      Object.entries(fileKinds).map(([kind, exts]) => sql`when ext in ${extensionsOf(db, exts)} then ${sql.lit(kind)}`),
      sql` `,
    )} else 'other' end`,
  creator: sql`cast(creator_id as text)`,
};

const extensionsOf = (db: Db, exts: string) => amongTexts(db, JSON.stringify(exts.split(',')));

/** How many of the children are in each group. */
export async function countGroups(db: Db, children: Children, group: RawBuilder<unknown>): Promise<{ key: string; n: number }[]> {
  const found = await sql<{ key: string; n: number }>`select key, count(*) as n from (
    select ${group} as key from item where ${sql.join(conditions(db, children), sql` and `)}) as grouped group by key`.execute(db);
  return found.rows;
}

/** The conditions of one group. */
export const groupCondition = {
  /** Changed since one moment and before another. */
  changed: (moments: readonly number[], at: number): RawBuilder<unknown> =>
    sql.join(
      [
        ...(at < moments.length ? [sql`updated_at >= ${moments[at]}`] : []),
        ...(at > 0 ? [sql`updated_at < ${moments[at - 1]}`] : []),
        ...(moments.length === 0 ? [sql`1 = 1`] : []),
      ],
      sql` and `,
    ),
  letter: (key: string): RawBuilder<unknown> => {
    if (key === '#') return sql`name_sort < ${letters.first}`;
    if (key === '~') return sql`name_sort >= ${letters.end} and not (name_sort >= ${letters.han} and name_sort < ${letters.hanEnd})`;
    const next = key.slice(0, -1) + String.fromCharCode(key.charCodeAt(key.length - 1) + 1);
    return sql`name_sort >= ${key} and name_sort < ${next}`;
  },
  kind: (db: Db, key: string): RawBuilder<unknown> =>
    key in fileKinds
      ? sql`ext in ${extensionsOf(db, fileKinds[key as FileKind])}`
      : sql`ext not in ${extensionsOf(db, Object.values(fileKinds).join(','))}`,
  creator: (id: number): RawBuilder<unknown> => sql`creator_id = ${id}`,
  notBy: (db: Db, ids: readonly number[]): RawBuilder<unknown> => sql`creator_id not in ${among(db, JSON.stringify(ids))}`,
};

interface GroupPart {
  where: RawBuilder<unknown> | undefined;
  field: SortField;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Rows of one group in the order of the list. */
export async function groupRows(db: Db, children: Children, part: GroupPart): Promise<ItemRow[]> {
  const all = [...conditions(db, children), ...(part.where === undefined ? [] : [part.where])];
  let select = db
    .selectFrom('item')
    .selectAll()
    .where(sql<boolean>`${sql.join(all, sql` and `)}`);
  for (const column of orderColumns[part.field]) select = select.orderBy(column, part.direction);
  return select.limit(part.limit).offset(part.offset).execute();
}
