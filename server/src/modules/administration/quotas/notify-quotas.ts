import type { Db } from '../../../platform/db/database.ts';
import { subscribe } from '../../../platform/events/outbox.ts';
import { limitNear } from '../../identity/events.ts';
import { limitOf, markToNotify, noteNotified, quotaNotifierName } from '../../identity/quotas.ts';
import { notify } from '../../notifications/notify.ts';
import { quotaRecipients, spaceName } from './user-quotas.queries.ts';

const day = 24 * 3600_000;

/** Days before the end of the licence at which it is told of, as a mark that rises: 1 a month before, 2 a week before, 3 at the end. */
const endMark = (left: number): number => (left <= 0 ? 3 : left <= 7 * day ? 2 : left <= 30 * day ? 1 : 0);

type Limit = NonNullable<Awaited<ReturnType<typeof limitOf>>>;

/** Tells whom a limit concerns, once for each mark; where there is room again, the next time counts anew. */
async function notifyQuota(db: Db, limit: Limit, at: number): Promise<void> {
  const { kind, holder_id, most, used, told } = limit;
  if (kind === 'ends') {
    const mark = endMark(most - at);
    if (mark > told && (await noteNotified(db, { kind, holder_id, told: mark }))) await notifyLicenceEnd(db, most, at);
    return;
  }
  const mark = markToNotify(limit);
  if (mark === told || !(await noteNotified(db, { kind, holder_id, told: mark })) || mark < told) return;
  const percent = Math.floor(most === 0 ? 100 : (used / most) * 100);
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

/** Tells people that a limit has come near: the person whose area it is, or who administrates the space or the site. */
export const quotaNotifier = subscribe(limitNear, {
  name: quotaNotifierName,
  async batch(db, happenings, services) {
    for (const { data } of happenings) {
      const limit = await limitOf(db, data.kind, data.holderId);
      if (limit !== undefined) await notifyQuota(db, limit, services.now());
    }
  },
});
