import { createHash } from 'node:crypto';
import type { Db } from '../../ground/db/database.ts';
import { insertEntries, type LooseEntry, looseEntries, moveHead, numberEntry, takeHead } from './log-queries.ts';

/** How many lines from before the chain a new one takes along. */
const taken = 2000;

/** Where a line stands: after a hash, with a number; `spaced` unless it was hashed before lines knew their organisation. */
interface Place {
  before: string;
  seq: number;
  spaced: boolean;
}

/** The hash of a line: over the hash of the line before, its number, and all that it says. */
export function hashOfEntry({ before, seq, spaced }: Place, entry: LooseEntry): string {
  const { id, at, action, person_id, person_name, obj_id, obj_name, address, detail, organisation_id } = entry;
  const said = [before, seq, id, at, action, person_id, person_name, obj_id, obj_name, address, detail];
  if (spaced) said.push(organisation_id ?? 0);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Writes lines at the end of the chain. The head is one row, so that of two writers at once the second begins after the first. */
export async function chainEntries(db: Db, entries: LooseEntry[]): Promise<void> {
  let { loose_to: looseTo, ...head } = await takeHead(db);
  const next = (entry: LooseEntry) => {
    const seq = head.seq + 1;
    head = { seq, chain: hashOfEntry({ before: head.chain, seq, spaced: true }, entry) };
    return { ...entry, ...head };
  };
  const loose = looseTo === 0 ? [] : await looseEntries(db, looseTo, taken);
  for (const { seq: _, chain: __, ...old } of loose) await numberEntry(db, next(old));
  // what comes to stand there later was not written by the house
  if (loose.length < taken) looseTo = 0;
  await insertEntries(db, entries.map(next));
  await moveHead(db, { ...head, loose_to: looseTo });
}
