import { columnIndex, columnLetters } from './cell-references.ts';

/** The sheets before a reference, as `Sheet1!`, `'A b'!`, `Jan:Mar!` or `[1]Sheet1!`. */
export interface ScopeToken {
  kind: 'scope';
  text: string;
  /** Whether it leads to another file, or to a sheet that is gone. */
  outside: boolean;
  first: string;
  last: string;
}

/** One end of a reference; a column or a row is -1 where the reference is of whole rows or columns. */
export interface ReferenceEnd {
  row: number;
  column: number;
  keepsRow: boolean;
  keepsColumn: boolean;
}

export interface ReferenceToken {
  kind: 'reference';
  text: string;
  scope: ScopeToken | undefined;
  from: ReferenceEnd;
  /** Absent where it is one cell. */
  to: ReferenceEnd | undefined;
}

/** A name of a cell range or table; `brackets` are the columns of a table that follow it. */
export interface NameToken {
  kind: 'name';
  text: string;
  scope: ScopeToken | undefined;
  brackets: string;
}

export type FormulaToken = ScopeToken | ReferenceToken | NameToken | { kind: 'other'; text: string };

export const [maxRows, maxColumns] = [1_048_576, 16_384];

const [column, row] = [String.raw`\$?[A-Z]{1,3}`, String.raw`\$?\d{1,7}`];
const after = String.raw`(?![\p{L}\p{N}_.(\\?!])`;
const reference = new RegExp(
  `(${column}${row}):(${column}${row})${after}|(${column}):(${column})${after}|(${row}):(${row})${after}|(${column}${row})${after}`,
  'iuy',
);
const quotedScope = /'((?:[^']|'')*)'!/y;
const plainScope = /((?:\[[^[\]]*\])?[\p{L}\p{N}_.\\?]+(?::[\p{L}\p{N}_.\\?]+)?|\[[^[\]]*\])!/uy;
const scopeName = /[\p{L}\p{N}_.\\?]+/uy;
const goneScope = /#REF!(?=[$A-Z\d])/iy;
const plain = /"(?:[^"]|"")*"|#N\/A|#[A-Z\d/_]+[!?]?|(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?(?![\p{L}_])|[-+*/^&=<>%(),;:{} \t\r\n@#|!~]/iuy;
const name = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/uy;
const cellLike = /^\$?[A-Z]{1,3}\$?\d{1,7}$/i;

/** The tokens of a formula in the language of the file; undefined where it cannot be understood. */
export function formulaTokens(formula: string): FormulaToken[] | undefined {
  const tokens: FormulaToken[] = [];
  let at = 0;
  let scope: ScopeToken | undefined;
  // inside of a name that is no scope none begins: without this each of its signs would be read to its end again
  let noScopeBefore = 0;
  const lastMark = formula.lastIndexOf('!');
  while (at < formula.length) {
    const mayBeScope = scope === undefined && at >= noScopeBefore && at < lastMark;
    const found: ScopeToken | undefined = mayBeScope ? scopeAt(formula, at) : undefined;
    if (mayBeScope && found === undefined) noScopeBefore = at + (match(scopeName, formula, at)?.[0].length ?? 0);
    const token = found ?? referenceAt(formula, at, scope) ?? otherAt(formula, at, scope);
    if (token === undefined) return undefined;
    tokens.push(token);
    at += token.text.length;
    scope = token.kind === 'scope' ? token : undefined;
  }
  return scope === undefined ? tokens : undefined;
}

/** The formula of tokens. */
export const formulaOf = (tokens: readonly FormulaToken[]): string => tokens.map(({ text }) => text).join('');

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function scopeAt(formula: string, at: number): ScopeToken | undefined {
  const gone = match(goneScope, formula, at);
  if (gone !== null) return { kind: 'scope', text: gone[0], outside: true, first: '', last: '' };
  const quoted = match(quotedScope, formula, at);
  const found = quoted ?? match(plainScope, formula, at);
  if (found === null) return undefined;
  const names = quoted === null ? (found[1] ?? '') : (found[1] ?? '').replaceAll("''", "'");
  // brackets name another file; nothing before the mark is this workbook
  if (names.includes(']') || names === '') return { kind: 'scope', text: found[0], outside: true, first: '', last: '' };
  const [first = '', last = first] = names.split(':');
  // A1:Sheet2!B1 begins with a reference
  if (quoted === null && names.includes(':') && cellLike.test(first)) return undefined;
  return { kind: 'scope', text: found[0], outside: false, first, last };
}

function referenceAt(formula: string, at: number, scope: ScopeToken | undefined): ReferenceToken | undefined {
  const found = match(reference, formula, at);
  if (found === null) return undefined;
  const from = endOf(found[1] ?? found[3] ?? found[5] ?? found[7] ?? '');
  const last = found[2] ?? found[4] ?? found[6];
  const to = last === undefined ? undefined : endOf(last);
  if (!isInside(from) || (to && !isInside(to))) return undefined;
  return { kind: 'reference', text: found[0], scope, from, to };
}

const isInside = ({ row: line, column: place }: ReferenceEnd): boolean => line < maxRows && place < maxColumns && (line >= 0 || place >= 0);

function endOf(text: string): ReferenceEnd {
  const [, keepsColumn = '', letters = '', keepsRow = '', digits = ''] = /^(\$?)([A-Z]*)(\$?)(\d*)$/i.exec(text) ?? [];
  // of a whole row the first mark belongs to the row
  const rowMark = letters === '' ? keepsColumn : keepsRow;
  return {
    row: digits === '' ? -1 : Number(digits) - 1,
    column: letters === '' ? -1 : columnIndex(letters),
    keepsRow: rowMark !== '',
    keepsColumn: letters !== '' && keepsColumn !== '',
  };
}

/** The text of an end of a reference. */
export const endText = ({ row: line, column: place, keepsRow, keepsColumn }: ReferenceEnd): string =>
  (place < 0 ? '' : `${keepsColumn ? '$' : ''}${columnLetters(place)}`) + (line < 0 ? '' : `${keepsRow ? '$' : ''}${line + 1}`);

function otherAt(formula: string, at: number, scope: ScopeToken | undefined): FormulaToken | undefined {
  const found = match(plain, formula, at);
  if (found !== null) return { kind: 'other', text: found[0] };
  const named = match(name, formula, at);
  const place = at + (named?.[0].length ?? 0);
  if (formula[place] === '[') {
    const brackets = bracketsAt(formula, place);
    return brackets === undefined ? undefined : { kind: 'name', text: (named?.[0] ?? '') + brackets, scope, brackets };
  }
  if (named === null) return undefined;
  if (formula[place] === '(') return { kind: 'other', text: named[0] };
  return { kind: 'name', text: named[0], scope, brackets: '' };
}

/** The columns of a table, with brackets inside; an apostrophe escapes the next sign. */
function bracketsAt(formula: string, start: number): string | undefined {
  let depth = 0;
  for (let at = start; at < formula.length; at++) {
    const sign = formula[at];
    if (sign === "'") at++;
    else if (sign === '[') depth++;
    else if (sign === ']' && --depth === 0) return formula.slice(start, at + 1);
  }
  return undefined;
}

/** A formula as it stands so many rows and columns away: of shared formulas only the first is written. Undefined where it cannot be understood. */
export function relocatedFormula(formula: string, rows: number, columns: number): string | undefined {
  const tokens = formulaTokens(formula);
  if (tokens === undefined) return undefined;
  const moved = (end: ReferenceEnd): string =>
    endText({
      ...end,
      row: end.row < 0 || end.keepsRow ? end.row : wrapped(end.row + rows, maxRows),
      column: end.column < 0 || end.keepsColumn ? end.column : wrapped(end.column + columns, maxColumns),
    });
  return tokens
    .map((token) => (token.kind === 'reference' ? moved(token.from) + (token.to ? `:${moved(token.to)}` : '') : token.text))
    .join('');
}

/** Relative references wrap around at the edges of a sheet. */
const wrapped = (place: number, limit: number): number => ((place % limit) + limit) % limit;

const bareName = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/** The name of a sheet as formulas write it before a reference. */
export function scopeText(first: string, last = first): string {
  const names = first === last ? first : `${first}:${last}`;
  const isBare = [first, last].every((one) => bareName.test(one) && !cellLike.test(one) && !/^(?:R\d*C?\d*|C\d*|TRUE|FALSE)$/i.test(one));
  return isBare ? `${names}!` : `'${names.replaceAll("'", "''")}'!`;
}
