import { extensions } from '@dossier/contract/file-types';
import { can } from '../library/area.ts';

const kinds = [
  extensions.word,
  extensions.slides,
  extensions.diagram,
  extensions.sheet,
  extensions.drawing,
  extensions.picture,
  extensions.rawPicture,
  extensions.text,
  extensions.html,
];

/** Whether a PDF of a document is offered: with the right to one, of types that have pages, and not where its own bytes are one and may be had. */
export function isForPaper({ ext = '', rights }: { ext?: string | undefined; rights?: number | undefined }): boolean {
  const type = ext.toLowerCase();
  if (!can(rights, 'pdf')) return false;
  return extensions.pdf.has(type) ? !can(rights, 'download') : kinds.some((kind) => kind.has(type));
}
