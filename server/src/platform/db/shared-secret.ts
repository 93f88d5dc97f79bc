import type { Database } from './database.ts';

/** A secret that all processes share: generated at first use, then stored. */
export async function sharedSecret(database: Database, name: string, make: () => string): Promise<string> {
  const kept = () => database.read.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst();
  const found = await kept();
  if (found !== undefined) return found.value;
  await database.write((db) =>
    db
      .insertInto('secret')
      .values({ name, value: make() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
  return (await kept())?.value ?? sharedSecret(database, name, make);
}
