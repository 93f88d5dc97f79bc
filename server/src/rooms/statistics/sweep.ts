import type { House } from '../../ground/ctx.ts';
import { forgetPresence, hasOldPresence } from './use-queries.ts';

/** A report reaches back over a year, and a little more for whoever asks about the year before today. */
const keptHours = 400 * 24;

/** Lets go of who was signed in when, once no report asks for it. */
export async function sweepPresence({ database, now }: House): Promise<void> {
  const hour = Math.floor(now() / 3_600_000) - keptHours;
  if (await hasOldPresence(database.read, hour)) await database.write((db) => forgetPresence(db, hour));
}
