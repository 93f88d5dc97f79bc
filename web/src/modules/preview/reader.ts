import { preview } from '@dossier/contract/preview/preview';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext } from 'react';
import { type CallError, call } from '../../platform/call.ts';
import { downloadDocument } from '../documents/download-document.ts';
import { type View, type ViewTarget, takeView, viewKey } from './view-request.ts';

/** How whoever reads a document does what the server counts: people who sign in by their session, visitors of a link by their visit. */
export interface Reader {
  /** Has a print noted and allowed; answers what opens the pages as they are printed. A refusal is shown and thrown. */
  print: (target: ViewTarget) => Promise<{ look: string; streamUrl: string }>;
  /** How often they may print yet, where that is counted. */
  printsLeft?: number | undefined;
  /** Fetches the document; `refused` takes what would else be a notice. */
  download: (target: ViewTarget, refused?: (message: string) => void) => Promise<void>;
  /** Whether they may download, where their rights on what they look at do not tell it. */
  mayDownload?: boolean;
  /** Closes the viewer, where the way back is not that of the browser. */
  leave?: () => void;
  /** The documents before and after this one, where it is one of a row; absent at either end. */
  around?: { previous: (() => void) | undefined; next: (() => void) | undefined } | undefined;
  /** The document that what they look at lies in, for a file out of one: no PDF is made of that to take away. */
  partOf?: string;
  /** Visitors see neither versions nor details. */
  isVisitor: boolean;
}

const staff: Reader = {
  print: ({ id, currentRev }) => call(preview.print, { id, currentRev }),
  download: downloadDocument,
  isVisitor: false,
};

/** The reader of the windows inside; somebody who signed in, unless something else is said. */
export const ReaderContext = createContext<Reader>(staff);

/** How to show a document. Asked once for each opening: its addresses expire, and each asking counts as one reading. */
export function useView(target: Partial<ViewTarget>): UseQueryResult<View, CallError> {
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
