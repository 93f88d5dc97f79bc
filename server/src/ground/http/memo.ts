import type { Database } from '../db/database.ts';

interface Kept {
  mark: number;
  until: number;
  body: string;
}

/** Answers to reading calls, kept only while nothing whatever is committed to the database. */
export interface Memo {
  /** The state of the database to keep an answer under, taken before the answer is worked out; undefined where the engine cannot tell. */
  mark(): number | undefined;
  find(key: string, now: number): string | undefined;
  keep(key: string, kept: Kept): void;
}

const most = 500;
const longest = 256 * 1024;
/** However quiet the database is, an answer is worked out anew after this time: sessions and deadlines move with the clock. */
export const memoMs = 1000;

/** A memory of at most 500 answers; the oldest goes first. */
export function createMemo(database: Database): Memo {
  const answers = new Map<string, Kept>();
  const mark = () => database.changeMark?.();
  return {
    mark,
    find(key, now) {
      const kept = answers.get(key);
      if (kept === undefined) return undefined;
      if (kept.mark === mark() && now < kept.until && now >= kept.until - memoMs) return kept.body;
      answers.delete(key);
      return undefined;
    },
    keep(key, kept) {
      if (kept.body.length > longest) return;
      if (answers.size >= most) answers.delete(answers.keys().next().value ?? '');
      answers.set(key, kept);
    },
  };
}
