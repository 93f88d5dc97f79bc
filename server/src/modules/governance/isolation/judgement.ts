/** What a scanner says of a content; `unchecked` where it cannot judge it, as it is too large for it. */
export type Judgement = { verdict: 'clean' } | { verdict: 'infected'; threat: string } | { verdict: 'unchecked'; reason: string };

/** The scanner did not answer: nothing is known, and it is asked again. */
export class ScannerDown extends Error {}

/**
 * The answer of a scanner, which may come while the content is still being sent; the sending is over with it then. A failure to send counts only
 * where no answer comes.
 */
export async function answerWhile<T>(answer: Promise<T>, sending: Promise<void>): Promise<T> {
  const sent = sending.then(
    () => answer,
    (error: unknown) => answer.catch(() => Promise.reject(error)),
  );
  return Promise.race([answer.catch(() => sent), sent]);
}
