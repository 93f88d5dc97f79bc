import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { sessionTimes } from './admit.ts';
import { deleteSessionsThrough, doorsOfSessions } from './device-queries.ts';
import { deleteSessionsOf } from './queries.ts';

/** Ends every session of a person, and what waits for a code. */
export const endSessionsOf = (db: Db, personId: number) => deleteSessionsOf(db, personId);

/** Ends a person's sessions that began by a door, and sign-ins that wait for a code; answers how many sessions. */
export const endSessionsThrough = (db: Db, personId: number, door: string) => deleteSessionsThrough(db, personId, door);

/** By door, how many of a person's sessions still stand. */
export async function sessionsThrough({ house, db, user, now }: Ctx, personId: number): Promise<Map<string, number>> {
  const { idleMs, lifetimeMs } = await sessionTimes(house, user.versions.site);
  const rows = await doorsOfSessions(db, { personId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  return new Map(rows.map(({ door, n }) => [door, n]));
}
