import { batchLimit } from '@dossier/contract/core/rights';
import { loadTexts, textOf } from './i18n.ts';
import { notice } from './notices.ts';

/** What came of a deed done in batches: the answers of those that were done, and how many items those held. */
export interface BatchResult<A> {
  answers: A[];
  done: number;
}

/**
 * Does a deed for many items, no more at once than the server takes, each batch whole by itself. A refusal of the first is thrown;
 * a later one stops the rest and is told with how many were done. An answer of undefined stops too.
 */
export async function inBatches<T, A>(
  items: readonly T[],
  deed: (batch: T[], rest: readonly T[]) => Promise<A | undefined>,
): Promise<BatchResult<A>> {
  const answers: A[] = [];
  const all = items.length;
  let done = 0;
  await loadTexts();
  const t = textOf('platform');
  while (done < all) {
    if (done > 0) notice.progress(t('doneOf', { count: done, all }));
    const rest = items.slice(done);
    try {
      const answer = await deed(rest.slice(0, batchLimit), rest);
      if (answer === undefined) break;
      answers.push(answer);
    } catch (error) {
      if (done === 0) throw error;
      break;
    }
    done += Math.min(rest.length, batchLimit);
  }
  if (done > 0 && done < all) notice.warning(t('stoppedAt', { count: done, all }));
  return { answers, done };
}
