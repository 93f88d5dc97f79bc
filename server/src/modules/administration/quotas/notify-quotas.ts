import type { Db } from '../../../platform/db/database.ts';
import { subscribe } from '../../../platform/events/outbox.ts';
import { limitNear } from '../../identity/events.ts';
import { limitOf, markToNotify, noteNotified, quotaNotifierName } from '../../identity/quotas.ts';
import { notify } from '../../notifications/notify.ts';
import { quotaRecipients, spaceName } from './user-quotas.queries.ts';

const day = 24 * 3600_000;

/** Warning stage before the licence ends: 1 a month before, 2 a week before, 3 at the end. */
const endMark = (left: number): number => (left <= 0 ? 3 : left <= 7 * day ? 2 : left <= 30 * day ? 1 : 0);

type Limit = NonNullable<Awaited<ReturnType<typeof limitOf>>>;

/** Notifies the recipients of a limit, once for each stage; when usage falls again, the stages start anew. */
async function notifyQuota(db: Db, limit: Limit, at: number): Promise<void> {
  const { kind, holder_id, max_amount: maximum, used, warned_percent: notified } = limit;
  if (kind === 'ends') {
    const mark = endMark(maximum - at);
    if (mark > notified && (await noteNotified(db, { kind, holder_id, warned_percent: mark }))) await notifyLicenceEnd(db, maximum, at);
    return;
  }
  const mark = markToNotify(limit);
  if (mark === notified || !(await noteNotified(db, { kind, holder_id, warned_percent: mark })) || mark < notified) return;
  const percent = Math.floor(maximum === 0 ? 100 : (used / maximum) * 100);
  if (kind === 'person') {
    await notify(db, { personId: holder_id, kind: 'ownAreaNear', facts: { percent }, at });
    return;
  }
  const name = kind === 'space' ? await spaceName(db, holder_id) : '';
  for (const { id, organisation_id: spaceId } of await quotaRecipients(db, kind === 'space' ? holder_id : undefined)) {
    if (kind === 'space') await notify(db, { personId: id, spaceId, kind: 'spaceNear', facts: { percent }, name, at });
    else await notify(db, { personId: id, spaceId, kind: 'licenceNear', facts: { what: kind, percent }, at });
  }
}

async function notifyLicenceEnd(db: Db, ends: number, at: number): Promise<void> {
  const facts = { day: new Date(ends).toISOString().slice(0, 10) };
  for (const { id, organisation_id: spaceId } of await quotaRecipients(db, undefined))
    await notify(db, { personId: id, spaceId, kind: ends <= at ? 'licenceEnded' : 'licenceEnds', facts, at });
}

/** Notifies that a limit is near: the owner of the area, or the administrators of the organisation or the site. */
export const quotaNotifier = subscribe(limitNear, {
  name: quotaNotifierName,
  async batch(db, events, services) {
    for (const { data } of events) {
      const limit = await limitOf(db, data.kind, data.holderId);
      if (limit !== undefined) await notifyQuota(db, limit, services.now());
    }
  },
});
