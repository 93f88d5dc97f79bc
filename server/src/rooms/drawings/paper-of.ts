import { extensions } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Maker } from '../renditions/maker.ts';
import { plainTables, tablePdf } from '../sheets/table-pdf.ts';
import { pagesOf } from '../watermarks/pdf-of.ts';
import { drawingPdf } from './makers.ts';

/** How pages come of a type, drawings and tables of plain text with it: it has them itself, somebody makes them, or nobody can. */
export async function paperOf(house: House, ext: string): Promise<'own' | Maker | undefined> {
  if (extensions.drawing.has(ext)) return drawingPdf;
  if (plainTables.has(ext) && (await enginesOf(house)).office !== undefined) return tablePdf;
  return pagesOf(house, ext);
}
