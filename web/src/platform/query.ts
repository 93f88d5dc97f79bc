import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import {
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

/** Whether an answer is missing because none came at all; a refusal stays one, however often it is asked for. */
const isMissingAnswer = (query: Pick<Query, 'state'>): boolean =>
  query.state.status === 'error' && query.state.error instanceof CallError && query.state.error.code === noAnswer;

/** Asks now and then whether a server that was away is back, and reads anew what is shown and could not be read. */
function refetchWhenServerReturns(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstWait;
  const lacking = () => client.getQueryCache().findAll({ type: 'active', predicate: isMissingAnswer });
  const look = async (): Promise<void> => {
    if (lacking().length === 0) {
      stop();
    } else if (navigator.onLine && (await servedEntryScripts()) !== undefined) {
      stop();
      await client.refetchQueries({ type: 'active', predicate: isMissingAnswer });
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
    if (event.type === 'updated' && event.action.type === 'error' && isMissingAnswer(event.query) && timer === undefined) soon(wait);
  });
  addEventListener('online', () => {
    if (timer !== undefined) soon(0);
  });
}

let isPaused = false;

/** While a kept view is shown again, what it knows counts as fresh: only what was changed meanwhile is asked for. */
export function pauseRefetching(on: boolean): void {
  isPaused = on;
}

/** How long an answer is not asked for again, in milliseconds; without end while queries rest. */
export const staleAfter = (milliseconds: number) => (): number => (isPaused ? Number.POSITIVE_INFINITY : milliseconds);

/** The cache of answers; only calls that got no answer at all are tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleAfter(10_000),
      // As long as somebody may come back to the tab that showed it.
      gcTime: 30 * 60_000,
      retry: (count, error) => count < 2 && error instanceof CallError && error.code === noAnswer,
    },
    mutations: { retry: false },
  },
});

refetchWhenServerReturns(queryClient);

/** Reads the answers of these routes anew wherever they are shown. */
export async function invalidateRoutes(...routes: Route[]): Promise<void> {
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route.path] })));
}

interface CallQueryOptions {
  enabled?: boolean;
  /** Show the previous answer while the next one is on its way. */
  keep?: boolean;
  /** Milliseconds during which an answer is not asked for again. */
  staleTime?: number;
}

/** How a call is asked for, and under which key its answer is kept. */
export const callQueryOptions = <R extends Route>(route: R, input: InputOf<R>) => ({
  queryKey: [route.path, input],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<R>> => call(route, input, { quiet: true, signal }),
});

/** Reads: the answer under the key `[path, input]`. It shows no notice; the page shows `error` where the answer belongs. */
export function useCall<R extends Route>(
  route: R,
  input: InputOf<R>,
  terms: CallQueryOptions = {},
): UseQueryResult<OutputOf<R>, CallError> {
  return useQuery<OutputOf<R>, CallError>({
    ...callQueryOptions(route, input),
    ...(terms.enabled === undefined ? {} : { enabled: terms.enabled }),
    ...(terms.staleTime === undefined ? {} : { staleTime: staleAfter(terms.staleTime) }),
    ...(terms.keep ? { placeholderData: keepPreviousData } : {}),
  });
}

interface CallMutationOptions<R extends Route> {
  /** Routes whose answers are stale afterwards. */
  refresh?: Route[];
  /** Leave the notice of a refusal to the caller. */
  quiet?: boolean;
  onDone?: (output: OutputOf<R>, input: InputOf<R>) => void;
}

/** Changes something: `await send.mutateAsync(input)`, `send.isPending`. A refusal is shown and thrown. */
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
