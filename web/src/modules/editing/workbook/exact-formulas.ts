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

/** Functions that may look at any cell. */
export const looksAnywhere: ReadonlySet<string> = new Set(['INDIRECT', 'OFFSET']);

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
export function isExact(formula: string, scope: FormulaScope, nested = 0): boolean {
  const all = formulaPieces(formula);
  // the grid counts empty texts as nothing there
  if (all.some(({ kind, text, sheet }) => kind === 'unknown' || text === '"<>"' || sheet?.includes('[') === true)) return false;
  const solid = all.filter(({ kind }) => kind !== 'space');
  // two references with a space between them are what both have in common
  if (solid.length < all.length && all.some((piece, at) => isIntersection(all, piece, at))) return false;
  const open: string[] = [];
  for (const [at, piece] of solid.entries()) {
    const { kind, text } = piece;
    if (kind === 'call') {
      const name = text.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '');
      // the grid takes a name of the workbook for the function
      if (!scope.knows(name) || elsewhere.has(name) || scope.names.has(name)) return false;
    } else if (text === '(') {
      const before = solid[at - 1];
      open.push(before?.kind === 'call' ? before.text.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '') : '(');
    } else if (text === ')') open.pop();
    // several areas in brackets
    else if (text === ',' && open.at(-1) === '(') return false;
    else if (kind === 'name' && !isTruth(text)) {
      const meant = scope.names.get(text.toUpperCase());
      if (meant !== undefined && (nested >= mostNested || !isExact(meant, scope, nested + 1))) return false;
    }
    if (!['reference', 'name', 'array'].includes(kind) || !isWide(piece, scope)) continue;
    if (open.some((name) => ofArrays.has(name))) continue;
    const isOperand = [solid[at - 1], solid[at + 1]].some((beside) => beside?.kind === 'sign' && operators.has(beside.text));
    const call = open.findLast((name) => name !== '(');
    if (isOperand || (call === undefined ? nested === 0 : !ofRanges.has(call))) return false;
  }
  return true;
}

function isIntersection(all: readonly FormulaPiece[], { kind }: FormulaPiece, at: number): boolean {
  const isArea = (piece: FormulaPiece | undefined): boolean =>
    piece?.kind === 'reference' || (piece?.kind === 'name' && !isTruth(piece.text));
  return kind === 'space' && isArea(all[at - 1]) && isArea(all[at + 1]);
}
