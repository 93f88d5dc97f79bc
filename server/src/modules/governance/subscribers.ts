import { objType } from '@dossier/contract/core/rights';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import {
  cabinetCreated,
  contentArrived,
  documentCreated,
  documentRevised,
  folderCreated,
  itemCopied,
  itemRestored,
  itemUpdated,
  itemsPurged,
} from '../documents/events.ts';
import { isolatedCurrentVersions, setVerdict } from '../documents/verdicts.queries.ts';
import { textsRead } from '../search/events.ts';
import { wakeWorkerSoon } from '../search/subscribers.ts';
import { wordsScanBegun, wordsWaiting } from './events.ts';
import { deleteFindingsOfItems } from './findings.queries.ts';
import { isolatedBySha, upsertIsolated } from './isolation/isolation.queries.ts';
import { judgeSubscriber, judgeWaiting, tellOfVersions } from './isolation/judge-contents.ts';
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

/** Queues changed items; answers false when no group is enabled. */
async function queueChangedItems(db: Db, ids: readonly number[], at: number): Promise<boolean> {
  if (ids.length === 0 || !(await anyGroup(db))) return false;
  await queueItems(db, ids, newId());
  await requestQueueRun(db, at);
  return true;
}

const requestQueueRun = (db: Db, at: number) => deliverTo(db, queueSubscriber, { event: wordsWaiting, data: {}, at, dedupe: 'waiting' });

/** Checks the queued items, batch by batch, until the queue is empty. */
async function scanQueuedItems(services: Services): Promise<void> {
  for (;;) {
    const queued = await queuedItems(services.database.read, itemsPerRun);
    if (queued.length === 0) return;
    if (services.stopping.aborted) return services.database.write((db) => requestQueueRun(db, services.now() + restartDelayMs));
    const rows = await itemsToScan(
      services.database.read,
      queued.map((row) => row.item_id),
    );
    const seen: ItemCheck[] = [];
    for (const item of rows) seen.push(await checkItem(services, item));
    await services.database.write(async (db) => {
      const fresh = await saveFindings(db, seen, services.now());
      const news = seen.flatMap((check, at) => newFindingsOf(check, fresh[at] ?? []));
      for (const row of queued) await unqueueItem(db, row);
      await notifyFindings(db, news, services.now());
    });
    services.outbox.wake();
  }
}

export const sensitiveWordSubscribers: Subscriber[] = [
  subscribe([...changeEvents, textsRead, itemsPurged], {
    name: 'screening.heard',
    async batch(db, events, services) {
      const gone = events.filter((check) => check.event === 'items.purged').flatMap(({ data }) => data.ids);
      const ids = events.flatMap(({ event, data }) => (event === 'items.purged' ? [] : event === 'texts.read' ? data.ids : [data.objId]));
      if (gone.length > 0) await deleteFindingsOfItems(db, gone);
      if (await queueChangedItems(db, [...new Set(ids)], services.now())) wakeWorkerSoon(services);
    },
  }),
  subscribe(wordsWaiting, { name: queueSubscriber, job: (_, services) => scanQueuedItems(services) }),
  subscribe(wordsScanBegun, { name: scanSubscriber, job: ({ data }, services) => runScan(services, data.scanId) }),
];

/**
 * Tells of documents that get a content which is isolated already: it is not judged again. One that was deleted lies in the isolation area again, for
 * another decision.
 */
async function tellOfArrivals(services: Services, db: Db, ids: readonly number[]): Promise<void> {
  for (const version of await isolatedCurrentVersions(db, ids)) {
    const { sha256, size } = version;
    const known = await isolatedBySha(db, sha256);
    if (known === undefined) continue;
    // a copy of a document that was restored from the bin has no bytes
    if ((await services.storage.has(sha256)) && (await setVerdict(db, sha256, { from: ['deleted'], to: 'infected' })))
      await upsertIsolated(db, { sha256, size, threat: known.threat, state: 'infected', at: services.now() });
    await tellOfVersions(services, db, { contentId: known.id, threat: known.threat, versions: [version] });
  }
}

export const isolationSubscribers: Subscriber[] = [
  subscribe(contentArrived, { name: judgeSubscriber, job: (_, services) => judgeWaiting(services) }),
  subscribe([documentCreated, documentRevised, itemCopied[objType.document]], {
    name: 'isolation.arrivals',
    async batch(db, events, services) {
      if (!services.storage.isGated) return;
      await tellOfArrivals(
        services,
        db,
        events.map(({ data }) => data.objId),
      );
    },
  }),
];
