import type { StoredRow } from './stored-book.ts';

/** A cell on its way into the book. */
export interface NewCell {
  column: number;
  text: string;
  style: number;
  value?: number | undefined;
  formula?: string | undefined;
}

export const mostColumns = 16_384;
const mostText = 32_767;
/** The cells of a row that is longer are cut so that they fit. */
const rowLetters = 1_000_000;

/** A row without the emptiness at both its ends; undefined where nothing is left. */
export function storedRow(number: number, cells: NewCell[]): StoredRow | undefined {
  const shown = cells.filter(({ column, text, style }) => column < mostColumns && (text !== '' || style !== 0));
  const [first] = shown;
  if (first === undefined) return undefined;
  const at = shown.reduce((least, { column }) => Math.min(least, column), first.column);
  const row: StoredRow = { r: number, at, t: [] };
  for (const { column, text, style, value, formula } of shown) {
    const place = column - at;
    while (row.t.length <= place) row.t.push('');
    row.t[place] = clean(text);
    if (style !== 0) fill((row.s ??= []), place, 0)[place] = style;
    if (value !== undefined && Number.isFinite(value)) fill((row.n ??= []), place, null)[place] = String(value) === text ? true : value;
    if (formula) (row.f ??= []).push([column, formula.slice(0, 2000)]);
  }
  return row;
}

function fill<T>(list: T[], place: number, empty: T): T[] {
  while (list.length < place) list.push(empty);
  return list;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const controls = /[\0-\x08\x0b-\x1f\x7f]+/g;

/** A text as cells show it. */
export const clean = (text: string): string =>
  (text.length > mostText ? text.slice(0, mostText) : text).replace(controls, ' ').toWellFormed();

/** How many letters a row has. */
export const lettersOf = ({ t }: Pick<StoredRow, 't'>): number => t.reduce((sum, text) => sum + text.length, 0);

/** Cuts the cells of a row that is too long; answers how many letters it has. */
export function fitRow(row: StoredRow): number {
  const length = lettersOf(row);
  if (length <= rowLetters) return length;
  const most = Math.floor(rowLetters / row.t.length);
  row.t = row.t.map((text) => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text));
  return lettersOf(row);
}
