import type { Db } from '../../ground/db/database.ts';

export const deleteKnownDevices = (db: Db, personId: number) => db.deleteFrom('known_device').where('person_id', '=', personId).execute();

export async function countSessions(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}
