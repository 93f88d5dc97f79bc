import type { House } from '../../ground/ctx.ts';
import { unnamedItems, unreadDocuments, waitingTexts } from './index-queries.ts';
import { askForTexts, indexItems, wakeSoon } from './listeners.ts';

const piece = 500;

/** At start: what the index does not know yet is put into it, and reading goes on where it was broken off. */
export async function queueUnread(house: House): Promise<void> {
  for (const find of [unnamedItems, unreadDocuments]) {
    for (let after = 0; !house.stopping.aborted; ) {
      const ids = await find(house.database.long, { after, limit: piece });
      const last = ids.at(-1);
      if (last === undefined) break;
      await house.database.write((db) => indexItems(db, ids, { now: house.now() }));
      after = last;
    }
  }
  if (house.stopping.aborted || (await waitingTexts(house.database.long, 1)).length === 0) return;
  await house.database.write((db) => askForTexts(db, house.now()));
  wakeSoon(house);
}
