import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { compiled } from '../../../platform/db/dialect.ts';
import type { WatermarkTable } from '../../../platform/db/types.generated.ts';

/** The watermarks of an organisation with a row, in order. */
export const watermarkRows = compiled<{ organisation: number }, WatermarkRow>((db, p) =>
  db.selectFrom('watermark').selectAll().where('organisation_id', '=', p.organisation).orderBy('position').orderBy('id'),
);

export type WatermarkRow = Selectable<WatermarkTable>;

export const insertRow = (db: Db, row: Insertable<WatermarkTable>) => db.insertInto('watermark').values(row).execute();

export const updateRow = (db: Db, id: number, row: Updateable<WatermarkTable>) =>
  db.updateTable('watermark').set(row).where('id', '=', id).execute();

export const deleteRow = (db: Db, id: number) => db.deleteFrom('watermark').where('id', '=', id).execute();
