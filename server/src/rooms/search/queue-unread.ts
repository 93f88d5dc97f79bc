import { type Failure, ofTheHour } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import { enginesOf } from '../renditions/engines.ts';
import { askForTexts } from './ask-for-texts.ts';
import { unnamedItems, unreadDocuments } from './index-queries.ts';
import { indexItems, wakeSoon } from './listeners.ts';
import { anyWaits, queueForgotten, stages, unreadFor } from './waiting-queries.ts';

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
  await queueGivenUp(house);
  for (const stage of Object.values(stages)) {
    if (house.stopping.aborted) return;
    if (await anyWaits(house.database.long, stage)) await house.database.write((db) => askForTexts(db, { stage, now: house.now() }));
  }
  wakeSoon(house);
}

/** What only an office engine can read is read once there is one; what found no room or no turn was once given up. */
async function queueGivenUp(house: House): Promise<void> {
  const { office } = await enginesOf(house);
  const reasons: Failure[] = [...ofTheHour, ...(office === undefined ? [] : (['no-engine'] as const))];
  while (!house.stopping.aborted) {
    const ids = await unreadFor(house.database.long, { reasons, limit: piece });
    if (ids.length === 0) return;
    await house.database.write((db) => queueForgotten(db, ids));
  }
}
