import { type Rendition as Shown, extensions, isOffice, renditionOf } from '@dossier/contract/core/file-types';
import { pageWidths } from '@dossier/contract/preview/pages';
import type { Context, Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { type AuthorisedRevision, shownName } from '../../documents/file-tickets.ts';
import { listingRenderer, mailRenderer } from '../archive-contents/content-renderers.ts';
import { containerKind } from '../archive-contents/read-contents.ts';
import { drawingRenderer } from '../drawings.ts';
import { officePdf } from '../engine-renderers.ts';
import { isMedia, mediaView } from '../media/media-view.ts';
import { hasPages, imageRenderer, isRasterizedImage, pageFacts } from '../pages/page-renderers.ts';
import { type Renderer, sourceOf } from '../renderer.ts';
import { isShownUnmarked } from '../watermarks/resolve-watermark.ts';
import { mayViewCells } from '../workbooks/browse-workbook.ts';
import { workbookRenderer } from '../workbooks/workbook-renderer.ts';

/** How a revision is shown to somebody: by which viewer, and what has to be made for it first. */
export interface ViewStrategy {
  shown: Shown;
  maker?: Renderer;
  /** What of it, where there is a choice. */
  param?: string;
}

/** What the client draws itself where the machine has no office engine. */
const drawnByClient: ReadonlySet<string> = new Set(['docx', 'docm', 'dotx', 'pptx', 'pptm', 'potx', 'ppsx']);

/** The width of a picture that is drawn anew. */
const pictureWidth = String(pageWidths[pageWidths.length - 1]);

/** The way in which the type, the rights on it and the programs of this machine let a revision be shown. */
export async function viewStrategy(ctx: Context, held: AuthorisedRevision): Promise<ViewStrategy> {
  const { services } = ctx;
  const { ext } = shownName(held);
  if (extensions.sheet.has(ext)) return workbookStrategy(ctx, held);
  const source = sourceOf(held);
  if (await isMedia(services, source)) return mediaView(services, held);
  const mayHave = await isShownUnmarked(ctx, held);
  if (isOffice(ext)) return officeStrategy(services, ext, mayHave);
  // shapes are data as well, and a card says what a DWG needs
  if (extensions.drawing.has(ext)) return mayHave ? { shown: 'drawing', maker: drawingRenderer } : { shown: 'pages', maker: pageFacts };
  const listed = containerKind(held);
  // whoever may not have a mail sees what is written in it on pages
  if (listed === 'mail') return mayHave ? { shown: 'mail', maker: mailRenderer } : { shown: 'pages', maker: pageFacts };
  if (listed === 'archive') return { shown: 'archive', maker: listingRenderer };
  const shown = renditionOf(ext);
  if (hasPages(ext) && !(mayHave && servedUnchanged.has(shown))) return { shown: 'pages', maker: pageFacts };
  if (isRasterizedImage(ext) && !(mayHave && extensions.picture.has(ext)))
    return { shown: 'image', maker: imageRenderer, param: pictureWidth };
  return { shown };
}

/** What a browser is given as it is, where that may be. */
const servedUnchanged: ReadonlySet<Shown> = new Set(['pdf', 'text', 'html']);

async function officeStrategy(services: Services, ext: string, mayHave: boolean): Promise<ViewStrategy> {
  const { office } = await enginesOf(services);
  // the PDF of a document carries all that is in it
  if (office !== undefined) return mayHave ? { shown: 'pdf', maker: officePdf } : { shown: 'pages', maker: pageFacts };
  return { shown: mayHave && drawnByClient.has(ext) ? 'office' : 'none' };
}

/** The cells of a sheet are data: who may not have the file sees its pages where they can be made. */
async function workbookStrategy(ctx: Context, held: AuthorisedRevision): Promise<ViewStrategy> {
  return (await mayViewCells(ctx, held)) ? { shown: 'sheet', maker: workbookRenderer } : { shown: 'pages', maker: pageFacts };
}
