import type { Listener } from '../../ground/outbox.ts';
import type { Db } from '../../ground/db/database.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import { tell } from '../messages/tell.ts';
import { findShare } from '../shares/share-door.ts';
import { arrivedSince } from './event-queries.ts';

/** What visitors send within so long of each other is told at once: whoever collects fifty files is not told fifty times. */
const gatheredMs = 3 * 60_000;
const mostNames = 3;

const listener = 'visits.arrivals';

/** Lets whoever shared something hear soon of what a visitor sent. */
export const sayArrived = (db: Db, { shareId, at }: { shareId: number; at: number }): Promise<void> =>
  sayTo(db, listener, { event: 'link.arrived', data: { shareId, since: at }, dedupe: String(shareId), at: at + gatheredMs });

export const tellArrivals: Listener = {
  name: listener,
  events: [],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const share = await findShare(db, Number(data['shareId']));
      if (share === undefined || share.notice === 0) continue;
      const rows = await arrivedSince(db, share.id, Number(data['since']));
      const count = rows.reduce((sum, row) => sum + row.n, 0);
      if (count === 0) continue;
      const names = rows.map((row) => row.visitor || row.address);
      const visitor = [...new Set(names)].slice(0, mostNames).join(', ') + (names.length > mostNames ? ' …' : '');
      const about = { personId: share.person_id, spaceId: share.organisation_id, objId: share.id, name: share.name, at };
      await tell(db, { ...about, kind: 'shareArrived', facts: { visitor, count } });
    }
  },
};
