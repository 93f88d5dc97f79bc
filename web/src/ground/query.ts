import type { Route } from '@dossier/contract/route';
import { QueryClient } from '@tanstack/react-query';
import { CallError, noAnswer } from './call.ts';

/** The cache of answers; only calls that got no answer at all are tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => count < 2 && error instanceof CallError && error.code === noAnswer },
    mutations: { retry: false },
  },
});

/** Reads the answers of these routes anew wherever they are shown. */
export async function refresh(...routes: Route[]): Promise<void> {
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route.path] })));
}
