import { objType } from '@dossier/contract/core/rights';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { findItem } from '../access/items.queries.ts';
import { labelOfVisitors } from '../documents/revisions.ts';
import { usersOfPrincipal } from '../identity/principals.ts';
import { notify } from '../notifications/notify.ts';
import { linkArrived, shareOffered } from './events.ts';
import { findShare } from './links/share.ts';
import { shareById } from './links/shares.queries.ts';
import { arrivedSince, editedSince } from './share-sessions/share-sessions.queries.ts';

const maxNotified = 500;

export const shareSubscribers: Subscriber[] = [
  subscribe(shareOffered, {
    name: 'shares.tell',
    async batch(db, delivered) {
      for (const { data, personId: sharer, personName, at } of delivered) {
        const { objId, objName, colleagues } = data;
        const [share] = await shareById(db, { id: objId });
        if (share === undefined || share.closed_at > 0) continue;
        const people = new Set<number>();
        for (const one of colleagues) for (const id of await usersOfPrincipal({ db }, { ...one, limit: maxNotified })) people.add(id);
        for (const personId of people) {
          if (personId === sharer) continue;
          const about = { personId, spaceId: share.organisation_id, objId: share.id, name: objName, at };
          await notify(db, { ...about, kind: 'shareReceived', facts: { byName: personName } });
        }
      }
    },
  }),
];

/** Uploads within this time of each other are reported together: fifty files cause one message. */
const gatheredMs = 3 * 60_000;
const maxNames = 3;

const subscriberName = 'visits.arrivals';

/** Schedules a notification of the sharer about a visitor's upload. */
export const emitUploadArrived = (db: Db, { shareId, at }: { shareId: number; at: number }): Promise<void> =>
  deliverTo(db, subscriberName, { event: linkArrived, data: { shareId, since: at }, dedupe: String(shareId), at: at + gatheredMs });

/** Documents and visitors about whom one delivery tells. */
const maxEdited = 50;

interface Sender {
  visitor: string;
  address: string;
}

/** The first of some visitors, each once: as far as they have told who they are. */
function sendersOf(rows: readonly Sender[]): string {
  const names = [...new Set(rows.map((row) => row.visitor || row.address))];
  return names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ' …' : '');
}

export const uploadArrivedSubscriber = subscribe(linkArrived, {
  name: subscriberName,
  async batch(db, delivered) {
    for (const { data, at } of delivered) {
      const share = await findShare(db, data.shareId);
      if (share === undefined || share.notice === 0) continue;
      const about = { personId: share.person_id, spaceId: share.organisation_id, at };
      const rows = await arrivedSince(db, share.id, data.since);
      const count = rows.reduce((sum, row) => sum + row.n, 0);
      if (count > 0)
        await notify(db, { ...about, kind: 'shareArrived', objId: share.id, name: share.name, facts: { visitor: sendersOf(rows), count } });
      const edited = Map.groupBy(await editedSince(db, { shareId: share.id, since: data.since, most: maxEdited }), (row) => row.item_id);
      for (const [id, visitors] of edited) {
        const item = await findItem(db, id);
        // deleted meanwhile
        if (item === undefined || item.bin_id !== 0) continue;
        const document = { objType: objType.document, objId: id, name: item.name, ext: item.ext };
        const facts = { visitor: sendersOf(visitors), version: await labelOfVisitors(db, item) };
        await notify(db, { ...about, ...document, kind: 'shareEdited', facts });
      }
    }
  },
});
