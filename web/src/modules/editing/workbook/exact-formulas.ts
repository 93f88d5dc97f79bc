import { maxColumns, maxRows } from '@dossier/contract/editing/workbook-edits';
import { type FormulaPiece, formulaPieces } from './formula-text.ts';

/** What decides whether the grid computes a formula as the format of the file means it. */
export interface FormulaScope {
  /** Whether the grid knows a function. */
  knows: (name: string) => boolean;
  /** What the names of the workbook stand for, by name in capitals. */
  names: ReadonlyMap<string, string>;
}

/** Functions that take ranges: no operand of a plain formula's operator, and no argument of another function, may be one. */
const ofRanges: ReadonlySet<string> = new Set(
  'SUM SUMIF SUMIFS SUMSQ SUMX2MY2 SUMX2PY2 SUMXMY2 SUMPRODUCT SUBTOTAL AGGREGATE PRODUCT AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS AVEDEV COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS MAX MAXA MAXIFS MIN MINA MINIFS MEDIAN MODE MODE.SNGL STDEV STDEVP STDEVA STDEVPA STDEV.S STDEV.P VAR VARP VARA VARPA VAR.S VAR.P LARGE SMALL RANK RANK.EQ RANK.AVG PERCENTILE PERCENTILE.INC PERCENTILE.EXC PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC QUARTILE QUARTILE.INC QUARTILE.EXC CORREL PEARSON COVAR COVARIANCE.S COVARIANCE.P SLOPE INTERCEPT RSQ STEYX FORECAST FORECAST.LINEAR TREND GROWTH LINEST LOGEST FREQUENCY GEOMEAN HARMEAN TRIMMEAN DEVSQ SKEW SKEW.P KURT PROB ZTEST Z.TEST TTEST T.TEST FTEST F.TEST CHITEST CHISQ.TEST VLOOKUP HLOOKUP XLOOKUP LOOKUP INDEX MATCH XMATCH OFFSET CHOOSE ROW ROWS COLUMN COLUMNS AREAS INDIRECT AND OR XOR CONCAT TEXTJOIN NPV IRR MIRR XNPV XIRR FVSCHEDULE NETWORKDAYS NETWORKDAYS.INTL WORKDAY WORKDAY.INTL MMULT MDETERM MINVERSE TRANSPOSE DSUM DCOUNT DCOUNTA DAVERAGE DMAX DMIN DGET DPRODUCT DSTDEV DSTDEVP DVAR DVARP GCD LCM MULTINOMIAL SERIESSUM ISREF FORMULATEXT ISFORMULA SHEET SHEETS CELL'.split(
    ' ',
  ),
);
/** Arguments, from 0, of these functions that are single values: of a range there a plain formula takes one cell, the grid each. */
const single: Readonly<Record<string, readonly number[]>> = {
  VLOOKUP: [0, 2, 3],
  HLOOKUP: [0, 2, 3],
  XLOOKUP: [0],
  MATCH: [0],
  XMATCH: [0],
  COUNTIF: [1],
  SUMIF: [1],
  AVERAGEIF: [1],
  LOOKUP: [0],
  LARGE: [1],
  SMALL: [1],
  RANK: [0],
  'RANK.EQ': [0],
  'RANK.AVG': [0],
  INDEX: [1, 2],
  OFFSET: [1, 2, 3, 4],
  INDIRECT: [0],
};
/** Functions that compute with each cell of a range wherever they stand. */
const ofArrays: ReadonlySet<string> = new Set([
  'SUMPRODUCT',
  'LOOKUP',
  'MMULT',
  'MDETERM',
  'MINVERSE',
  'FREQUENCY',
  'MODE.MULT',
  'TRANSPOSE',
]);
/** Functions that come to several values: where they stand outermost, they fill cells. */
const spilling: ReadonlySet<string> = new Set(
  'TRANSPOSE MMULT MINVERSE FREQUENCY MODE.MULT LINEST LOGEST TREND GROWTH UNIQUE SORT SORTBY FILTER SEQUENCE RANDARRAY MUNIT TEXTSPLIT MAKEARRAY MAP BYROW BYCOL SCAN EXPAND TAKE DROP CHOOSECOLS CHOOSEROWS HSTACK VSTACK TOCOL TOROW WRAPCOLS WRAPROWS'.split(
    ' ',
  ),
);
/** Those of them that need no range for that; in a file they are formulas of arrays wherever they stand. */
const makingArrays: ReadonlySet<string> = new Set('SEQUENCE RANDARRAY MUNIT TEXTSPLIT MAKEARRAY EXPAND'.split(' '));
/** Functions whose values the grid has from elsewhere than a file would, or that no file holds. */
const elsewhere: ReadonlySet<string> = new Set([
  'CELL',
  'INFO',
  'WEBSERVICE',
  'GETPIVOTDATA',
  'HYPERLINK',
  'RTD',
  'CUBEVALUE',
  'CUBEMEMBER',
]);
const operators: ReadonlySet<string> = new Set('+-*/^&=<>%'.split('').concat('<=', '>=', '<>'));

/** The cells that a formula looks at: on their sheets, or on any. */
export interface LookedAt {
  sheet: string | undefined;
  area: NonNullable<FormulaPiece['area']>;
}

const wholeSheet = { row: 0, column: 0, lastRow: maxRows - 1, lastColumn: maxColumns - 1 };

/**
 * What a formula looks at; undefined where it may be any cell. Cells of `OFFSET` may be any of the sheet of its reference, those of `INDIRECT` any of the
 * sheet that its text begins with.
 */
export function lookedAt(formula: string, names: FormulaScope['names'], nested = 0): LookedAt[] | undefined {
  if (nested > mostNested) return undefined;
  const found: LookedAt[] = [];
  const all = formulaPieces(formula);
  for (const [at, { kind, text, sheet, area }] of all.entries()) {
    if (area !== undefined) found.push({ sheet, area });
    if (kind === 'call' && /^(?:OFFSET|INDIRECT)$/i.test(text)) {
      const from = all[at + 2];
      const on = from && (/^OFFSET$/i.test(text) ? sheetOfReference(from, names) : sheetOfText(from, names));
      if (on === undefined) return undefined;
      found.push({ sheet: on.sheet, area: wholeSheet });
    }
    const meant = kind === 'name' ? names.get(text.toUpperCase()) : undefined;
    const within = meant === undefined ? [] : lookedAt(meant, names, nested + 1);
    if (within === undefined) return undefined;
    found.push(...within);
  }
  return found;
}

function sheetOfReference({ kind, text, sheet }: FormulaPiece, names: FormulaScope['names']): { sheet: string | undefined } | undefined {
  if (kind === 'reference') return { sheet };
  const meant = kind === 'name' ? formulaPieces(names.get(text.toUpperCase()) ?? '') : [];
  return meant.length === 1 && meant[0]?.kind === 'reference' ? { sheet: meant[0].sheet } : undefined;
}

function sheetOfText({ kind, text }: FormulaPiece, names: FormulaScope['names']): { sheet: string | undefined } | undefined {
  if (kind !== 'text') return undefined;
  const written = text.slice(1, -1).replaceAll('""', '"');
  const named = /^(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!/u.exec(written);
  if (named !== null) return { sheet: (named[1] ?? named[2] ?? '').replaceAll("''", "'") };
  const [first, ...more] = formulaPieces(written);
  return first && more.length === 0 ? sheetOfReference(first, names) : undefined;
}

const mostNested = 8;

const isWide = ({ kind, area, text }: FormulaPiece, scope: FormulaScope): boolean => {
  if (kind === 'array') return /[,;]/.test(text);
  if (kind === 'reference') return area === undefined || area.row !== area.lastRow || area.column !== area.lastColumn;
  if (kind !== 'name' || isTruth(text)) return false;
  const meant = scope.names.get(text.toUpperCase());
  return meant !== undefined && formulaPieces(meant).some((piece) => isWide(piece, { ...scope, names: new Map() }));
};

const isTruth = (text: string): boolean => /^(?:true|false)$/i.test(text);

/**
 * Whether the grid comes to the value that others find for this formula: it knows all of it, and needs no array where a file without one means a single
 * cell. In a dynamic grid `=A1:A9*2` are nine values, in the file one.
 */
export const isExact = (formula: string, scope: FormulaScope): boolean => obstacleOf(formula, scope) === undefined;

/** Whether a formula, if it were written now, would have to be one of an array: it fills cells, or computes with each cell of a range. */
export function isOfArray(formula: string, scope: FormulaScope): boolean {
  const [first] = formulaPieces(formula).filter(({ kind }) => kind !== 'space');
  if (first?.kind === 'call' && (spilling.has(plainName(first.text)) || handsOver(formula, scope))) return true;
  return obstacleOf(formula, scope) === 'array';
}

/** Whether the call that a formula begins with comes to several values, as far as its arguments tell. */
function handsOver(formula: string, scope: FormulaScope): boolean {
  const [call, , ...rest] = formulaPieces(formula).filter(({ kind }) => kind !== 'space');
  const name = plainName(call?.text ?? '');
  const given: FormulaPiece[][] = [[]];
  let depth = 1;
  for (const piece of rest) {
    if (piece.text === '(') depth++;
    else if (piece.text === ')' && --depth === 0) break;
    if (depth === 1 && piece.text === ',') given.push([]);
    else given.at(-1)?.push(piece);
  }
  const isRange = (at: number): boolean => {
    const [only, ...more] = given[at] ?? [];
    return only !== undefined && more.length === 0 && isWide(only, scope);
  };
  const isSingle = (at: number, values: RegExp): boolean => values.test((given[at] ?? []).map(({ text }) => text).join(''));
  if (single[name]?.some(isRange)) return true;
  if (name === 'OFFSET') return [3, 4].some((at) => given[at] !== undefined && !isSingle(at, /^1?$/)) || (given.length < 4 && isRange(0));
  if (name === 'INDIRECT') return isSingle(0, /^"[^"]*:[^"]*"$/);
  if (name === 'INDEX') {
    const area = given[0]?.length === 1 ? given[0][0]?.area : undefined;
    if (area === undefined) return false;
    const [isTall, isBroad] = [area.row !== area.lastRow, area.column !== area.lastColumn];
    if (given.length < 3) return (isTall && isBroad) || ((isTall || isBroad) && isSingle(1, /^0?$/));
    return (isTall && isSingle(1, /^0?$/)) || (isBroad && isSingle(2, /^0?$/));
  }
  if (name === 'XLOOKUP') {
    const area = given[2]?.length === 1 ? given[2][0]?.area : undefined;
    return area !== undefined && area.row !== area.lastRow && area.column !== area.lastColumn;
  }
  const [only] = given[0]?.length === 1 ? given[0] : [];
  if (name === 'ROW') return only?.area !== undefined && only.area.row !== only.area.lastRow;
  if (name === 'COLUMN') return only?.area !== undefined && only.area.column !== only.area.lastColumn;
  return name === 'CHOOSE' && given.some((_, at) => isRange(at));
}

const plainName = (call: string): string => call.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '');

/** Why a formula is not exact; undefined where it is. */
function obstacleOf(formula: string, scope: FormulaScope, nested = 0): 'array' | 'other' | undefined {
  const all = formulaPieces(formula);
  // the grid counts empty texts as nothing there
  if (all.some(({ kind, text, sheet }) => kind === 'unknown' || text === '"<>"' || sheet?.includes('[') === true)) return 'other';
  const solid = all.filter(({ kind }) => kind !== 'space');
  // two references with a space between them are what both have in common
  if (solid.length < all.length && all.some((piece, at) => isIntersection(all, piece, at))) return 'other';
  const open: string[] = [];
  // the argument that is being read, of each of them
  const places: number[] = [];
  for (const [at, piece] of solid.entries()) {
    const { kind, text } = piece;
    if (kind === 'call') {
      const name = plainName(text);
      // the grid takes a name of the workbook for the function
      if (!scope.knows(name) || elsewhere.has(name) || scope.names.has(name)) return 'other';
      if (makingArrays.has(name)) return 'array';
    } else if (text === '(') {
      const before = solid[at - 1];
      open.push(before?.kind === 'call' ? plainName(before.text) : '(');
      places.push(0);
    } else if (text === ')') {
      open.pop();
      places.pop();
    }
    // several areas in brackets
    else if (text === ',' && open.at(-1) === '(') return 'other';
    else if (text === ',') places.push((places.pop() ?? 0) + 1);
    else if (kind === 'name' && !isTruth(text)) {
      const meant = scope.names.get(text.toUpperCase());
      if (meant !== undefined && (nested >= mostNested || obstacleOf(meant, scope, nested + 1) !== undefined)) return 'other';
    }
    if (!['reference', 'name', 'array'].includes(kind) || !isWide(piece, scope)) continue;
    if (open.some((name) => ofArrays.has(name))) continue;
    const isOperand = [solid[at - 1], solid[at + 1]].some((beside) => beside?.kind === 'sign' && operators.has(beside.text));
    const call = open.findLast((name) => name !== '(');
    // all programs compute with each value of a constant array
    if (kind === 'array' && call !== undefined && ofRanges.has(call)) continue;
    if (kind !== 'array' && single[open.at(-1) ?? '']?.includes(places.at(-1) ?? 0)) return 'array';
    if (isOperand || (call === undefined ? nested === 0 : !ofRanges.has(call))) return 'array';
  }
  return undefined;
}

/** Formulas that differ in their rows alone are judged once. */
const rowsOfPlaces = /(?<![\p{L}\p{N}_.\\'])(\$?[A-Za-z]{1,3}\$?)\d{1,7}(?![\p{L}\p{N}_.(!'])/gu;
const mostShapes = 10_000;

/** What is exact in one scope; a range from a cell to itself counts as wide, as ranges do not tell by their letters alone. */
export class ExactFormulas {
  private readonly scope: FormulaScope;
  private readonly known = new Map<string, boolean>();

  constructor(scope: FormulaScope) {
    this.scope = scope;
  }

  isExact(formula: string): boolean {
    let place = 1;
    // rows that are all different keep ranges wide
    const shape = formula.replace(rowsOfPlaces, (_, column: string) => `${column}${place++}`);
    const known = this.known.get(shape);
    if (known !== undefined) return known;
    const isSo = isExact(shape, this.scope);
    if (this.known.size >= mostShapes) this.known.clear();
    this.known.set(shape, isSo);
    return isSo;
  }
}

function isIntersection(all: readonly FormulaPiece[], { kind }: FormulaPiece, at: number): boolean {
  const isArea = (piece: FormulaPiece | undefined): boolean =>
    piece?.kind === 'reference' || (piece?.kind === 'name' && !isTruth(piece.text));
  return kind === 'space' && isArea(all[at - 1]) && isArea(all[at + 1]);
}
