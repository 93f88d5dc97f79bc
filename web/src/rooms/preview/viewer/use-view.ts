import { preview } from '@dossier/contract/preview';
import type { OutputOf } from '@dossier/contract/route';
import { Id } from '@dossier/contract/shapes';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type CallError, call } from '../../../ground/call.ts';

/** What the address of every viewer carries. */
export const ViewerQuery = z.object({ id: Id.optional(), currentRev: Id.optional(), keyword: z.string().max(200).optional() });
export type ViewerQuery = z.output<typeof ViewerQuery>;

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
