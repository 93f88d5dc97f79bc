import type { Db } from '../../ground/db/database.ts';
import { deleteOldTickets, useTicketOnce } from './queries.ts';

/** Notes, in the transaction of what follows, that something signed was used; false where it had been. Forgotten after `until`. */
export async function spendTicket(db: Db, { id, until, now }: { id: string; until: number; now: number }): Promise<boolean> {
  await deleteOldTickets(db, now);
  return useTicketOnce(db, { id, expires_at: until });
}
