import { extensions } from '@dossier/contract/core/file-types';
import type { OutputOf } from '@dossier/contract/core/route';
import { type ComparedRow, compare, rowsTogether } from '@dossier/contract/preview/compare';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { type CallError, call } from '../../../platform/call.ts';
import type { CompareQuery } from '../compare-address.ts';
import { untilMade } from '../until-made.ts';

export type Comparison = OutputOf<typeof compare.open>;
export type ComparisonResult = OutputOf<typeof compare.changes>;
type State = OutputOf<typeof compare.state>;
export type Change = ComparisonResult['changes'][number];

/** The preview tokens of both sides. */
export interface PairTokens {
  look: string;
  other: string;
  spaces: boolean;
}

const askedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  retry: false,
} as const;

/** How two documents are compared. Requested once per opening: each request counts as a view of both. */
export function useComparison({ id, currentRev, otherId, otherRev }: CompareQuery): UseQueryResult<Comparison, CallError> {
  return useQuery<Comparison, CallError>({
    ...askedOnce,
    queryKey: [compare.open.path, { id, currentRev, otherId, otherRev }],
    queryFn: ({ signal }) => call(compare.open, { id: id ?? '', currentRev, otherId, otherRev }, { quiet: true, signal }),
    enabled: isPair({ id, currentRev, otherId, otherRev }),
  });
}

/** Whether an address names two sides that can differ. */
export const isPair = ({ id, currentRev, otherId, otherRev }: CompareQuery): boolean =>
  id !== undefined && ((otherId !== undefined && otherId !== id) || currentRev !== undefined || otherRev !== undefined);

/** The result of a comparison, or why it failed. */
type Outcome = { ok: true; found: ComparisonResult } | { ok: false; reason: NonNullable<State['reason']> };

/** The result without a comparison. */
export const nothingFound: ComparisonResult = { added: 0, removed: 0, changed: 0, cut: false, changes: [], tables: [] };
const askEveryMs = 1500;

/** Waits for a comparison; `done` is its progress. */
export function useOutcome(kind: Comparison['kind'], looks: PairTokens): UseQueryResult<Outcome, CallError> & { done: number } {
  const outcome = useQuery<Outcome, CallError>({
    ...askedOnce,
    queryKey: [compare.changes.path, looks],
    queryFn: ({ signal }) => (kind === 'cards' ? { ok: true, found: nothingFound } : outcomeOf(looks, signal)),
  });
  // the long poll is answered only at the end
  const state = useQuery<State, CallError>({
    ...askedOnce,
    queryKey: [compare.state.path, looks],
    queryFn: ({ signal }) => call(compare.state, { ...looks, wait: false }, { quiet: true, signal }),
    enabled: outcome.isFetching && kind !== 'cards',
    refetchInterval: outcome.isFetching ? askEveryMs : false,
  });
  return { ...outcome, done: state.data?.done ?? 0 };
}

async function outcomeOf(looks: PairTokens, signal: AbortSignal): Promise<Outcome> {
  const now = await untilMade(() => call(compare.state, { ...looks, wait: true }, { quiet: true, signal }), signal);
  if (now.state === 'failed') return { ok: false, reason: now.reason ?? 'crashed' };
  return { ok: true, found: await call(compare.changes, looks, { quiet: true, signal }) };
}

/** The layout of a comparison; the first that applies is the default. */
export type Mode = 'side' | 'inline' | 'table' | 'slider' | 'overlay' | 'difference' | 'cards';

const overlayModes: readonly Mode[] = ['side', 'slider', 'overlay', 'difference', 'cards'];

/** The layouts of a comparison; a phone has no room for two texts side by side. */
export function modesOf({ kind, before, after }: Comparison, phone: boolean): readonly Mode[] {
  if (kind === 'text') return phone ? ['inline', 'cards'] : ['side', 'inline', 'cards'];
  if (kind === 'sheet') return ['table', 'cards'];
  if (kind === 'picture') return overlayModes;
  if (kind === 'cards') return ['cards'];
  const isDrawn = [before, after].every(({ view }) => extensions.drawing.has(view.ext));
  return isDrawn ? overlayModes : ['side', 'cards'];
}

/** The props of every comparison view. */
export interface WindowProps {
  open: Comparison;
  looks: PairTokens;
  found: ComparisonResult;
  mode: Mode;
  /** The selected difference; -1 for none. `round` rises with each selection, of the same one too. */
  current: number;
  round: number;
  choose: (at: number) => void;
}

/** A range of rows of a table, as far as loaded. */
export function useRows(looks: PairTokens, table: number, from: number, to: number): (index: number) => ComparedRow | undefined {
  const first = Math.floor(Math.max(0, from) / rowsTogether);
  const last = Math.floor(Math.max(0, to) / rowsTogether);
  const parts = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const requests = useQueries({
    queries: parts.map((part) => ({
      queryKey: [compare.rows.path, looks, table, part],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(compare.rows, { ...looks, table, part }, { quiet: true, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: 1,
    })),
  });
  return (index) => requests[Math.floor(index / rowsTogether) - first]?.data?.rows[index % rowsTogether];
}
