import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { sessionTimes } from './admit.ts';
import { ownDoors } from './begin-session.ts';
import { deleteSessionsBut, doorsOfSessions } from './device-queries.ts';
import { deleteSessionsOf } from './queries.ts';

/** Ends every session of a person, and what waits for a code. */
export const endSessionsOf = (db: Db, personId: number) => deleteSessionsOf(db, personId);

/**
 * Ends a person's sessions that began with neither password nor passkey, and sign-ins that wait for a code; answers how many sessions.
 * Through which account elsewhere does not matter: one that came through it may have let others in by a scanned code.
 */
export const endSessionsLetIn = (db: Db, personId: number) => deleteSessionsBut(db, personId, ownDoors);

/** By door, how many of a person's sessions still stand. */
export async function sessionsThrough({ house, db, user, now }: Ctx, personId: number): Promise<Map<string, number>> {
  const { idleMs, lifetimeMs } = await sessionTimes(house, user.versions.site);
  const rows = await doorsOfSessions(db, { personId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  return new Map(rows.map(({ door, n }) => [door, n]));
}
