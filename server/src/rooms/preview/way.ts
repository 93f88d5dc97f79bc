import { extensions, isOffice, type Rendition as Shown, renditionOf } from '@dossier/contract/file-types';
import { pageWidths } from '@dossier/contract/page-looks';
import type { Ctx, House } from '../../ground/ctx.ts';
import { type HeldRevision, shownName } from '../content/file-ticket.ts';
import { listedAs } from '../listings/listed-as.ts';
import { listMaker, mailMaker } from '../listings/makers.ts';
import { drawing } from '../drawings/makers.ts';
import { filmWay, isFilm } from '../films/film-way.ts';
import { pageFacts, picture } from '../pages/makers.ts';
import { hasPages, isDrawnPicture } from '../pages/page-source.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Maker } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { seesCells } from '../sheets/open-sheet.ts';
import { sheetMaker } from '../sheets/sheet-maker.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';

/** How a revision is shown to somebody: by which viewer, and what has to be made for it first. */
export interface Way {
  shown: Shown;
  maker?: Maker;
  /** What of it, where there is a choice. */
  param?: string;
}

/** What the client draws itself where the machine has no office engine. */
const drawnByClient: ReadonlySet<string> = new Set(['docx', 'docm', 'dotx', 'pptx', 'pptm', 'potx', 'ppsx']);

/** The width of a picture that is drawn anew. */
const pictureWidth = String(pageWidths[pageWidths.length - 1]);

/** The way in which the type, the rights on it and the programs of this machine let a revision be shown. */
export async function wayOf(ctx: Ctx, held: HeldRevision): Promise<Way> {
  const { house } = ctx;
  const { ext } = shownName(held);
  if (extensions.sheet.has(ext)) return sheetWay(ctx, held);
  const source = sourceOf(held);
  if (await isFilm(house, source)) return filmWay(house, held);
  const mayHave = await goesUnmarked(ctx, held);
  if (isOffice(ext)) return officeWay(house, ext, mayHave);
  // shapes are data as well, and a card says what a DWG needs
  if (extensions.drawing.has(ext)) return mayHave ? { shown: 'drawing', maker: drawing } : { shown: 'pages', maker: pageFacts };
  const listed = listedAs(held);
  // whoever may not have a mail sees what is written in it on pages
  if (listed === 'mail') return mayHave ? { shown: 'mail', maker: mailMaker } : { shown: 'pages', maker: pageFacts };
  if (listed === 'archive') return { shown: 'archive', maker: listMaker };
  const shown = renditionOf(ext);
  if (hasPages(ext) && !(mayHave && asTheyAre.has(shown))) return { shown: 'pages', maker: pageFacts };
  if (isDrawnPicture(ext) && !(mayHave && extensions.picture.has(ext))) return { shown: 'image', maker: picture, param: pictureWidth };
  return { shown };
}

/** What a browser is given as it is, where that may be. */
const asTheyAre: ReadonlySet<Shown> = new Set(['pdf', 'text', 'html']);

async function officeWay(house: House, ...[ext, mayHave]: [string, boolean]): Promise<Way> {
  const { office } = await enginesOf(house);
  // the PDF of a document carries all that is in it
  if (office !== undefined) return mayHave ? { shown: 'pdf', maker: officePdf } : { shown: 'pages', maker: pageFacts };
  return { shown: mayHave && drawnByClient.has(ext) ? 'office' : 'none' };
}

/** The cells of a sheet are data: who may not have the file sees its pages where they can be made. */
async function sheetWay(ctx: Ctx, held: HeldRevision): Promise<Way> {
  return (await seesCells(ctx, held)) ? { shown: 'sheet', maker: sheetMaker } : { shown: 'pages', maker: pageFacts };
}
