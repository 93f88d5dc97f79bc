import { compare } from '@dossier/contract/compare';
import type { OutputOf } from '@dossier/contract/route';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type CallError, call } from '../../ground/call.ts';
import type { CompareQuery } from './address.ts';

export type Comparison = OutputOf<typeof compare.open>;
export type Found = OutputOf<typeof compare.changes>;
export type State = OutputOf<typeof compare.state>;
export type Change = Found['changes'][number];

/** By which tickets a comparison is asked for. */
export interface Looks {
  look: string;
  other: string;
  spaces: boolean;
}

const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  retry: false,
} as const;

/** How two documents are compared. Asked for once for each opening: each asking counts as a look at both. */
export function useComparison({ id, currentRev, otherId, otherRev }: CompareQuery): UseQueryResult<Comparison, CallError> {
  return useQuery<Comparison, CallError>({
    ...once,
    queryKey: [compare.open.path, { id, currentRev, otherId, otherRev }],
    queryFn: ({ signal }) => call(compare.open, { id: id ?? '', currentRev, otherId, otherRev }, { quiet: true, signal }),
    enabled: isPair({ id, currentRev, otherId, otherRev }),
  });
}

/** Whether an address names two things that can differ. */
export const isPair = ({ id, currentRev, otherId, otherRev }: CompareQuery): boolean =>
  id !== undefined && ((otherId !== undefined && otherId !== id) || currentRev !== undefined || otherRev !== undefined);

/** What a comparison found, or why it failed. */
export type Outcome = { ok: true; found: Found } | { ok: false; reason: NonNullable<State['reason']> };

/** Where nothing is looked for, nothing differs. */
export const nothingFound: Found = { added: 0, removed: 0, changed: 0, cut: false, changes: [], tables: [] };
const askEveryMs = 1500;

/** Waits for a comparison; `done` tells how far it is meanwhile. */
export function useOutcome(kind: Comparison['kind'], looks: Looks): UseQueryResult<Outcome, CallError> & { done: number } {
  const outcome = useQuery<Outcome, CallError>({
    ...once,
    queryKey: [compare.changes.path, looks],
    queryFn: ({ signal }) => (kind === 'cards' ? { ok: true, found: nothingFound } : outcomeOf(looks, signal)),
  });
  // the long question is answered at the end only
  const state = useQuery<State, CallError>({
    ...once,
    queryKey: [compare.state.path, looks],
    queryFn: ({ signal }) => call(compare.state, { ...looks, wait: false }, { quiet: true, signal }),
    enabled: outcome.isFetching && kind !== 'cards',
    refetchInterval: outcome.isFetching ? askEveryMs : false,
  });
  return { ...outcome, done: state.data?.done ?? 0 };
}

async function outcomeOf(looks: Looks, signal: AbortSignal): Promise<Outcome> {
  let now: State = { state: 'making', done: 0 };
  while (now.state === 'making') now = await call(compare.state, { ...looks, wait: true }, { quiet: true, signal });
  if (now.state === 'failed') return { ok: false, reason: now.reason ?? 'crashed' };
  return { ok: true, found: await call(compare.changes, looks, { quiet: true, signal }) };
}
