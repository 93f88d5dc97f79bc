import { objType } from '@dossier/contract/rights';
import { links } from '@dossier/contract/shares';
import { useMemo } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useCall } from '../../ground/use-call.ts';
import type { Reader } from '../viewer/reader.ts';
import { useWay } from './addresses.ts';
import { addressOf } from './item-address.ts';
import { LinkQuery } from './link-query.ts';
import { sortingOf } from './sorting.ts';

/** As many as one asking brings: beyond them nobody goes from one to the next. */
const most = 1000;

/** The documents before and after one, in the order of the list that it was opened from; undefined where it is alone. */
export function useAround(token: string, id: string): Reader['around'] {
  const go = useGo();
  const way = useWay();
  const { parentId, by, desc } = usePageQuery(LinkQuery);
  const input = { token, parentId, pageNo: 1, pageSize: most, ...sortingOf({ by, desc }) };
  const { data } = useCall(links.items, input, { staleTime: 60_000 });
  return useMemo(() => {
    const documents = data?.list.filter((item) => item.objType === objType.document) ?? [];
    const at = documents.findIndex((item) => item.id === id);
    if (at < 0 || documents.length < 2) return undefined;
    const to = (step: number): (() => void) | undefined => {
      const other = documents[at + step];
      if (other === undefined) return undefined;
      const [path, query] = addressOf(way, token, other);
      // Closing leads back to the list, however many were looked at.
      return () => go(path, { ...query, parentId, by, desc }, { replace: true });
    };
    return { previous: to(-1), next: to(1) };
  }, [data, id, go, way, token, parentId, by, desc]);
}
