import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { SensitiveWordGroupTable } from '../../../platform/db/types.generated.ts';

const shown = ['id', 'name', 'level', 'action', 'places', 'enabled', 'word_count', 'updated_at'] as const;

export async function groupsOf(db: Db, organisationId: number, { limit, offset }: { limit: number; offset: number }) {
  const query = db.selectFrom('sensitive_word_group').where('organisation_id', '=', organisationId);
  const { n } = await query.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query.select(shown).orderBy('level', 'desc').orderBy('name_key').limit(limit).offset(offset).execute();
  return { rows, total: n };
}

export const groupById = (db: Db, organisationId: number, id: number) =>
  db
    .selectFrom('sensitive_word_group')
    .select([...shown, 'words', 'exceptions'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The enabled groups. */
export const enabledGroups = (db: Db, organisationId: number) =>
  db
    .selectFrom('sensitive_word_group')
    .select([...shown, 'words', 'exceptions'])
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', 1)
    .execute();

/** The enabled groups among these, as this transaction sees them. */
export async function groupsByIds(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('sensitive_word_group')
    .select(['id', 'name', 'level', 'action'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .where('enabled', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether any group is enabled: most sites have none, and need no queue. */
export const anyGroup = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('sensitive_word_group').select('id').where('enabled', '=', 1).limit(1).executeTakeFirst()) !== undefined;

export const insertGroup = (db: Db, row: Insertable<SensitiveWordGroupTable>) =>
  db.insertInto('sensitive_word_group').values(row).execute();

export const updateGroupRow = (db: Db, id: number, changes: Updateable<SensitiveWordGroupTable>) =>
  db.updateTable('sensitive_word_group').set(changes).where('id', '=', id).execute();

export const deleteGroupRow = (db: Db, id: number) => db.deleteFrom('sensitive_word_group').where('id', '=', id).execute();

/** The number of words of an organisation without those of one group, and the characters of all words and exceptions. */
export async function wordsBeside(db: Db, organisationId: number, id: number): Promise<{ words: number; signs: number }> {
  const found = await sql<{ words: number; signs: number }>`select cast(coalesce(sum(word_count), 0) as bigint) as words,
      cast(coalesce(sum(length(words) + length(exceptions)), 0) as bigint) as signs from sensitive_word_group
    where organisation_id = ${organisationId} and id <> ${id}`.execute(db);
  return found.rows[0] ?? { words: 0, signs: 0 };
}
