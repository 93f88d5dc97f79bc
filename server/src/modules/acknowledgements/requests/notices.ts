import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { notifyAboutItem } from '../../access/item-messages.ts';
import { findItem, type ItemRow } from '../../access/items.queries.ts';
import { revisionsOfIds } from '../../documents/revisions.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { findPerson } from '../../identity/users.ts';
import { rightsOfUsers } from './people-to-ask.ts';
import { type Notice, type RequestRow, clearNotices, completeRequest, countsOf, nextNotices, requestById } from './requests.queries.ts';

const kindOf = { asked: 'acknowledgeAsked', reminder: 'acknowledgeReminder', overdue: 'acknowledgeOverdue' } as const;

/** Messages in one transaction: other writers wait for it. */
const messagesTogether = 50;

/** Sends the messages that people of a request are to get, to those who may read the document now, a few in each transaction. */
export async function sendNotices(services: Services, requestId: number): Promise<void> {
  for (let more = true; more && !services.stopping.aborted; ) {
    more = await services.database.write((db) => sendSome(services, db, requestId));
    services.outbox.wake();
  }
}

async function sendSome(services: Services, db: Db, requestId: number): Promise<boolean> {
  const request = await requestById(db, requestId);
  const item = request === undefined ? undefined : await findItem(db, request.item_id);
  if (request === undefined || item === undefined) return false;
  const now = services.now();
  const due = await nextNotices(db, requestId, messagesTogether);
  const may = request.closed_at === 0 ? await rightsOfUsers({ services, db, now, item }) : () => false;
  const byName = (await findPerson(db, request.creator_id))?.full_name ?? '';
  // who asks knows of it
  const told = due.filter((row) => may(row.person_id) && (row.person_id !== request.creator_id || row.notice !== 'asked'));
  const [revision] = told.length === 0 ? [] : await revisionsOfIds(db, [request.revision_id]);
  const details = {
    ...(revision !== undefined && { version: labelOf(revision) }),
    ...(request.due_at !== 0 && { dueAt: request.due_at }),
    ...(request.note !== '' && { note: request.note }),
  };
  for (const { person_id: personId, notice } of told)
    await notifyAboutItem(db, item, { kind: kindOf[notice as Notice], facts: { byName }, details, personId, at: now });
  await clearNotices(
    db,
    requestId,
    due.map((row) => row.person_id),
  );
  return due.length === messagesTogether;
}

/** Tells who asked that everybody has acknowledged, once. */
export async function tellOfCompletion(services: Services, db: Db, requestId: number): Promise<void> {
  const request = await requestById(db, requestId);
  const item = request === undefined ? undefined : await findItem(db, request.item_id);
  const now = services.now();
  if (request === undefined || item === undefined || !(await completeRequest(db, requestId, now))) return;
  await tellCreator(services, db, { request, item, kind: 'acknowledgeComplete', now });
}

interface CreatorNews {
  request: RequestRow;
  item: ItemRow;
  kind: 'acknowledgeComplete' | 'acknowledgeOpen';
  now: number;
}

/** Tells who made a request, as far as they may still read the document, how many have acknowledged or have not. */
export async function tellCreator(services: Services, db: Db, { request, item, kind, now }: CreatorNews): Promise<void> {
  const { asked, done } = (await countsOf(db, [request.id])).get(request.id) ?? { asked: 0, done: 0 };
  const count = kind === 'acknowledgeComplete' ? done : asked - done;
  const may = await rightsOfUsers({ services, db, now, item });
  if (count > 0 && may(request.creator_id))
    await notifyAboutItem(db, item, { kind, facts: { count }, personId: request.creator_id, at: now });
}

/** The subscriber that sends messages to those who were asked. */
export const noticesSubscriber = 'acknowledgements.notices';
