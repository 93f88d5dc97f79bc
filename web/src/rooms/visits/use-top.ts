import { objType } from '@dossier/contract/rights';
import { type LinkItem, links, type OpenedShare } from '@dossier/contract/shares';
import { useEffect } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useCall } from '../../ground/use-call.ts';
import { useWay } from './addresses.ts';
import { addressOf } from './item-address.ts';
import { LinkQuery } from './link-query.ts';

interface Top {
  isKnown: boolean;
  /** The one item that is shared, where it is one. */
  only: LinkItem | undefined;
  onlyDocument: boolean;
  onlyFolder: boolean;
}

/** What stands at the top of a link. */
export function useTop(token: string): Top {
  const { data, isPending } = useCall(links.items, { token, pageNo: 1, pageSize: 2 }, { staleTime: 60_000 });
  const only = data?.totalNumber === 1 ? data.list[0] : undefined;
  const isDocument = only?.objType === objType.document;
  return { isKnown: !isPending, only, onlyDocument: isDocument, onlyFolder: only !== undefined && !isDocument };
}

/** Leads from a list of one item on to it: into the folder, or to the document unless it was closed or is to be sent back. Answers whether there is no list to show. */
export function useLedOn(token: string, opened: OpenedShare): boolean {
  const go = useGo();
  const way = useWay();
  const { parentId, closed } = usePageQuery(LinkQuery);
  const { isKnown, only, onlyFolder } = useTop(token);
  const opensIt = onlyFolder || (closed === undefined && !opened.allowEdit);
  const target = parentId === undefined && opensIt ? only : undefined;
  useEffect(() => {
    if (target) go(...addressOf(way, token, target), { replace: true });
  }, [go, way, token, target]);
  return parentId === undefined && (!isKnown || target !== undefined);
}
