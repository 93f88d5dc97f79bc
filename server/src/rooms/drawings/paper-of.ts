import { extensions } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import type { Maker } from '../renditions/maker.ts';
import { pagesOf } from '../watermarks/pdf-of.ts';
import { drawingPdf } from './makers.ts';

/** How pages come of a type, drawings with it: it has them itself, somebody makes them, or nobody can. */
export const paperOf = async (house: House, ext: string): Promise<'own' | Maker | undefined> =>
  extensions.drawing.has(ext) ? drawingPdf : pagesOf(house, ext);
