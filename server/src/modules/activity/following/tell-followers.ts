import { burstGapMs } from '@dossier/contract/activity/activity';
import { z } from 'zod';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { event } from '../../../platform/events/event.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { subscribe } from '../../../platform/events/outbox.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findItem } from '../../access/items.queries.ts';
import { notifyAboutItem } from '../../access/item-messages.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { listActivity } from '../stream/list-activity.ts';
import { followedItem, followersOf } from './following.queries.ts';

/** Something was changed in an item that a user follows; written for one subscriber. */
const followedChanged = event('activity.followedChanged', z.strictObject({ personId: z.number(), itemId: z.number(), since: z.number() }));

const subscriberName = 'activity.followers';

interface NewsOfItem {
  id: number;
  at: number;
  /** Who did it; they are not told. */
  personId: number;
  /** The item and the containers around it. */
  streams: readonly number[];
}

/** Queues a look at what was changed for each follower; what follows within ten minutes is told together. */
export async function queueForFollowers(db: Db, news: readonly NewsOfItem[]): Promise<void> {
  const streams = [...new Set(news.flatMap((one) => one.streams))];
  if (streams.length === 0) return;
  const followers = Map.groupBy(await followersOf(db, streams), (row) => row.item_id);
  if (followers.size === 0) return;
  for (const { at, personId: actor, streams: around } of news)
    for (const itemId of around)
      for (const { person_id: personId, created_at: since } of followers.get(itemId) ?? [])
        if (personId !== actor && since <= at)
          await deliverTo(db, subscriberName, {
            event: followedChanged,
            data: { personId, itemId, since: at },
            dedupe: `${personId} ${itemId}`,
            at: at + burstGapMs,
          });
}

/** What others changed in an item since a time, as far as the user of the context may see it. */
export async function newsOf(ctx: Context, itemId: number, since: number) {
  const { list } = await listActivity(ctx, { objId: String(itemId), others: true, pageSize: 10 });
  return list.filter(({ time }) => Date.parse(time) >= since);
}

/** What there is to tell a follower, as they see it. */
async function newsFor(services: Services, who: { personId: number; spaceId: number }, asked: { itemId: number; since: number }) {
  try {
    const ctx = await contextForPerson(services, services.database.read, { ...who, address: '' });
    return await newsOf(ctx, asked.itemId, asked.since);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** Tells followers that there is something new, as far as they see it. */
export const followerNotices = subscribe(followedChanged, {
  name: subscriberName,
  async job({ data }, services) {
    const { personId, itemId, since } = data;
    const followed = await followedItem(services.database.read, personId, itemId);
    if (followed === undefined) return;
    const [newest, ...others] = await newsFor(services, { personId, spaceId: followed.organisation_id }, { itemId, since });
    if (newest === undefined) return;
    const { kind, userName, visitor, items, count, more, version, oldName } = newest;
    const facts = { news: { kind, userName, visitor, items, count, more, version, oldName }, further: others.length };
    await services.database.write(async (db) => {
      const item = await findItem(db, itemId);
      if (item !== undefined) await notifyAboutItem(db, item, { kind: 'followedChanged', facts, once: true, personId, at: since });
    });
    services.outbox.wake();
  },
});
