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

/** How a revision is shown: by which viewer, and with which renderer. */
export interface ViewStrategy {
  shown: Shown;
  maker?: Renderer;
  /** The renderer's parameter, where it has one. */
  param?: string;
}

/** Formats that the client renders where the server has no office engine. */
const drawnByClient: ReadonlySet<string> = new Set(['docx', 'docm', 'dotx', 'pptx', 'pptm', 'potx', 'ppsx']);

/** The width of a redrawn image. */
const pictureWidth = String(pageWidths[pageWidths.length - 1]);

/** Chooses the viewer by the type, the rights and the installed converters. */
export async function viewStrategy(ctx: Context, authorised: AuthorisedRevision): Promise<ViewStrategy> {
  const { services } = ctx;
  const { ext } = shownName(authorised);
  if (extensions.sheet.has(ext)) return workbookStrategy(ctx, authorised);
  const source = sourceOf(authorised);
  if (await isMedia(services, source)) return mediaView(services, authorised);
  const mayDownload = await isShownUnmarked(ctx, authorised);
  if (isOffice(ext)) return officeStrategy(services, ext, mayDownload);
  // shapes are data as well; for an unsupported DWG the viewer shows a card
  if (extensions.drawing.has(ext)) return mayDownload ? { shown: 'drawing', maker: drawingRenderer } : { shown: 'pages', maker: pageFacts };
  const listed = containerKind(authorised);
  // without the right to download, a mail is shown as pages
  if (listed === 'mail') return mayDownload ? { shown: 'mail', maker: mailRenderer } : { shown: 'pages', maker: pageFacts };
  if (listed === 'archive') return { shown: 'archive', maker: listingRenderer };
  const shown = renditionOf(ext);
  if (hasPages(ext) && !(mayDownload && servedUnchanged.has(shown))) return { shown: 'pages', maker: pageFacts };
  if (isRasterizedImage(ext) && !(mayDownload && extensions.picture.has(ext)))
    return { shown: 'image', maker: imageRenderer, param: pictureWidth };
  return { shown };
}

/** Shown from the original bytes, where the rights allow it. */
const servedUnchanged: ReadonlySet<Shown> = new Set(['pdf', 'text', 'html']);

async function officeStrategy(services: Services, ext: string, mayDownload: boolean): Promise<ViewStrategy> {
  const { office } = await enginesOf(services);
  // the PDF of a document contains all of its data
  if (office !== undefined) return mayDownload ? { shown: 'pdf', maker: officePdf } : { shown: 'pages', maker: pageFacts };
  return { shown: mayDownload && drawnByClient.has(ext) ? 'office' : 'none' };
}

/** Cells are data: without the right to download, pages are shown where they can be rendered. */
async function workbookStrategy(ctx: Context, authorised: AuthorisedRevision): Promise<ViewStrategy> {
  return (await mayViewCells(ctx, authorised)) ? { shown: 'sheet', maker: workbookRenderer } : { shown: 'pages', maker: pageFacts };
}
