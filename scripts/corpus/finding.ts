import type { CorpusFile } from './list-files.ts';
import type { Picture } from './picture.ts';

/** The result of one file. */
export interface Finding {
  file: CorpusFile;
  /** The id of its document. */
  id?: string;
  viewer: string;
  /** `shown`, `card` or `refused: reason`; errors are in `faults`. */
  result: string;
  text: 'yes' | 'no' | '–';
  /** What OCR found in its screenshot: so many words of the file, `drawn` where the text layer has none, or `unread`. */
  seen: string;
  picture?: Picture;
  /** Words of the file, to search for. */
  words: string[];
  ms: number;
  faults: string[];
}

/** The result where none of the expected words was recognised. */
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

/** Runs a step for one file; an exception is a fault of this file, and the others go on. Its time counts for the file. */
export async function step(finding: Finding, limit: number, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  try {
    await within(limit, work());
  } catch (error) {
    finding.faults.push(error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : String(error));
  }
  finding.ms += performance.now() - began;
}

/** Waits for a promise for at most so many milliseconds. */
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

/** Processes a list with so many lanes. */
export async function inLanes<T>(list: readonly T[], lanes: number, work: (item: T, lane: number) => Promise<void>): Promise<void> {
  const rest = list.values();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const item of rest) await work(item, lane);
    }),
  );
}
