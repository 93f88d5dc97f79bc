import { preview } from '@dossier/contract/preview';
import type { OutputOf } from '@dossier/contract/route';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type CallError, call } from '../../ground/call.ts';
import { matching, type QueryOf, textUpTo } from '../../ground/page-query.ts';

const wireId = matching(/^[1-9]\d{0,15}$/);

/** What the address of every viewer carries. */
export const ViewerQuery = { id: wireId, currentRev: wireId, keyword: textUpTo(200) };
export type ViewerQuery = QueryOf<typeof ViewerQuery>;

export interface Target {
  id: string;
  currentRev?: string | undefined;
}

export type View = OutputOf<typeof preview.view>;

/** How to show a document. Asked once for each opening: its addresses expire, and each asking counts as one reading. */
export function useView(target: Partial<Target>): UseQueryResult<View, CallError> {
  const { id, currentRev } = target;
  return useQuery<View, CallError>({
    queryKey: [preview.view.path, { id, currentRev }],
    queryFn: ({ signal }) => call(preview.view, { id: id ?? '', currentRev }, { quiet: true, signal }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}
