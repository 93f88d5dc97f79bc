import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among } from '../../platform/db/dialect.ts';

export const insertMessage = (
  db: Db,
  message: {
    id: number;
    person_id: number;
    organisation_id: number;
    kind: number;
    facts: string;
    obj_type: number | null;
    obj_id: number | null;
    name: string | null;
    ext: string | null;
    created_at: number;
  },
) => db.insertInto('message').values(message).execute();

/** The newest messages of a user; the two indexes on message serve all and unread ones. */
export const messagesOf = (db: Db, personId: number, { unread, limit, offset }: { unread: boolean; limit: number; offset: number }) => {
  const query = db.selectFrom('message').selectAll().where('person_id', '=', personId);
  return (unread ? query.where('read_at', '=', 0) : query).orderBy('id', 'desc').limit(limit).offset(offset).execute();
};

/** The newest unread message of a kind about an item. */
export async function unreadMessageOf(
  db: Db,
  { personId, kind, objId }: { personId: number; kind: number; objId: number },
): Promise<number | undefined> {
  const query = db.selectFrom('message').select('id').where('person_id', '=', personId).where('read_at', '=', sql.lit(0));
  return (await query.where('kind', '=', kind).where('obj_id', '=', objId).orderBy('id', 'desc').limit(1).executeTakeFirst())?.id;
}

export const updateMessageFacts = (db: Db, id: number, facts: string) =>
  db.updateTable('message').set({ facts }).where('id', '=', id).execute();

export async function countMessages(db: Db, personId: number, unread: boolean): Promise<number> {
  const query = db
    .selectFrom('message')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId);
  return (await (unread ? query.where('read_at', '=', 0) : query).executeTakeFirstOrThrow()).n;
}

export const findMessage = (db: Db, personId: number, id: number) =>
  db.selectFrom('message').selectAll().where('person_id', '=', personId).where('id', '=', id).executeTakeFirst();

/** Marks unread messages of a user as read, all or these; answers their number. */
export async function markMessages(db: Db, personId: number, { ids, now }: { ids?: number[]; now: number }): Promise<number> {
  const query = db.updateTable('message').set({ read_at: now }).where('person_id', '=', personId).where('read_at', '=', 0);
  const marked = await (ids === undefined ? query : query.where('id', 'in', among(db, JSON.stringify(ids)))).executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

/** The number of unread messages of each user, and the id of the newest message. */
export const messageStateOf = (db: Db, personIds: number[]) =>
  db
    .selectFrom('person as p')
    .select('p.id')
    .select((select) => [
      select
        .selectFrom('message as m')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.person_id', '=', 'p.id')
        .where('m.read_at', '=', 0)
        .as('unread'),
      select
        .selectFrom('message as m')
        .select((inner) => inner.fn.max('m.id').as('n'))
        .whereRef('m.person_id', '=', 'p.id')
        .as('newest'),
    ])
    .where('p.id', 'in', among(db, JSON.stringify(personIds)))
    .execute();

/** Removes messages of a user: these, and all up to one; answers their number. */
export async function deleteMessages(db: Db, personId: number, { ids, until }: { ids: number[]; until: number }): Promise<number> {
  const gone = await db
    .deleteFrom('message')
    .where('person_id', '=', personId)
    .where((where) => where.or([where('id', '<=', until), where('id', 'in', among(db, JSON.stringify(ids)))]))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Removes all messages of a user. */
export const deleteMessagesOf = (db: Db, personId: number) => db.deleteFrom('message').where('person_id', '=', personId).execute();
