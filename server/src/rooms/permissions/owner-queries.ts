import type { Db } from '../../ground/db/database.ts';

/** How many places a person owns in each organisation. */
export const rootsOwned = (db: Db, ownerId: number) =>
  db
    .selectFrom('acl')
    .select(({ fn }) => ['organisation_id', fn.countAll<number>().as('n')])
    .where('owner_id', '=', ownerId)
    .where('ring', '=', 0)
    .groupBy('organisation_id')
    .execute();

export const giveRoots = (db: Db, { from, to, organisationId }: { from: number; to: number; organisationId: number }) =>
  db.updateTable('acl').set({ owner_id: to }).where('owner_id', '=', from).where('organisation_id', '=', organisationId).execute();

/** How much was given to a person in their own name, wherever. */
export async function countGrantsTo(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('access_grant')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('grantee_type', '=', 'user')
    .where('grantee_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}
