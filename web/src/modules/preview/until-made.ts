/** A server that is busy gives a request up after two minutes; it is asked again so often before that is a failure. */
const mostBusyAnswers = 4;
const askAgainAfterMs = 3000;

/**
 * Asks for the state of what the server makes from a document until it is ready or has failed. `ask` is a long poll, which may end while it is being
 * made.
 */
export async function untilMade<S extends { state: string; reason?: string | undefined }>(
  ask: () => Promise<S>,
  signal: AbortSignal,
): Promise<S> {
  for (let busyAnswers = 0; ; ) {
    const now = await ask();
    signal.throwIfAborted();
    if (now.state === 'failed' && now.reason === 'busy' && ++busyAnswers <= mostBusyAnswers)
      await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
    else if (now.state !== 'making') return now;
  }
}
