import { useCallback } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { queryClient } from '../../ground/query.ts';
import { visit } from '../../ground/visit.ts';
import { useWay } from './addresses.ts';
import { LinkQuery } from './link-query.ts';

/** Goes from the door to where its visitor was on the way: a document, a folder, else all that is shared. */
export function useGoInside(token: string | undefined): () => void {
  const go = useGo();
  const { list, view } = useWay();
  const { id, parentId } = usePageQuery(LinkQuery);
  return useCallback(
    () => go(id === undefined ? list : view, { token, id, parentId }, { replace: true }),
    [go, list, view, token, id, parentId],
  );
}

/** Begins a visit and goes to what is shared. Nothing that a visit before has seen stays in memory. */
export function useEnter(token: string): (sessionId: string) => void {
  const goInside = useGoInside(token);
  return useCallback(
    (sessionId) => {
      queryClient.clear();
      visit.begin({ token, sessionId });
      goInside();
    },
    [goInside, token],
  );
}
