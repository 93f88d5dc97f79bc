import { shiftIndex } from '@dossier/contract/editing/shift-edits';
import { type WorkbookEdit, maxColumns, maxRows } from '@dossier/contract/editing/workbook-edits';

type Move = Extract<WorkbookEdit, { kind: 'insert' | 'remove' }>;

/** The names of the sheets by their number in the file, as they were before. */
export type SheetNames = ReadonlyMap<number, string>;

const cell = String.raw`\$?[A-Z]{1,3}\$?\d{1,7}`;
/** A text in quotes, or a reference with the sheet before it; not a part of a name, a function, or what lies in another file. */
const parts = new RegExp(
  String.raw`"(?:[^"]|"")*"|(?<![\p{L}\d_.$\]:'!])(?:('(?:[^']|'')+'|[\p{L}_][\p{L}\d_.]*)!)?(?:(${cell})(?::(${cell}))?|(\$?[A-Z]{1,3}):(\$?[A-Z]{1,3})|(\$?\d{1,7}):(\$?\d{1,7}))(?![\p{L}\d_.(!])`,
  'giu',
);

/** The number of a column from 0: A, B, …, AA. */
export const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The name of a column: A, B, …, AA. */
export function lettersOf(column: number): string {
  let rest = column + 1;
  let letters = '';
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}

interface End {
  /** Empty where the reference names whole rows, and the other way round. */
  column: string;
  row: string;
}

function endOf(text: string): End {
  const [, column = '', row = ''] = /^(\$?[A-Z]{0,3})(\$?\d*)$/i.exec(text) ?? [];
  return { column: column === '$' ? '' : column, row: column === '$' ? `$${row}` : row };
}

const numberOf = (part: string, axis: 'row' | 'column'): number =>
  axis === 'row' ? Number(part.replace('$', '')) - 1 : columnOf(part.replace('$', ''));
const written = (part: string, index: number, axis: 'row' | 'column'): string =>
  `${part.startsWith('$') ? '$' : ''}${axis === 'row' ? index + 1 : lettersOf(index)}`;

/** One reference after a move; undefined where what it named is gone. */
function movedReference(from: string, to: string | undefined, move: Move): string | undefined {
  const { axis } = move;
  const first = endOf(from);
  const last = to === undefined ? undefined : endOf(to);
  if (first[axis] === '') return to === undefined ? from : `${from}:${to}`;
  const start = numberOf(first[axis], axis);
  if (last === undefined) {
    const index = shiftIndex(start, move);
    if (index === undefined) return undefined;
    const moved = { ...first, [axis]: written(first[axis], index, axis) };
    return moved.column + moved.row;
  }
  const end = numberOf(last[axis], axis);
  const limit = (axis === 'row' ? maxRows : maxColumns) - 1;
  const gone = move.at + move.count;
  if (move.kind === 'remove' && start >= move.at && end < gone) return undefined;
  const shift = (index: number, edge: number): number => shiftIndex(index, move) ?? edge;
  const a = { ...first, [axis]: written(first[axis], shift(start, move.kind === 'remove' ? move.at : limit), axis) };
  const b = { ...last, [axis]: written(last[axis], shift(end, move.kind === 'remove' ? move.at - 1 : limit), axis) };
  return `${a.column}${a.row}:${b.column}${b.row}`;
}

const isPlain = (name: string): boolean => /^[\p{L}_][\p{L}\d_.]*$/u.test(name) && !/^[a-z]{1,3}\d+$/i.test(name);
const quoted = (name: string): string => (isPlain(name) ? name : `'${name.replaceAll("'", "''")}'`);
const unquoted = (name: string): string => (name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name);

/** A formula of a sheet as it reads once `by` has been made, as Excel would adapt it. */
export function shiftFormula(formula: string, { sheet, names }: { sheet: number; names: SheetNames }, by: WorkbookEdit): string {
  if (by.kind !== 'insert' && by.kind !== 'remove' && by.kind !== 'renameSheet' && by.kind !== 'removeSheet') return formula;
  const changed = names.get(by.sheet)?.toLowerCase();
  return formula.replace(parts, (text: string, prefix?: string, ...groups: (string | undefined)[]) => {
    const [from, to, fromColumn, toColumn, fromRow, toRow] = groups;
    const start = from ?? fromColumn ?? fromRow;
    if (start === undefined) return text;
    const isMeant = prefix === undefined ? by.sheet === sheet : unquoted(prefix).toLowerCase() === changed;
    if (!isMeant) return text;
    if (by.kind === 'removeSheet') return '#REF!';
    if (by.kind === 'renameSheet') return prefix === undefined ? text : `${quoted(by.name)}!${text.slice(prefix.length + 1)}`;
    const moved = movedReference(start, to ?? toColumn ?? toRow, by);
    return moved === undefined ? '#REF!' : `${prefix === undefined ? '' : `${prefix}!`}${moved}`;
  });
}
