import { batchLimit } from '@dossier/contract/core/rights';
import { loadTexts, textOf } from './i18n.ts';
import { notice } from './notices.ts';

/** The result of a batched operation: the answers, and the number of items done. */
export interface BatchResult<A> {
  answers: A[];
  done: number;
}

/**
 * Runs an operation on many items in batches of the server's limit, each atomic by itself. A refusal of the first batch is thrown; a later
 * one stops the rest and is returned with the number done. An undefined answer stops, too.
 */
export async function inBatches<T, A>(
  items: readonly T[],
  operation: (batch: T[], rest: readonly T[]) => Promise<A | undefined>,
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
      const answer = await operation(rest.slice(0, batchLimit), rest);
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
