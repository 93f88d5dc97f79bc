import type { Db } from '../../ground/db/database.ts';
import { containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';

interface GroupNames {
  name: string;
  name_key: string;
  name_sort: string;
  spoken: string;
}

export const findGroup = (db: Db, organisationId: number, id: number) =>
  db.selectFrom('user_group').select(['id', 'name']).where('organisation_id', '=', organisationId).where('id', '=', id).executeTakeFirst();

export const insertGroup = (db: Db, group: GroupNames & { id: number; organisation_id: number }) =>
  db.insertInto('user_group').values(group).execute();

export const updateGroupRow = (db: Db, id: number, names: GroupNames) =>
  db.updateTable('user_group').set(names).where('id', '=', id).execute();

export const deleteGroupRow = (db: Db, id: number) => db.deleteFrom('user_group').where('id', '=', id).execute();

const groupsWhere = (db: Db, { organisationId, keyword }: { organisationId: number; keyword?: string }) => {
  const query = db.selectFrom('user_group').where('organisation_id', '=', organisationId);
  if (keyword === undefined || keyword === '') return query;
  const found = containing(nameKey(keyword)) as never;
  return query.where((where) => where.or([where('name_key', 'like', found), where('spoken', 'like', found)]));
};

/** A page of groups with the number of their members. */
export async function pageOfGroups(
  db: Db,
  filter: { organisationId: number; keyword?: string },
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await groupsWhere(db, filter)
    .select(['id', 'name'])
    .select((select) =>
      select
        .selectFrom('user_group_member as m')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.group_id', '=', 'user_group.id')
        .as('member_count'),
    )
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await groupsWhere(db, filter)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}
