import type { Db } from '../../ground/db/database.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import { type Stage, stages } from './waiting-queries.ts';

/** The listeners that read, each in a line of its own: what takes long holds up nothing that does not. */
export const textListeners: Record<Stage, string> = {
  [stages.reading]: 'search.texts',
  [stages.making]: 'search.made-texts',
  [stages.recognising]: 'search.recognised-texts',
};

/** What takes long begins when the bustle of an upload is over. */
const pauseMs: Record<Stage, number> = { [stages.reading]: 0, [stages.making]: 2000, [stages.recognising]: 10_000 };

/** Has the documents read that wait for this way; asked again before that begins, it is done once. */
export const askForTexts = (db: Db, { stage, now }: { stage: Stage; now: number }): Promise<void> =>
  sayTo(db, textListeners[stage], { event: 'texts.queued', data: {}, at: now + pauseMs[stage], dedupe: 'texts' });

const laterMs = 10 * 60_000;

/** Has them read again after a while; whoever asks meanwhile does not wait for that. */
export const askLaterForTexts = (db: Db, { stage, now }: { stage: Stage; now: number }): Promise<void> =>
  sayTo(db, textListeners[stage], { event: 'texts.queued', data: {}, at: now + laterMs, dedupe: 'texts later' });
