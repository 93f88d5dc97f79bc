import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import {
  cabinetCreated,
  documentCreated,
  documentRevised,
  folderCreated,
  itemCopied,
  itemRestored,
  itemUpdated,
  itemsPurged,
} from '../documents/events.ts';
import { textsRead } from '../search/events.ts';
import { wakeWorkerSoon } from '../search/subscribers.ts';
import { wordsScanBegun, wordsWaiting } from './events.ts';
import { deleteFindingsOfItems } from './findings.queries.ts';
import { type ItemCheck, checkItem, saveFindings } from './sensitive-words/findings.ts';
import { itemsToScan, queueItems, queuedItems, unqueueItem } from './sensitive-words/scans.queries.ts';
import { newFindingsOf, notifyFindings, restartDelayMs, runScan, scanSubscriber } from './sensitive-words/scans.ts';
import { anyGroup } from './sensitive-words/word-groups.queries.ts';

const queueSubscriber = 'screening.waiting';
const itemsPerRun = 50;

const changeEvents = [
  cabinetCreated,
  folderCreated,
  documentCreated,
  ...Object.values(itemUpdated),
  ...Object.values(itemRestored),
  ...Object.values(itemCopied),
  documentRevised,
];

/** What is to be looked through; where nobody looks for words, nothing is. */
async function queueChangedItems(db: Db, ids: readonly number[], at: number): Promise<boolean> {
  if (ids.length === 0 || !(await anyGroup(db))) return false;
  await queueItems(db, ids, newId());
  await requestQueueRun(db, at);
  return true;
}

const requestQueueRun = (db: Db, at: number) => deliverTo(db, queueSubscriber, { event: wordsWaiting, data: {}, at, dedupe: 'waiting' });

/** Looks through what waits, piece by piece, until nothing does. */
async function scanQueuedItems(services: Services): Promise<void> {
  for (;;) {
    const asked = await queuedItems(services.database.read, itemsPerRun);
    if (asked.length === 0) return;
    if (services.stopping.aborted) return services.database.write((db) => requestQueueRun(db, services.now() + restartDelayMs));
    const rows = await itemsToScan(
      services.database.read,
      asked.map((row) => row.item_id),
    );
    const seen: ItemCheck[] = [];
    for (const item of rows) seen.push(await checkItem(services, item));
    await services.database.write(async (db) => {
      const fresh = await saveFindings(db, seen, services.now());
      const news = seen.flatMap((one, at) => newFindingsOf(one, fresh[at] ?? []));
      for (const row of asked) await unqueueItem(db, row);
      await notifyFindings(db, news, services.now());
    });
    services.outbox.wake();
  }
}

export const sensitiveWordSubscribers: Subscriber[] = [
  subscribe([...changeEvents, textsRead, itemsPurged], {
    name: 'screening.heard',
    async batch(db, happenings, services) {
      const gone = happenings.filter((one) => one.event === 'items.purged').flatMap(({ data }) => data.ids);
      const ids = happenings.flatMap(({ event, data }) =>
        event === 'items.purged' ? [] : event === 'texts.read' ? data.ids : [data.objId],
      );
      if (gone.length > 0) await deleteFindingsOfItems(db, gone);
      if (await queueChangedItems(db, [...new Set(ids)], services.now())) wakeWorkerSoon(services);
    },
  }),
  subscribe(wordsWaiting, { name: queueSubscriber, job: (_, services) => scanQueuedItems(services) }),
  subscribe(wordsScanBegun, { name: scanSubscriber, job: ({ data }, services) => runScan(services, data.scanId) }),
];
