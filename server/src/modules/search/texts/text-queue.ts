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

/** The listeners that read, each in a line of its own: what takes long holds up nothing that does not. */
export const extractionSubscribers: Record<ExtractionStage, string> = {
  [extractionStages.reading]: 'search.texts',
  [extractionStages.converting]: 'search.made-texts',
  [extractionStages.recognising]: 'search.recognised-texts',
};

/** What takes long begins when the bustle of an upload is over. */
const pauseMs: Record<ExtractionStage, number> = {
  [extractionStages.reading]: 0,
  [extractionStages.converting]: 2000,
  [extractionStages.recognising]: 10_000,
};

/** Has the documents read that wait for this way; asked again before that begins, it is done once. */
export const requestExtraction = (db: Db, { stage, now }: { stage: ExtractionStage; now: number }): Promise<void> =>
  deliverTo(db, extractionSubscribers[stage], { event: textsQueued, data: {}, at: now + pauseMs[stage], dedupe: 'texts' });

const retryMs = 10 * 60_000;

/** Has them read again after a while; whoever asks meanwhile does not wait for that. */
const retryExtractionLater = (db: Db, { stage, now }: { stage: ExtractionStage; now: number }): Promise<void> =>
  deliverTo(db, extractionSubscribers[stage], { event: textsQueued, data: {}, at: now + retryMs, dedupe: 'texts later' });

/** So much of the queue is looked at, and for so long: what came since is seen then. */
const lookAhead = { each: 256, limit: 2048 };
const refreshMs = 5000;

/**
 * Gives what is to be read next, so many at a time. Those who brought it take turns: whoever brings ten thousand scans delays nobody's
 * letter by more than one of them.
 */
export function fairTextQueue(services: Services, stage: ExtractionStage): (count: number) => Promise<QueuedDocument[]> {
  /** When somebody had a turn last, as the number of the turn. */
  const had = new Map<number, number>();
  let turn = 0;
  let waiting = new Map<number, QueuedDocument[]>();
  let lookedAt = Number.NEGATIVE_INFINITY;

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
    if (waiting.size === 0 || performance.now() - lookedAt > refreshMs) {
      waiting = Map.groupBy(await queuedTexts(services.database.long, { stage, ...lookAhead }), ({ creator_id }) => creator_id);
      lookedAt = performance.now();
    }
    return Array.from({ length: count }, take).filter((one) => one !== undefined);
  };
}

/** What takes long is read one after the other. */
const concurrency: Record<ExtractionStage, number> = {
  [extractionStages.reading]: 8,
  [extractionStages.converting]: 1,
  [extractionStages.recognising]: 1,
};
const tokenisedLength = 65_536;

/** Reads the texts of the documents that wait for this way, until there are none, the house closes, or one has to go on waiting. */
export async function extractQueuedTexts(services: Services, stage: ExtractionStage): Promise<void> {
  const next = fairTextQueue(services, stage);
  for (;;) {
    const waiting = await next(concurrency[stage]);
    if (waiting.length === 0 || services.stopping.aborted) return;
    const outcomes = await Promise.allSettled(waiting.map((document) => extractText(services, document, stage)));
    // what was read while the house closes may be cut off: it stays in the queue
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

/** One document whose reading fails in a way that nobody foresaw holds up no other. */
function settledText(services: Services, document: QueuedDocument, outcome: PromiseSettledResult<Outcome> | undefined): Outcome {
  if (outcome?.status === 'fulfilled') return outcome.value;
  services.log.error({ err: outcome?.reason, item: document.id }, 'a text could not be read');
  return { state: 'failed', body: '' };
}

/** Tokens of a long text piece by piece, so that other work of the server comes in between. */
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

/** Cuts where a sentence or a word ends, if there is such a place. */
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
      // revised, renamed to another kind or removed meanwhile: the queue still holds it, or its row is gone
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
