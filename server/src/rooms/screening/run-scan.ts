import type { House } from '../../ground/ctx.ts';
import { keepFinds, lookThrough, type Seen } from './look-through.ts';
import { endScan, itemsAfter, moveScan, scanById } from './scan-queries.ts';
import { type News, newsOf, tellFound } from './tell-found.ts';

const piece = 50;

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
  for (let pieces = 1; !house.stopping.aborted; pieces += 1) {
    const scan = await scanById(house.database.read, id);
    if (scan?.state !== 'running') break;
    const items = await itemsAfter(house.database.long, scan.organisation_id, { after: scan.after_id, limit: piece });
    const last = items.at(-1);
    if (last === undefined) {
      await house.database.write((db) => endScan(db, id, { state: 'done', at: house.now() }));
      break;
    }
    const seen: Seen[] = [];
    for (const item of items) seen.push(await lookThrough(house, item));
    await house.database.write(async (db) => {
      let hits = 0;
      for (const one of seen) {
        const fresh = await keepFinds(db, one, house.now());
        hits += fresh.length;
        news.push(...newsOf(one, fresh));
      }
      await moveScan(db, id, { after: last.id, done: items.length, hits });
    });
    if (pieces % 20 === 0) await tellNow();
  }
  await tellNow();
}
