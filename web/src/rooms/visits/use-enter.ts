import { useCallback } from 'react';
import { useGo } from '../../ground/go.ts';
import { queryClient } from '../../ground/query.ts';
import { visit } from '../../ground/visit.ts';
import { useWay } from './addresses.ts';

/** Begins a visit in this tab and goes to what is shared. Nothing that a visit before has seen stays in memory. */
export function useEnter(token: string): (sessionId: string) => void {
  const go = useGo();
  const { list } = useWay();
  return useCallback(
    (sessionId) => {
      queryClient.clear();
      visit.begin({ token, sessionId });
      go(list, { token }, { replace: true });
    },
    [go, list, token],
  );
}
