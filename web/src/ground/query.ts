import type { Route } from '@dossier/contract/route';
import { QueryClient } from '@tanstack/react-query';
import { CallError, noAnswer } from './call.ts';
import { reloadWhenBack } from './server-away.ts';

let resting = false;

/** While a kept view is shown again, what it knows counts as fresh: only what was changed meanwhile is asked for. */
export function restQueries(on: boolean): void {
  resting = on;
}

/** How long an answer is not asked for again, in milliseconds; without end while queries rest. */
export const freshFor = (milliseconds: number) => (): number => (resting ? Number.POSITIVE_INFINITY : milliseconds);

/** The cache of answers; only calls that got no answer at all are tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshFor(10_000),
      // As long as somebody may come back to the tab that showed it.
      gcTime: 30 * 60_000,
      retry: (count, error) => count < 2 && error instanceof CallError && error.code === noAnswer,
    },
    mutations: { retry: false },
  },
});

reloadWhenBack(queryClient);

/** Reads the answers of these routes anew wherever they are shown. */
export async function refresh(...routes: Route[]): Promise<void> {
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route.path] })));
}
