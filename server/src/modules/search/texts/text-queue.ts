import { setImmediate as breathe } from 'node:timers/promises';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { indexTokens } from '../../../platform/text/tokens.ts';
import { textsQueued, textsRead } from '../events.ts';
import { itemsToIndex, putText, putWords } from '../word-index.queries.ts';
import { type ExtractedText, extractText } from './extract-text.ts';
import {
  type ExtractionStage,
  type QueuedDocument,
  dequeueText,
  extractionStages,
  moveToStage,
  queuedTexts,
} from './text-queue.queries.ts';

/** The subscribers of the stages, each with a queue of its own, so that slow stages do not delay fast ones. */
export const extractionSubscribers: Record<ExtractionStage, string> = {
  [extractionStages.reading]: 'search.texts',
  [extractionStages.converting]: 'search.made-texts',
  [extractionStages.recognising]: 'search.recognised-texts',
};

/** Slow stages start once the load of an upload is over. */
const pauseMs: Record<ExtractionStage, number> = {
  [extractionStages.reading]: 0,
  [extractionStages.converting]: 2000,
  [extractionStages.recognising]: 10_000,
};

/** Schedules the extraction of a stage; repeated requests before its start are merged. */
export const requestExtraction = (db: Db, { stage, now }: { stage: ExtractionStage; now: number }): Promise<void> =>
  deliverTo(db, extractionSubscribers[stage], { event: textsQueued, data: {}, at: now + pauseMs[stage], dedupe: 'texts' });

const retryMs = 10 * 60_000;

/** Schedules a retry after a while; a request in the meantime starts without that wait. */
const retryExtractionLater = (db: Db, { stage, now }: { stage: ExtractionStage; now: number }): Promise<void> =>
  deliverTo(db, extractionSubscribers[stage], { event: textsQueued, data: {}, at: now + retryMs, dedupe: 'texts later' });

/** The part of the queue that is read ahead, and for how long; later entries are seen after that. */
const lookAhead = { each: 256, limit: 2048 };
const refreshMs = 5000;

/**
 * Supplies the next documents in turns by creator: an upload of ten thousand scans delays a document of another user
 * by at most one of them.
 */
export function fairTextQueue(services: Services, stage: ExtractionStage): (count: number) => Promise<QueuedDocument[]> {
  /** The last turn of each creator. */
  const had = new Map<number, number>();
  let turn = 0;
  let waiting = new Map<number, QueuedDocument[]>();
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const take = (): QueuedDocument | undefined => {
    let chosen: number | undefined;
    for (const who of waiting.keys()) if (chosen === undefined || (had.get(who) ?? 0) < (had.get(chosen) ?? 0)) chosen = who;
    if (chosen === undefined) return undefined;
    had.set(chosen, ++turn);
    const theirs = waiting.get(chosen) ?? [];
    if (theirs.length <= 1) waiting.delete(chosen);
    return theirs.shift();
  };
  return async (count) => {
    if (waiting.size === 0 || performance.now() - refreshedAt > refreshMs) {
      waiting = Map.groupBy(await queuedTexts(services.database.long, { stage, ...lookAhead }), ({ creator_id }) => creator_id);
      refreshedAt = performance.now();
    }
    return Array.from({ length: count }, take).filter((one) => one !== undefined);
  };
}

/** Slow stages process one document at a time. */
const concurrency: Record<ExtractionStage, number> = {
  [extractionStages.reading]: 8,
  [extractionStages.converting]: 1,
  [extractionStages.recognising]: 1,
};
const tokenisedLength = 65_536;

/** Extracts the queued documents of a stage until the queue is empty, the server stops, or one has to wait. */
export async function extractQueuedTexts(services: Services, stage: ExtractionStage): Promise<void> {
  const next = fairTextQueue(services, stage);
  for (;;) {
    const waiting = await next(concurrency[stage]);
    if (waiting.length === 0 || services.stopping.aborted) return;
    const outcomes = await Promise.allSettled(waiting.map((document) => extractText(services, document, stage)));
    // a text read during a shutdown may be truncated: it stays in the queue
    if (services.stopping.aborted) return;
    const texts: PendingText[] = [];
    const reads = waiting.map((document, place) => settledText(services, document, outcomes[place]));
    for (const [place, document] of waiting.entries()) {
      const read = reads[place];
      if (read !== undefined && read !== 'later') texts.push({ document, read, tokens: await tokensOf(read.body) });
    }
    if (texts.length > 0) await storeTexts(services, texts);
    if (reads.includes('later')) await services.database.write((db) => retryExtractionLater(db, { stage, now: services.now() }));
    if (texts.length < waiting.length) return;
  }
}

type Outcome = ExtractedText | 'later' | undefined;

/** An unexpected failure of one document does not affect the others. */
function settledText(services: Services, document: QueuedDocument, outcome: PromiseSettledResult<Outcome> | undefined): Outcome {
  if (outcome?.status === 'fulfilled') return outcome.value;
  services.log.error({ err: outcome?.reason, item: document.id }, 'a text could not be read');
  return { state: 'failed', body: '' };
}

/** Tokenises a long text in pieces, so that other work of the server runs in between. */
async function tokensOf(text: string): Promise<string> {
  const tokens: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    tokens.push(indexTokens(text.slice(at, end)));
    at = end;
    if (at < text.length) await breathe();
  }
  return tokens.filter((piece) => piece !== '').join(' ');
}

/** The end of a piece at a sentence or word boundary, where there is one. */
function pieceEnd(text: string, start: number): number {
  const end = start + tokenisedLength;
  if (end >= text.length) return text.length;
  const tail = text.slice(end - 2000, end);
  const cut = Math.max(tail.lastIndexOf('\n\n'), tail.lastIndexOf('。'), tail.lastIndexOf('. '));
  const at = cut >= 0 ? cut : Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf(' '));
  return at >= 0 ? end - 2000 + at + 1 : end;
}

interface PendingText {
  document: QueuedDocument;
  read: ExtractedText;
  tokens: string;
}

async function storeTexts(services: Services, texts: PendingText[]): Promise<void> {
  await services.database.write(async (db) => {
    const rows = await itemsToIndex(
      db,
      texts.map(({ document }) => document.id),
    );
    const now = new Map(rows.map((row) => [row.id, row]));
    for (const { document, read, tokens } of texts) {
      const row = now.get(document.id);
      // revised, given another extension or removed meanwhile: it is still queued, or its row is gone
      if (row === undefined || row.revision_id !== document.revision_id || row.ext !== document.ext) continue;
      await putText(db, { item_id: row.id, revision_id: row.revision_id, state: read.state, body: read.body });
      await putWords(db, 'body_words', { id: row.id, tokens });
      if (read.next === undefined) await dequeueText(db, { id: row.id });
      else await moveToStage(db, { id: row.id, stage: read.next });
    }
    const next = new Set(texts.flatMap(({ read }) => read.next ?? []));
    for (const stage of next) await requestExtraction(db, { stage, now: services.now() });
    const ids = texts.map(({ document }) => document.id);
    await services.outbox.emit(db, { name: '', address: '' }, { event: textsRead, data: { ids }, at: services.now() });
  });
}
