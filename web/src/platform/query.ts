import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import {
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  keepPreviousData,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { CallError, call, noAnswer, servedEntryScripts } from './call.ts';

const firstWait = 2000;
const longestWait = 15_000;

/** Whether a query failed by a network error; a refusal is final and not retried. */
const isMissingAnswer = (query: Pick<Query, 'state'>): boolean =>
  query.state.status === 'error' && query.state.error instanceof CallError && query.state.error.code === noAnswer;

/** Polls for the return of an unreachable server, and then refetches the mounted queries that failed. */
function refetchWhenServerReturns(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstWait;
  const lacking = () => client.getQueryCache().findAll({ type: 'active', predicate: isMissingAnswer });
  const poll = async (): Promise<void> => {
    if (lacking().length === 0) {
      stop();
    } else if (navigator.onLine && (await servedEntryScripts()) !== undefined) {
      stop();
      await client.refetchQueries({ type: 'active', predicate: isMissingAnswer });
    } else {
      wait = Math.min(wait * 2, longestWait);
      timer = setTimeout(() => void poll(), wait);
    }
  };
  const stop = (): void => {
    timer = undefined;
    wait = firstWait;
  };
  const soon = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), milliseconds);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isMissingAnswer(event.query) && timer === undefined) soon(wait);
  });
  addEventListener('online', () => {
    if (timer !== undefined) soon(0);
  });
}

let isPaused = false;

/** While a kept view is shown again, its data count as fresh: only invalidated queries are refetched. */
export function pauseRefetching(on: boolean): void {
  isPaused = on;
}

/** Stale time in milliseconds; infinite while refetching is paused. */
export const staleAfter = (milliseconds: number) => (): number => (isPaused ? Number.POSITIVE_INFINITY : milliseconds);

/** The query cache; only network errors are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleAfter(10_000),
      // As long as the user may return to the tab that showed it.
      gcTime: 30 * 60_000,
      // without a network, what was asked fails at once instead of waiting unseen: the page shows what it had
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && navigator.onLine && error instanceof CallError && error.code === noAnswer,
    },
    // a change is refused, not made later when nobody expects it
    mutations: { retry: false, networkMode: 'always' },
  },
});

refetchWhenServerReturns(queryClient);

/**
 * Refetches what is mounted of some answers, and marks the others as stale. The library leaves a first answer alone that is on its way, though it may
 * be older than the change: it is asked for once more when it has come.
 */
export async function invalidate(answers: InvalidateQueryFilters): Promise<void> {
  const firstOnes = queryClient.getQueryCache().findAll({ ...answers, fetchStatus: 'fetching' });
  const awaited = firstOnes.filter(({ state }) => state.data === undefined).map(({ queryKey, promise }) => ({ queryKey, promise }));
  await queryClient.invalidateQueries(answers);
  const again = async ({ queryKey, promise }: (typeof awaited)[number]): Promise<void> => {
    await promise?.catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey, exact: true });
  };
  await Promise.all(awaited.map(again));
}

/** Refetches the answers of these routes wherever they are mounted. */
export async function invalidateRoutes(...routes: Route[]): Promise<void> {
  await Promise.all(routes.map((route) => invalidate({ queryKey: [route.path] })));
}

interface CallQueryOptions {
  enabled?: boolean;
  /** Shows the previous answer while the next is loading. */
  keep?: boolean;
  /** Milliseconds during which an answer counts as fresh. */
  staleTime?: number;
  /** Milliseconds after which a page that is seen asks again. */
  every?: number;
}

/** The query options of a call, with its cache key. */
export const callQueryOptions = <R extends Route>(route: R, input: InputOf<R>) => ({
  queryKey: [route.path, input],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<R>> => call(route, input, { quiet: true, signal }),
});

/** A query under the key `[path, input]`. It shows no notice; the page shows `error` where the answer belongs. */
export function useCall<R extends Route>(
  route: R,
  input: InputOf<R>,
  terms: CallQueryOptions = {},
): UseQueryResult<OutputOf<R>, CallError> {
  return useQuery<OutputOf<R>, CallError>({
    ...callQueryOptions(route, input),
    ...(terms.enabled === undefined ? {} : { enabled: terms.enabled }),
    ...(terms.staleTime === undefined ? {} : { staleTime: staleAfter(terms.staleTime) }),
    ...(terms.every === undefined ? {} : { refetchInterval: terms.every }),
    ...(terms.keep ? { placeholderData: keepPreviousData } : {}),
  });
}

interface CallMutationOptions<R extends Route> {
  /** Routes to be refetched afterwards. */
  refresh?: Route[];
  /** Leaves the notice of a refusal to the caller. */
  quiet?: boolean;
  onDone?: (output: OutputOf<R>, input: InputOf<R>) => void;
}

/** A mutation: `await send.mutateAsync(input)`, `send.isPending`. A refusal is shown and thrown. */
export function useCallMutation<R extends Route>(
  route: R,
  terms: CallMutationOptions<R> = {},
): UseMutationResult<OutputOf<R>, CallError, InputOf<R>> {
  return useMutation<OutputOf<R>, CallError, InputOf<R>>({
    mutationFn: (input) => call(route, input, { quiet: terms.quiet ?? false }),
    onSuccess: async (output, input) => {
      terms.onDone?.(output, input);
      await invalidateRoutes(...(terms.refresh ?? []));
    },
  });
}
