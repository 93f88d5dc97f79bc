import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/database.ts';
import {
  type UnchainedEntry,
  chainedAfter,
  countUnchained,
  foreignEntries,
  headOfLog,
  insertEntries,
  moveHead,
  numberEntry,
  takeHead,
  unchainedEntries,
} from './operation-log/operation-log.queries.ts';

/** Unchained lines that each new line takes along. */
const unchainedBatch = 2000;

/** The position of a line in the chain: the hash before, and its number; `spaced` unless it was hashed before lines had an organisation. */
interface ChainPosition {
  before: string;
  seq: number;
  spaced: boolean;
}

/** The hash of a line: over the previous hash, its number, and all its fields. */
function hashOfEntry({ before, seq, spaced }: ChainPosition, entry: UnchainedEntry): string {
  const { id, at, action, person_id, person_name, obj_id, obj_name, address, detail, organisation_id } = entry;
  const said = [before, seq, id, at, action, person_id, person_name, obj_id, obj_name, address, detail];
  if (spaced) said.push(organisation_id ?? 0);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Appends lines to the chain. The head is one row, which serialises concurrent writers. */
export async function chainEntries(db: Db, entries: UnchainedEntry[]): Promise<void> {
  let { unchained_up_to: looseTo, ...head } = await takeHead(db);
  const next = (entry: UnchainedEntry) => {
    const seq = head.seq + 1;
    head = { seq, chain: hashOfEntry({ before: head.chain, seq, spaced: true }, entry) };
    return { ...entry, ...head };
  };
  const loose = looseTo === 0 ? [] : await unchainedEntries(db, looseTo, unchainedBatch);
  for (const { seq: _, chain: __, ...old } of loose) await numberEntry(db, next(old));
  // unchained lines inserted later were not written by the server
  if (loose.length < unchainedBatch) looseTo = 0;
  await insertEntries(db, entries.map(next));
  await moveHead(db, { ...head, unchained_up_to: looseTo });
}

const portion = 5000;

/**
 * Verifies the chain of the operation log and reports each missing or altered line. The last note is to be stored elsewhere, to detect a
 * log that was rewritten as a whole.
 */
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
      // after a gap the previous hash is unknown
      else if (chain !== hashOfEntry({ before: last.chain, seq, spaced: seq > head.organisation_hashed_after }, entry))
        yield problem(`line ${entry.id} of the log of ${new Date(entry.at).toISOString()} was altered`);
      last = { seq, chain };
    }
    if (rows.length < portion) break;
  }
  if (last.seq < head.seq) yield problem(`${lines(head.seq - last.seq)} of the log missing at its end`);
  else if (last.chain !== head.chain) yield problem('the log does not end with the line that it ended with');
  const foreign = await foreignEntries(db, { looseTo: head.unchained_up_to, last: head.seq });
  // read again: lines written meanwhile are valid
  const now = await headOfLog(db);
  for (const { id, seq } of foreign) if (seq <= 0 || seq > now.seq) yield problem(`line ${id} of the log was not written by the house`);
  const loose = await countUnchained(db, now.unchained_up_to);
  if (loose > 0) yield { kind: 'note', text: `${lines(loose)} of the log from before it was chained` };
  yield { kind: 'note', text: `the log has ${head.seq} lines and ends with ${head.chain.slice(0, 16)}` };
}

const lines = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;
const problem = (text: string) => ({ kind: 'problem' as const, text });
