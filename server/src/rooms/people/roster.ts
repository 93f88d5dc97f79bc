import type { Db } from '../../ground/db/database.ts';
import * as queries from './roster-queries.ts';

/** The accounts of the site that have one of these login keys or mail keys, whichever organisation they are of. */
export const accountsKnownAs = (db: Db, keys: { logins: string[]; mails: string[] }) => queries.accountsKnownAs(db, keys);

/** Every account of an organisation by name, in pieces; of each piece the next is asked for when it is wanted. */
export async function* accountsOf(db: Db, organisationId: number, limit: number) {
  let after = { full_sort: '', id: 0 };
  for (;;) {
    const rows = await queries.accountsAfter(db, organisationId, { after, limit });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = last;
  }
}
