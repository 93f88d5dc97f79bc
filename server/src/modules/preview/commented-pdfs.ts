import type { CommentPlace } from '@dossier/contract/comments/places';
import type { Context } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import type { WrittenNote } from './pdf/writing/annotate-pdf.ts';

/** A thread of comments on a document, as it is written into a PDF. */
export interface PdfThread {
  id: number;
  place?: CommentPlace | undefined;
  /** The version that it was written on. */
  revisionId: number;
  revisionLabel: string;
  resolved?: { by: string; at: number } | undefined;
  /** The first comment and all replies; the words of a deleted one are empty. */
  notes: WrittenNote[];
}

interface ThreadFilter {
  objId: string;
  /** Resolved threads as well as open ones. */
  resolved: boolean;
}

/** Answers the threads on a document that the caller may read, the oldest first; refuses who may not read them, and more than fit into a PDF. */
type ThreadsForPdf = (ctx: Context, filter: ThreadFilter) => Promise<PdfThread[]>;

export const threadsForPdfs = extensionPoint<ThreadsForPdf>();
