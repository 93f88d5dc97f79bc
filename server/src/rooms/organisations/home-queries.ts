import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

/** To which organisation people belong or belonged. */
export const homes = (db: Db, ids: string) =>
  db
    .selectFrom('person')
    .select(['id', 'organisation_id'])
    .where('id', 'in', among(db, ids))
    .union(db.selectFrom('former_person').select(['id', 'organisation_id']).where('id', 'in', among(db, ids)))
    .execute();
