import { type ComparedRow, compare, rowsTogether } from '@dossier/contract/compare';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../../ground/call.ts';
import type { Looks } from '../use-comparison.ts';

/** The rows of a table from one place to another, as far as they are there. */
export function useRows(looks: Looks, ...[table, from, to]: [number, number, number]): (index: number) => ComparedRow | undefined {
  const first = Math.floor(Math.max(0, from) / rowsTogether);
  const last = Math.floor(Math.max(0, to) / rowsTogether);
  const parts = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const asked = useQueries({
    queries: parts.map((part) => ({
      queryKey: [compare.rows.path, looks, table, part],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(compare.rows, { ...looks, table, part }, { quiet: true, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: 1,
    })),
  });
  return (index) => asked[Math.floor(index / rowsTogether) - first]?.data?.rows[index % rowsTogether];
}
