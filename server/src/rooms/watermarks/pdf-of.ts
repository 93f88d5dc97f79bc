import { extensions, isOffice, renditionOf } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Maker } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { textPdf } from './text-pdf.ts';

/** How pages come of a type: it has them itself, somebody makes them, or nobody can. */
export async function pagesOf(house: House, ext: string): Promise<'own' | Maker | undefined> {
  if (extensions.pdf.has(ext)) return 'own';
  if (isOffice(ext) || extensions.sheet.has(ext)) {
    const { office } = await enginesOf(house);
    if (office !== undefined) return officePdf;
  }
  return ['text', 'html'].includes(renditionOf(ext)) || extensions.mail.has(ext) ? textPdf : undefined;
}
