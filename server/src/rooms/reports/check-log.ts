import type { Db } from '../../ground/db/database.ts';
import { hashOfEntry } from './log-chain.ts';
import { chainedAfter, countLoose, headOfLog, strangeEntries } from './log-queries.ts';

const portion = 5000;

/** Walks along the operation log and names each line that is missing or was altered. The last note is what to keep elsewhere to find a log rewritten as a whole. */
export async function* checkLog(db: Db): AsyncGenerator<{ kind: 'problem' | 'note'; text: string }> {
  // read first: lines may be added while this runs
  const head = await headOfLog(db);
  let last = { seq: 0, chain: '' };
  for (;;) {
    const rows = await chainedAfter(db, last.seq, portion);
    for (const { seq, chain, ...entry } of rows) {
      if (seq > head.seq) continue;
      const missing = seq - last.seq - 1;
      if (missing > 0) yield problem(`${lines(missing)} of the log missing before ${entry.id}`);
      // after a gap there is nothing to compare with but the line itself
      else if (chain !== hashOfEntry({ before: last.chain, seq, spaced: seq > head.spaced_after }, entry))
        yield problem(`line ${entry.id} of the log of ${new Date(entry.at).toISOString()} was altered`);
      last = { seq, chain };
    }
    if (rows.length < portion) break;
  }
  if (last.seq < head.seq) yield problem(`${lines(head.seq - last.seq)} of the log missing at its end`);
  else if (last.chain !== head.chain) yield problem('the log does not end with the line that it ended with');
  const strange = await strangeEntries(db, { looseTo: head.loose_to, last: head.seq });
  // read once more: what was written meanwhile is not strange
  const now = await headOfLog(db);
  for (const { id, seq } of strange) if (seq <= 0 || seq > now.seq) yield problem(`line ${id} of the log was not written by the house`);
  const loose = await countLoose(db, now.loose_to);
  if (loose > 0) yield { kind: 'note', text: `${lines(loose)} of the log from before it was chained` };
  yield { kind: 'note', text: `the log has ${head.seq} lines and ends with ${head.chain.slice(0, 16)}` };
}

const lines = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;
const problem = (text: string) => ({ kind: 'problem' as const, text });
