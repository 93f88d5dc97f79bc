import type { InputOf, OutputOf, Route } from '@dossier/contract/route';
import { call } from '../../ground/call.ts';
import { queryClient } from '../../ground/query.ts';

/** The query of a call as `useCall` keeps it. */
export function callQuery<R extends Route>(route: R, input: InputOf<R>) {
  return {
    queryKey: [route.path, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<R>> => call(route, input, { quiet: true, signal }),
  };
}

/** Asks ahead; a refusal is silent, the page will show it. */
export function prefetchCall<R extends Route>(route: R, input: InputOf<R>): void {
  void queryClient.prefetchQuery(callQuery(route, input));
}
