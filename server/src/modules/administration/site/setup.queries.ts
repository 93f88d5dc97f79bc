import type { Db } from '../../../platform/db/database.ts';

/** Whether nothing stands here but what the first start made: one account, and no item. */
export async function isInstallationEmpty(db: Db): Promise<boolean> {
  const people = await db.selectFrom('person').select('id').limit(2).execute();
  if (people.length > 1) return false;
  return (await db.selectFrom('item').select('id').limit(1).executeTakeFirst()) === undefined;
}
