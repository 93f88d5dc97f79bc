import type { Context } from '../../platform/context.ts';
import type { AuthorisedRevision } from '../documents/file-tickets.ts';
import { isShownUnmarked, watermarkFor } from './watermarks/resolve-watermark.ts';

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
