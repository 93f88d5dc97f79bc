import type { Query, QueryClient } from '@tanstack/react-query';
import { CallError, noAnswer, servedEntry } from './call.ts';

const firstWait = 2000;
const longestWait = 15_000;

/** Whether an answer is missing because none came at all; a refusal stays one, however often it is asked for. */
const wantsServer = (query: Pick<Query, 'state'>): boolean =>
  query.state.status === 'error' && query.state.error instanceof CallError && query.state.error.code === noAnswer;

/** Asks now and then whether a server that was away is back, and reads anew what is shown and could not be read. */
export function reloadWhenBack(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstWait;
  const lacking = () => client.getQueryCache().findAll({ type: 'active', predicate: wantsServer });
  const look = async (): Promise<void> => {
    if (lacking().length === 0) {
      stop();
    } else if (navigator.onLine && (await servedEntry()) !== undefined) {
      stop();
      await client.refetchQueries({ type: 'active', predicate: wantsServer });
    } else {
      wait = Math.min(wait * 2, longestWait);
      timer = setTimeout(() => void look(), wait);
    }
  };
  const stop = (): void => {
    timer = undefined;
    wait = firstWait;
  };
  const soon = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), milliseconds);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && wantsServer(event.query) && timer === undefined) soon(wait);
  });
  addEventListener('online', () => {
    if (timer !== undefined) soon(0);
  });
}
