import type { House } from '../../ground/ctx.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import { keepFinds, lookThrough, type Seen } from './look-through.ts';
import { endScan, itemsAfter, moveScan, scanById } from './scan-queries.ts';
import { type News, newsOf, tellFound } from './tell-found.ts';

const piece = 50;

/** Who is told of a scan that is to run. */
export const scanListener = 'screening.scan';

/** Work that the closing of the house cut off is asked for anew once it has opened again; this house must not take it up at once. */
export const afterClosingMs = 15_000;

/** Looks through the next piece of a scan; undefined where there is none, or it does not run from here any more. */
async function scanPiece(house: House, id: number): Promise<News[] | undefined> {
  const scan = await scanById(house.database.read, id);
  if (scan?.state !== 'running') return undefined;
  const items = await itemsAfter(house.database.long, scan.organisation_id, { after: scan.after_id, limit: piece });
  const last = items.at(-1);
  if (last === undefined) {
    await house.database.write((db) => endScan(db, id, { state: 'done', at: house.now() }));
    return undefined;
  }
  const seen: Seen[] = [];
  for (const item of items) seen.push(await lookThrough(house, item));
  return house.database.write(async (db) => {
    const fresh = await keepFinds(db, seen, house.now());
    const hits = fresh.reduce((sum, finds) => sum + finds.length, 0);
    const isOurs = await moveScan(db, id, { before: scan.after_id, after: last.id, done: items.length, hits });
    return isOurs ? seen.flatMap((one, at) => newsOf(one, fresh[at] ?? [])) : undefined;
  });
}

/**
 * Looks through everything of an organisation in the order of ids, and notes after each piece how far it is: whoever takes the work up
 * again, after the house was closed, goes on from there. Owners and office are told once a thousand items, and at the end.
 */
export async function runScan(house: House, id: number): Promise<void> {
  let news: News[] = [];
  const tellNow = async (): Promise<void> => {
    const told = news;
    news = [];
    if (told.length > 0) await house.database.write((db) => tellFound(db, told, house.now()));
    house.outbox.poke();
  };
  for (let pieces = 1; ; pieces += 1) {
    if (house.stopping.aborted) {
      const asked = { event: 'words.scanBegun', data: { scanId: id }, at: house.now() + afterClosingMs, dedupe: `scan ${id}` };
      await house.database.write((db) => sayTo(db, scanListener, asked));
      break;
    }
    const found = await scanPiece(house, id);
    if (found === undefined) break;
    news.push(...found);
    if (pieces % 20 === 0) await tellNow();
  }
  await tellNow();
}
