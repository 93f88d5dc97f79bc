import type { Context } from '../../platform/context.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import type { AuthorisedRevision } from '../documents/file-tickets.ts';
import { isShownUnmarked, unmarkedDocumentTest, watermarkFor } from './watermarks/resolve-watermark.ts';

/** What a program that shows a document in place of our viewers has to know. */
export interface ExternalViewerTerms {
  /** The lines that it must draw over the document; empty where no watermark applies. */
  watermark: string;
  /** Whether the user may have the bytes as they are; otherwise only the program may have them. */
  unmarked: boolean;
}

/** The terms on which another program shows a revision to the caller. */
export async function externalViewerTerms(ctx: Context, authorised: AuthorisedRevision): Promise<ExternalViewerTerms> {
  const mark = await watermarkFor({ ctx, authorised }, 'view');
  return { watermark: mark?.lines.join('\n') ?? '', unmarked: await isShownUnmarked(ctx, authorised) };
}

/** The ids of those documents that the user may have as they are. For lists: nothing is asked for each document. */
export async function unmarkedDocuments(ctx: Context, documents: readonly AuthorisedItem[]): Promise<Set<number>> {
  const isUnmarked = unmarkedDocumentTest(ctx);
  const found = new Set<number>();
  for (const one of documents) if (await isUnmarked(one)) found.add(one.item.id);
  return found;
}
