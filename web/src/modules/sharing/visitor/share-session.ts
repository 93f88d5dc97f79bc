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

/** The sort order of a folder's list. */
export interface Sorting {
  sortField: SortField;
  sortDirection: 'asc' | 'desc';
}

/** The sort order in an address: by default by name. */
export const sortingOf = ({ by = 'name', desc }: { by?: SortField | undefined; desc?: '1' | undefined }): Sorting => ({
  sortField: by,
  sortDirection: desc === undefined ? 'asc' : 'desc',
});

/** A sort order for addresses. */
export const sortQuery = ({ sortField, sortDirection }: Sorting): { by?: SortField; desc?: number } => ({
  ...(sortField !== 'name' && { by: sortField }),
  ...(sortDirection === 'desc' && { desc: 1 }),
});

/** The query string of a share link. The token is in it, so that an address can be stored and reopened; the share session's id never is. */
export const LinkQuery = {
  token: boundedTextParam(200),
  parentId: idParam,
  id: idParam,
  /** The sort order, unless it is ascending by name. */
  by: enumParam(sortFields),
  desc: enumParam(['1']),
  ended: enumParam(['1']),
  /** The only document was closed: the list does not reopen it. */
  closed: enumParam(['1']),
};

/** The token of the page: from its address, else from the share session of this tab. */
export function useLinkToken(): string | undefined {
  const { token } = usePageQuery(LinkQuery);
  return token ?? shareSession.token();
}

/** The token of this tab's share session; without one in this browser, redirects to the entry page and back here. */
export function useShareSession(): string | undefined {
  const token = useLinkToken();
  const go = useNavigate();
  const { door: provider } = useLinkPaths();
  const { id, parentId } = usePageQuery(LinkQuery);
  const isInside = token !== undefined && shareSession.resume(token);
  useEffect(() => {
    if (!isInside && location.pathname !== provider) go(provider, { token, id, parentId }, { replace: true });
  }, [go, isInside, provider, token, id, parentId]);
  return isInside ? token : undefined;
}

/** The permissions of the share session, and its remaining counts. */
export const useSharedLink = (token: string): UseQueryResult<OpenedShare, CallError> => useCall(links.info, { token });

/** Goes from the entry page to the requested document or folder, else to the list. */
export function useGoToSharedItems(token: string | undefined): () => void {
  const go = useNavigate();
  const { list, view } = useLinkPaths();
  const { id, parentId } = usePageQuery(LinkQuery);
  return useCallback(
    () => go(id === undefined ? list : view, { token, id, parentId }, { replace: true }),
    [go, list, view, token, id, parentId],
  );
}

/** Starts a share session and goes to the shared items. Clears everything that a previous session has loaded. */
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
