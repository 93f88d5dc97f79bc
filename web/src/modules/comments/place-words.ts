import type { CommentPlace } from '@dossier/contract/comments/places';
import type { TextOf } from '../../platform/i18n.ts';

/** The letters of a column, as workbooks name it: A, Z, AA. */
function columnName(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? columnName(rest) : '') + String.fromCodePoint(65 + (column % 26));
}

/** A time of a film as 1:23, or 1:02:03. */
export function momentText(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A place in a few words: "Page 3", "Cell B4", "At 1:23". */
export function placeWords(place: CommentPlace, t: TextOf<'comments'>): string {
  if (place.kind === 'cell') return t('atCell', { sheet: place.sheet, cell: `${columnName(place.column)}${place.row + 1}` });
  if (place.kind === 'moment') return t('atMoment', { time: momentText(place.seconds) });
  if (place.kind === 'point') return t('atPoint');
  return t('atPage', { page: place.page });
}
