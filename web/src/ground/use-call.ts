import type { InputOf, OutputOf, Route } from '@dossier/contract/route';
import { keepPreviousData, type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { type CallError, call } from './call.ts';
import { freshFor, refresh } from './query.ts';

export interface CallTerms {
  enabled?: boolean;
  /** Show the previous answer while the next one is on its way. */
  keep?: boolean;
  /** Milliseconds during which an answer is not asked for again. */
  staleTime?: number;
}

/** How a call is asked for, and under which key its answer is kept. */
export const callQuery = <R extends Route>(route: R, input: InputOf<R>) => ({
  queryKey: [route.path, input],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<R>> => call(route, input, { quiet: true, signal }),
});

/** Reads: the answer under the key `[path, input]`. It shows no notice; the page shows `error` where the answer belongs. */
export function useCall<R extends Route>(route: R, input: InputOf<R>, terms: CallTerms = {}): UseQueryResult<OutputOf<R>, CallError> {
  return useQuery<OutputOf<R>, CallError>({
    ...callQuery(route, input),
    ...(terms.enabled === undefined ? {} : { enabled: terms.enabled }),
    ...(terms.staleTime === undefined ? {} : { staleTime: freshFor(terms.staleTime) }),
    ...(terms.keep ? { placeholderData: keepPreviousData } : {}),
  });
}

export interface SendTerms<R extends Route> {
  /** Routes whose answers are stale afterwards. */
  refresh?: Route[];
  /** Leave the notice of a refusal to the caller. */
  quiet?: boolean;
  onDone?: (output: OutputOf<R>, input: InputOf<R>) => void;
}

/** Changes something: `await send.mutateAsync(input)`, `send.isPending`. A refusal is shown and thrown. */
export function useSend<R extends Route>(route: R, terms: SendTerms<R> = {}): UseMutationResult<OutputOf<R>, CallError, InputOf<R>> {
  return useMutation<OutputOf<R>, CallError, InputOf<R>>({
    mutationFn: (input) => call(route, input, { quiet: terms.quiet ?? false }),
    onSuccess: async (output, input) => {
      terms.onDone?.(output, input);
      await refresh(...(terms.refresh ?? []));
    },
  });
}
