import { setImmediate as breathe } from 'node:timers/promises';
import type { House } from '../../ground/ctx.ts';
import { indexTokens } from '../../ground/text/tokens.ts';
import { askForTexts, askLaterForTexts } from './ask-for-texts.ts';
import { itemsToIndex, putText, putWords } from './index-queries.ts';
import { type Read, readDocument } from './read-document.ts';
import { turnsOfTexts } from './turns-of-texts.ts';
import { putOff, type Stage, stages, unqueue, type Waiting } from './waiting-queries.ts';

/** What takes long is read one after the other. */
const together: Record<Stage, number> = { [stages.reading]: 8, [stages.making]: 1, [stages.recognising]: 1 };
const pieceLength = 65_536;

/** Reads the texts of the documents that wait for this way, until there are none, the house closes, or one has to go on waiting. */
export async function readWaitingTexts(house: House, stage: Stage): Promise<void> {
  const next = turnsOfTexts(house, stage);
  for (;;) {
    const waiting = await next(together[stage]);
    if (waiting.length === 0 || house.stopping.aborted) return;
    const outcomes = await Promise.allSettled(waiting.map((document) => readDocument(house, document, stage)));
    // what was read while the house closes may be cut off: it stays in the queue
    if (house.stopping.aborted) return;
    const texts: Text[] = [];
    const reads = waiting.map((document, place) => readOf(house, document, outcomes[place]));
    for (const [place, document] of waiting.entries()) {
      const read = reads[place];
      if (read !== undefined && read !== 'later') texts.push({ document, read, tokens: await tokensOf(read.body) });
    }
    if (texts.length > 0) await keepTexts(house, texts);
    if (reads.includes('later')) await house.database.write((db) => askLaterForTexts(db, { stage, now: house.now() }));
    if (texts.length < waiting.length) return;
  }
}

type Outcome = Read | 'later' | undefined;

/** One document whose reading fails in a way that nobody foresaw holds up no other. */
function readOf(house: House, document: Waiting, outcome: PromiseSettledResult<Outcome> | undefined): Outcome {
  if (outcome?.status === 'fulfilled') return outcome.value;
  house.log.error({ err: outcome?.reason, item: document.id }, 'a text could not be read');
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
  const end = start + pieceLength;
  if (end >= text.length) return text.length;
  const tail = text.slice(end - 2000, end);
  const cut = Math.max(tail.lastIndexOf('\n\n'), tail.lastIndexOf('。'), tail.lastIndexOf('. '));
  const at = cut >= 0 ? cut : Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf(' '));
  return at >= 0 ? end - 2000 + at + 1 : end;
}

interface Text {
  document: Waiting;
  read: Read;
  tokens: string;
}

async function keepTexts(house: House, texts: Text[]): Promise<void> {
  await house.database.write(async (db) => {
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
      if (read.next === undefined) await unqueue(db, { id: row.id });
      else await putOff(db, { id: row.id, stage: read.next });
    }
    const next = new Set(texts.flatMap(({ read }) => read.next ?? []));
    for (const stage of next) await askForTexts(db, { stage, now: house.now() });
    const ids = texts.map(({ document }) => document.id);
    await house.outbox.say(db, { name: '', address: '' }, { event: 'texts.read', data: { ids }, at: house.now() });
  });
}
