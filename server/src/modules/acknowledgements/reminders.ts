import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { findItem } from '../access/items.queries.ts';
import { acknowledgementReminded } from './events.ts';
import { noticesSubscriber, tellCreator } from './requests/notices.ts';
import { type RequestRow, dueRequests, noticePending, setDueStage } from './requests/requests.queries.ts';

const dayMs = 24 * 3_600_000;
const requestsTogether = 20;

/** Reminds those who have not acknowledged a day before the date of a request, and when it is over; then who asked is told, too. */
export async function remindOfAcknowledgements(services: Services): Promise<void> {
  const query = () => ({ now: services.now(), soon: services.now() + dayMs });
  for (let more = true; more && !services.stopping.aborted; ) {
    // mostly there is nothing to remind of, which then needs no write transaction
    if ((await dueRequests(services.database.read, { ...query(), limit: 1 })).length === 0) return;
    more = await services.database.write(async (db) => {
      const due = await dueRequests(db, { ...query(), limit: requestsTogether });
      for (const request of due) await remindOf(services, db, request);
      return due.length === requestsTogether;
    });
    services.outbox.wake();
  }
}

async function remindOf(services: Services, db: Db, request: RequestRow): Promise<void> {
  const now = services.now();
  const isOver = request.due_at <= now;
  await setDueStage(db, request.id, isOver ? 2 : 1);
  const item = await findItem(db, request.item_id);
  if (item === undefined || (await noticePending(db, request.id, isOver ? 'overdue' : 'reminder')) === 0) return;
  const data = { objId: item.id, objName: item.name, requestId: request.id };
  await deliverTo(db, noticesSubscriber, { event: acknowledgementReminded, data, at: now });
  if (isOver) await tellCreator(services, db, { request, item, kind: 'acknowledgeOpen', now });
}
