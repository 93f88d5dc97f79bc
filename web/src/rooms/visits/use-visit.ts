import { type OpenedShare, links } from '@dossier/contract/shares';
import { type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallError } from '../../ground/call.ts';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useCall } from '../../ground/use-call.ts';
import { visit } from '../../ground/visit.ts';
import { useWay } from './addresses.ts';
import { LinkQuery, useLinkToken } from './link-query.ts';

/** The link that this tab visits; whoever has not opened it in this browser is led to its door first, and then back here. */
export function useVisit(): string | undefined {
  const token = useLinkToken();
  const go = useGo();
  const { door } = useWay();
  const { id, parentId } = usePageQuery(LinkQuery);
  const isInside = token !== undefined && visit.resume(token);
  useEffect(() => {
    if (!isInside && location.pathname !== door) go(door, { token, id, parentId }, { replace: true });
  }, [go, isInside, door, token, id, parentId]);
  return isInside ? token : undefined;
}

/** What the visit may do, and what is left of it. */
export const useOpened = (token: string): UseQueryResult<OpenedShare, CallError> => useCall(links.info, { token });
