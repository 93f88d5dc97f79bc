import type { CommentPlace } from '@dossier/contract/comments/places';
import { editorOf } from '@dossier/contract/core/file-types';
import type { Item } from '@dossier/contract/documents/library';
import type { TextOf } from '../../platform/i18n.ts';
import { clockText, columnLetters } from '../../platform/place-texts.ts';

/** Tables of text have one sheet, without a name. */
const unnamed: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** A place in a document as it is told: "Page 2", "Prices!B4", "At 2:31". */
export function placeText(t: TextOf<'comments'>, place: CommentPlace, { ext = '' }: Pick<Item, 'ext'>): string {
  switch (place.kind) {
    case 'cell': {
      const cell = `${columnLetters(place.column - 1)}${place.row}`;
      return unnamed.has(ext.toLowerCase()) ? cell : `${place.sheet}!${cell}`;
    }
    case 'moment':
      return t('atMoment', { time: clockText(place.seconds) });
    case 'point':
      return place.page === 1 ? t('atPoint') : t('atPointOn', { page: place.page });
    case 'words':
      // a text has no pages
      return editorOf(ext.toLowerCase()) === 'text' ? t('atWords') : t('atPage', { page: place.page });
    default:
      return t('atPage', { page: place.page });
  }
}
