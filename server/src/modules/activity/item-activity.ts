import type { Context, Services } from '../../platform/context.ts';
import { deleteActivityOf, deleteRows, oldestRows } from './stream/stream.queries.ts';

/** Deletes what happened to items that are purged; the operation log keeps its lines. */
export const releaseActivity = ({ db }: Pick<Context, 'db'>, itemIds: number[]): Promise<void> => deleteActivityOf(db, itemIds);

const keptMs = 365 * 24 * 3_600_000;
const rowsTogether = 500;
/** Rows deleted in one run; the rest waits for the next hour. */
const mostRows = 100_000;

/** Deletes what is older than a year, in small transactions. Rows stand in the order of time, so that only the oldest are looked at. */
export async function sweepActivity({ database, now, stopping }: Services): Promise<void> {
  const before = now() - keptMs;
  for (let done = 0; done < mostRows && !stopping.aborted; done += rowsTogether) {
    const old = (await oldestRows(database.read, rowsTogether)).filter((row) => row.at < before);
    if (old.length === 0) return;
    await database.write((db) => deleteRows(db, old));
  }
}
