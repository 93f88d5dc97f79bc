import { extensions, isOffice, type Rendition as Shown, renditionOf } from '@dossier/contract/file-types';
import { right } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import { type HeldRevision, shownName } from '../content/file-ticket.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Maker, Source } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { seesCells } from '../sheets/open-sheet.ts';
import { sheetMaker } from '../sheets/sheet-maker.ts';

/** How a revision is shown to somebody: by which viewer, and what has to be made for it first. */
export interface Way {
  shown: Shown;
  maker?: Maker;
}

/** The bytes of a revision as what renditions are made of. */
export function sourceOf(held: HeldRevision): Source {
  const { sha256, size } = held.revision;
  return { sha256, size, ...shownName(held) };
}

/** The way in which the type, the rights on it and the programs of this machine let a revision be shown. */
export async function wayOf(house: House, held: HeldRevision): Promise<Way> {
  const { ext } = shownName(held);
  if (extensions.sheet.has(ext)) return sheetWay(house, held);
  if (isOffice(ext)) {
    const { office } = await enginesOf(house);
    // the PDF of a document carries all that is in it
    return office !== undefined && (held.bits & right.download) !== 0 ? { shown: 'pdf', maker: officePdf } : { shown: 'none' };
  }
  return { shown: renditionOf(ext) };
}

/** The cells of a sheet are data: who may not have the file sees its pages where they can be made. */
async function sheetWay(house: House, held: HeldRevision): Promise<Way> {
  return (await seesCells(house, held)) ? { shown: 'sheet', maker: sheetMaker } : { shown: 'pages' };
}
