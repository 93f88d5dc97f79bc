import type { Db } from '../db/database.ts';
import { compiled } from '../db/dialect.ts';

export const settingByName = compiled<{ name: string }, { value: string }>((db, p) =>
  db.selectFrom('site_setting').select('value').where('name', '=', p.name),
);

export const allSettings = (db: Db) => db.selectFrom('site_setting').select(['name', 'value']).execute();

export const putSetting = (db: Db, row: { name: string; value: string; updated_at: number; updater_id: number }) =>
  db
    .insertInto('site_setting')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: row.value, updated_at: row.updated_at, updater_id: row.updater_id }),
    )
    .execute();

/** The mail address of the administrator who tries the settings: the platform knows no other column of users. */
export async function mailAddressOf(db: Db, personId: number): Promise<string | undefined> {
  const row = await db.selectFrom('person').select('mail').where('id', '=', personId).executeTakeFirst();
  return row?.mail ?? undefined;
}
