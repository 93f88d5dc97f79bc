import type { linkComments } from '@dossier/contract/comments/link-comments';
import type { OutputOf } from '@dossier/contract/core/route';
import { preview } from '@dossier/contract/preview/preview';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, createContext } from 'react';
import { type CallError, call } from '../../platform/call.ts';
import { downloadDocument } from '../documents/download-document.ts';
import { type View, type ViewTarget, takeView, viewKey } from './view-request.ts';

/** The comments of visitors of a link, which lets them comment. */
interface LinkComments {
  /** Where their threads lie; undefined until that is known. */
  places: OutputOf<typeof linkComments.places> | undefined;
  /** The version that is shown. */
  revisionId: string | undefined;
  /** The threads on a document, beside it. */
  panel: (view: View) => ReactNode;
  /** Asked for instead of the threads by a visitor whose name is not proven. */
  prove?: () => void;
}

/** The counted operations of a viewer: by session for users, by share session for visitors. */
export interface Reader {
  /** Requests and logs a print; returns the preview token of the print version. A refusal is shown and thrown. */
  print: (target: ViewTarget) => Promise<{ look: string; streamUrl: string }>;
  /** How many prints are left, where they are limited. */
  printsLeft?: number | undefined;
  /** Downloads the document; `refused` receives refusals instead of a notice. */
  download: (target: ViewTarget, refused?: (message: string) => void) => Promise<void>;
  /** Whether they may download, where that is not decided by their rights. */
  mayDownload?: boolean;
  /** Closes the viewer, where that is not a step back in history. */
  leave?: () => void;
  /** Opens the editor, where a visitor may edit the document. */
  editorOf?: ((view: View) => (() => void) | undefined) | undefined;
  /** Who shared the document with a visitor, and until when: a line under the bar. */
  facts?: ReactNode;
  /** The previous and next documents, where there is a sequence; undefined at the ends. */
  around?: { previous: (() => void) | undefined; next: (() => void) | undefined } | undefined;
  /** The id of the containing document, for a file inside an archive or mail: no PDF is offered for such files. */
  partOf?: string;
  /** Where the visitor of a link may comment. */
  comments?: LinkComments | undefined;
  /** Visitors of share links see neither versions nor details. */
  isVisitor: boolean;
}

const staff: Reader = {
  print: ({ id, currentRev }) => call(preview.print, { id, currentRev }),
  download: downloadDocument,
  isVisitor: false,
};

/** The reader of nested windows; by default a signed-in user. */
export const ReaderContext = createContext<Reader>(staff);

/** How to show a document. Requested once per opening: its addresses expire, and each request counts as a view. */
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
