import { type OpenedShare, links } from '@dossier/contract/sharing/shares';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { CallError } from '../../../platform/call.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { boundedTextParam, enumParam, idParam } from '../../../platform/page-query.ts';
import { queryClient, useCall } from '../../../platform/query.ts';
import { shareSession } from '../../../platform/sessions.ts';
import { useLinkPaths } from '../visitor-paths.ts';

export const sortFields = ['name', 'size', 'updateTime'] as const;
export type SortField = (typeof sortFields)[number];

/** The order of the list of a folder. */
export interface Sorting {
  sortField: SortField;
  sortDirection: 'asc' | 'desc';
}

/** The order that an address tells: by name unless it says something else. */
export const sortingOf = ({ by = 'name', desc }: { by?: SortField | undefined; desc?: '1' | undefined }): Sorting => ({
  sortField: by,
  sortDirection: desc === undefined ? 'asc' : 'desc',
});

/** An order as addresses tell it. */
export const sortQuery = ({ sortField, sortDirection }: Sorting): { by?: SortField; desc?: number } => ({
  ...(sortField !== 'name' && { by: sortField }),
  ...(sortDirection === 'desc' && { desc: 1 }),
});

/** What the addresses of a link carry. Its token stands there so that an address can be kept and opened again; the visit's never does. */
export const LinkQuery = {
  token: boundedTextParam(200),
  parentId: idParam,
  id: idParam,
  /** The order of the list, where it is not by name and upwards. */
  by: enumParam(sortFields),
  desc: enumParam(['1']),
  ended: enumParam(['1']),
  /** The only document was closed: the list does not open it again. */
  closed: enumParam(['1']),
};

/** The link that the page is about: of its address, else of the visit in this tab. */
export function useLinkToken(): string | undefined {
  const { token } = usePageQuery(LinkQuery);
  return token ?? shareSession.token();
}

/** The link that this tab visits; whoever has not opened it in this browser is led to its door first, and then back here. */
export function useShareSession(): string | undefined {
  const token = useLinkToken();
  const go = useNavigate();
  const { door } = useLinkPaths();
  const { id, parentId } = usePageQuery(LinkQuery);
  const isInside = token !== undefined && shareSession.resume(token);
  useEffect(() => {
    if (!isInside && location.pathname !== door) go(door, { token, id, parentId }, { replace: true });
  }, [go, isInside, door, token, id, parentId]);
  return isInside ? token : undefined;
}

/** What the visit may do, and what is left of it. */
export const useSharedLink = (token: string): UseQueryResult<OpenedShare, CallError> => useCall(links.info, { token });

/** Goes from the door to where its visitor was on the way: a document, a folder, else all that is shared. */
export function useGoToSharedItems(token: string | undefined): () => void {
  const go = useNavigate();
  const { list, view } = useLinkPaths();
  const { id, parentId } = usePageQuery(LinkQuery);
  return useCallback(
    () => go(id === undefined ? list : view, { token, id, parentId }, { replace: true }),
    [go, list, view, token, id, parentId],
  );
}

/** Begins a visit and goes to what is shared. Nothing that a visit before has seen stays in memory. */
export function useBeginSession(token: string): (sessionId: string) => void {
  const goInside = useGoToSharedItems(token);
  return useCallback(
    (sessionId) => {
      queryClient.clear();
      shareSession.begin({ token, sessionId });
      goInside();
    },
    [goInside, token],
  );
}
