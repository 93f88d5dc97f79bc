import type { Db } from '../../../platform/db/database.ts';
import { amongTexts } from '../../../platform/db/dialect.ts';

export const insertMark = (db: Db, mark: string, now: number) => db.insertInto('import_row').values({ mark, made_at: now }).execute();

/** The stored marks among these. */
export const marksAmong = (db: Db, marks: string[]) =>
  db
    .selectFrom('import_row')
    .select('mark')
    .where('mark', 'in', amongTexts(db, JSON.stringify(marks)))
    .execute();

export const deleteMarks = (db: Db, before: number) => db.deleteFrom('import_row').where('made_at', '<', before).execute();
