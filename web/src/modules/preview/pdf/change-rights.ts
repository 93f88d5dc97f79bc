import { right } from '@dossier/contract/core/rights';
import type { View } from '../view-request.ts';

/**
 * Whether a view can be changed by its content: the newest revision of a PDF, for who may modify it and has all of it in the window. A published
 * document is changed by flows alone.
 */
export const isChangeable = (view: View): boolean =>
  view.ext === 'pdf' &&
  view.rendition === 'pdf' &&
  view.revision !== undefined &&
  view.lent !== true &&
  view.publication === undefined &&
  (view.rights & right.modify) !== 0;
