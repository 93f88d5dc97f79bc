import type { House } from '../../ground/ctx.ts';
import { settingsOf } from '../site/settings.ts';
import { deletionsBefore } from './bin-queries.ts';
import { itemById } from './item-queries.ts';
import { type Purging, purgeDeletion } from './remove-items.ts';
import { rowsInBin } from './subtree-queries.ts';

const day = 24 * 3600_000;
/** So many deletions in a row before others' sweeps have their turn; the rest waits for the next hour. */
const most = 2000;

/** Removes for good what lies in the recycle bin for longer than the site keeps it, each deletion in a transaction of its own. */
export async function sweepBin(house: House): Promise<void> {
  const { binDays } = await settingsOf(house.database.read, 'retention');
  if (binDays === 0) return;
  for (let left = most; left > 0; left--) {
    if (house.stopping.aborted || !(await purgeOldest(house, house.now() - binDays * day))) break;
  }
  house.outbox.poke();
}

async function purgeOldest(house: House, before: number): Promise<boolean> {
  return house.database.write(async (db) => {
    const [entry] = await deletionsBefore(db, before, 1);
    const [item] = entry === undefined ? [] : await itemById(db, { id: entry.item_id });
    if (entry === undefined || item === undefined) return false;
    const now = house.now();
    const say: Purging['say'] = (event, data) =>
      house.outbox.say(db, { name: '', address: '' }, { event, data: { ...data, spaceId: item.organisation_id }, at: now });
    await purgeDeletion({ house, db, now, say }, { item, binId: entry.id, rows: await rowsInBin(db, entry.id) });
    return true;
  });
}
