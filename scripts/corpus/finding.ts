import type { CorpusFile } from './list-files.ts';
import type { Picture } from './picture.ts';

/** What came of one file. */
export interface Finding {
  file: CorpusFile;
  /** The document it became. */
  id?: string;
  viewer: string;
  /** `shown`, `card` or `refused: reason`; what went wrong stands in `faults`. */
  result: string;
  text: 'yes' | 'no' | '–';
  /** What the picture of it was found to show: so many words of the file, `drawn` where it has none there that could be read, or `unread`. */
  seen: string;
  picture?: Picture;
  /** Words that stand in the file, to search for. */
  words: string[];
  ms: number;
  faults: string[];
}

/** In the place of what a picture shows: none of the words that were looked for. */
export const unread = 'other words';

export const newFinding = (file: CorpusFile): Finding => ({
  file,
  viewer: '–',
  result: '–',
  text: '–',
  seen: '–',
  words: [],
  ms: 0,
  faults: [],
});

/** Does a step for one file; what it throws is the file's fault, and the others go on. Its time counts for the file. */
export async function step(finding: Finding, limit: number, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  try {
    await within(limit, work());
  } catch (error) {
    finding.faults.push(error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : String(error));
  }
  finding.ms += performance.now() - began;
}

/** Waits for a promise so many milliseconds and no longer. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`hung: no end after ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Works through a list with so many at once. */
export async function inLanes<T>(list: readonly T[], lanes: number, work: (one: T, lane: number) => Promise<void>): Promise<void> {
  const rest = list.values();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const one of rest) await work(one, lane);
    }),
  );
}
