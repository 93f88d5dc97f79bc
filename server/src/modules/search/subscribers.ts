import { setTimeout as pause } from 'node:timers/promises';
import { objType } from '@dossier/contract/core/rights';
import { type Failure, transientFailures } from '@dossier/formats/task';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { enginesOf } from '../../platform/engines.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { siteSettingsChanged } from '../../platform/settings/settings.ts';
import { extOf } from '../../platform/text/names.ts';
import { nameTokens } from '../../platform/text/tokens.ts';
import {
  cabinetCreated,
  contentCleared,
  documentCreated,
  documentRevised,
  folderCreated,
  itemCopied,
  itemMoved,
  itemRestored,
  itemUpdated,
  itemsPurged,
} from '../documents/events.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { textsQueued } from './events.ts';
import { enqueueTexts, extractionStages, failedTexts, hasQueuedTexts, requeueTexts } from './texts/text-queue.queries.ts';
import { extractQueuedTexts, extractionSubscribers, requestExtraction } from './texts/text-queue.ts';
import {
  forgetWords,
  itemsToIndex,
  putWords,
  readRevisions,
  recognisedAmong,
  textRow,
  unindexedDocuments,
  unindexedNames,
} from './word-index.queries.ts';

const itemEvents = [
  cabinetCreated,
  folderCreated,
  documentCreated,
  documentRevised,
  ...Object.values(itemUpdated),
  ...Object.values(itemMoved),
  ...Object.values(itemRestored),
  ...Object.values(itemCopied),
];

/** Another extension can add or remove a text reader. */
function changedExtension({ data }: Delivered<(typeof itemEvents)[number]>): boolean {
  const [before, after] = [data.before?.['name'], data.after?.['name']];
  return typeof before === 'string' && typeof after === 'string' && extOf(before) !== extOf(after);
}

/** Indexes the names of items, and queues documents whose text is not read. */
async function indexItems(
  db: Db,
  ids: number[],
  { again = new Set<number>(), now }: { again?: Set<number>; now: number },
): Promise<boolean> {
  const items = await itemsToIndex(db, ids);
  for (const item of items) await putWords(db, 'name_words', { id: item.id, tokens: nameTokens(item.name) });
  const read = new Map((await readRevisions(db, ids)).map((row) => [row.item_id, row.revision_id]));
  const unread = items.filter((item) => item.kind === objType.document && (again.has(item.id) || read.get(item.id) !== item.revision_id));
  if (unread.length === 0) return false;
  await enqueueTexts(
    db,
    unread.map((item) => item.id),
  );
  await requestExtraction(db, { stage: extractionStages.reading, now });
  return true;
}

/** The worker polls every few seconds; this spares the wait, once the transaction of the caller has committed. */
export const wakeWorkerSoon = (services: Services): void => void pause(50, undefined, { ref: false }).then(() => services.outbox.wake());

export const searchSubscribers: Subscriber[] = [
  subscribe([...itemEvents, itemsPurged, contentCleared], {
    name: 'search.names',
    async batch(db, delivered, services) {
      const purged = delivered.filter((one) => one.event === 'items.purged').flatMap(({ data }) => data.ids);
      const cleared = delivered.filter((one) => one.event === 'content.cleared').flatMap(({ data }) => data.ids);
      const changed = delivered.filter((one) => one.event !== 'items.purged' && one.event !== 'content.cleared');
      const ids = [...changed.map(({ data }) => data.objId), ...cleared];
      const again = new Set([...changed.filter(changedExtension).map(({ data }) => data.objId), ...cleared]);
      if (ids.length > 0 && (await indexItems(db, [...new Set(ids)], { again, now: services.now() }))) wakeWorkerSoon(services);
      if (purged.length > 0) await forgetWords(db, purged);
    },
  }),
  ...Object.values(extractionStages).map((stage) =>
    subscribe(textsQueued, { name: extractionSubscribers[stage], job: (_, services) => extractQueuedTexts(services, stage) }),
  ),
  subscribe(siteSettingsChanged, {
    name: 'search.recognition',
    async batch(db, delivered, services) {
      if (delivered.some(({ data }) => data.objName === 'recognition'))
        await requestExtraction(db, { stage: extractionStages.recognising, now: services.now() });
    },
  }),
];

const batchSize = 500;

/** At startup: indexes what is missing, and resumes interrupted extraction. */
export async function resumeIndexing(services: Services): Promise<void> {
  for (const find of [unindexedNames, unindexedDocuments]) {
    for (let after = 0; !services.stopping.aborted; ) {
      const ids = await find(services.database.long, { after, limit: batchSize });
      const last = ids.at(-1);
      if (last === undefined) break;
      await services.database.write((db) => indexItems(db, ids, { now: services.now() }));
      after = last;
    }
  }
  await retryFailedTexts(services);
  for (const stage of Object.values(extractionStages)) {
    if (services.stopping.aborted) return;
    if (await hasQueuedTexts(services.database.long, stage))
      await services.database.write((db) => requestExtraction(db, { stage, now: services.now() }));
  }
  wakeWorkerSoon(services);
}

/** Retries documents that needed an office engine once there is one, and those that failed for lack of space or capacity. */
async function retryFailedTexts(services: Services): Promise<void> {
  const { office } = await enginesOf(services);
  const reasons: Failure[] = [...transientFailures, ...(office === undefined ? [] : (['no-engine'] as const))];
  while (!services.stopping.aborted) {
    const ids = await failedTexts(services.database.long, { reasons, limit: batchSize });
    if (ids.length === 0) return;
    await services.database.write((db) => requeueTexts(db, ids));
  }
}

/** Adds to the details of documents that their text was recognised. */
export const textFacts: ItemFacts = async (ctx, ids) =>
  new Map((await recognisedAmong(ctx.db, ids)).map((row) => [row.item_id, { recognised: true }]));

/** The extracted text of a document, and its revision; undefined while none was extracted. */
export const textOf = (db: Db, itemId: number): Promise<{ revision_id: number; body: string } | undefined> => textRow(db, itemId);
