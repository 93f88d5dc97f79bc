import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallError } from '../../ground/call.ts';
import { type Target, takeView, type View, viewKey } from './ask-view.ts';

/** How to show a document. Asked once for each opening: its addresses expire, and each asking counts as one reading. */
export function useView(target: Partial<Target>): UseQueryResult<View, CallError> {
  const { id, currentRev } = target;
  return useQuery<View, CallError>({
    queryKey: viewKey(target),
    queryFn: ({ signal }) => takeView({ id: id ?? '', currentRev }, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}
