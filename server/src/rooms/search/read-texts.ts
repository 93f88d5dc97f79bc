import { setImmediate as breathe } from 'node:timers/promises';
import { mayHoldText } from '../../ground/confined/text-kinds.ts';
import type { House } from '../../ground/ctx.ts';
import { indexTokens } from '../../ground/text/tokens.ts';
import { blobOf } from '../content/blobs-of.ts';
import { extractorOf } from './extractor.ts';
import { itemsToIndex, putText, putWords, unqueue, type Waiting, waitingTexts } from './index-queries.ts';

/** What was read of a document; `state` done, none, or why it failed. */
interface Read {
  state: string;
  body: string;
  tokens: string;
}

const together = 8;
const pieceLength = 65_536;

/** Reads the texts of the documents in the queue, until it is empty or the house closes. */
export async function readWaitingTexts(house: House): Promise<void> {
  for (;;) {
    const waiting = await waitingTexts(house.database.long, together);
    if (waiting.length === 0 || house.stopping.aborted) return;
    const read = await Promise.allSettled(waiting.map((document) => readText(house, document)));
    // what was read while the house closes may be cut off: it stays in the queue
    if (house.stopping.aborted) return;
    await keepTexts(
      house,
      waiting.map((document, place) => ({ document, read: readOf(house, document, read[place]) })),
    );
  }
}

/** One document whose reading fails in a way that nobody foresaw holds up no other. */
function readOf(house: House, document: Waiting, outcome: PromiseSettledResult<Read> | undefined): Read {
  if (outcome?.status === 'fulfilled') return outcome.value;
  house.log.error({ err: outcome?.reason, item: document.id }, 'a text could not be read');
  return { state: 'failed', body: '', tokens: '' };
}

async function readText(house: House, document: Waiting): Promise<Read> {
  if (!mayHoldText(document.ext)) return { state: 'none', body: '', tokens: '' };
  const blob = await blobOf(house.database.read, document.revision_id);
  if (blob === undefined) return { state: 'missing', body: '', tokens: '' };
  const file = { path: house.blobs.pathOf(blob.sha256), ext: document.ext, name: document.name, size: blob.size };
  const answer = await extractorOf(house).run('extract', file);
  if (!answer.ok) return { state: answer.reason, body: '', tokens: '' };
  return { state: 'done', body: answer.text, tokens: await tokensOf(answer.text) };
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

async function keepTexts(house: House, texts: Array<{ document: Waiting; read: Read }>): Promise<void> {
  await house.database.write(async (db) => {
    const rows = await itemsToIndex(
      db,
      texts.map(({ document }) => document.id),
    );
    const now = new Map(rows.map((row) => [row.id, row]));
    for (const { document, read } of texts) {
      const row = now.get(document.id);
      // revised, renamed to another kind or removed meanwhile: the queue still holds it, or its row is gone
      if (row === undefined || row.revision_id !== document.revision_id || row.ext !== document.ext) continue;
      await putText(db, { item_id: row.id, revision_id: row.revision_id, state: read.state, body: read.body });
      await putWords(db, 'body_words', { id: row.id, tokens: read.tokens });
      await unqueue(db, { id: row.id });
    }
  });
}
