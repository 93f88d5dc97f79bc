import { maxColumns, maxRows } from '@dossier/contract/editing/workbook-edits';
import { columnOf } from './formula-shift.ts';

/** What a formula is made of; signs of its own are operators, brackets and commas. */
export interface FormulaPiece {
  kind: 'text' | 'call' | 'reference' | 'name' | 'number' | 'error' | 'array' | 'space' | 'sign' | 'unknown';
  text: string;
  /** The sheet of a reference, as it is written, where it names one. */
  sheet?: string;
  /** Rows and columns of a reference from 0; open ends are those of the sheet. */
  area?: { row: number; column: number; lastRow: number; lastColumn: number };
}

const place = String.raw`\$?[A-Za-z]{1,3}\$?\d{1,7}`;
const range = String.raw`${place}(?::${place})?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d{1,7}:\$?\d{1,7}`;
const sheetName = String.raw`'(?:[^']|'')+'!|[\p{L}_][\p{L}\p{N}_.]*!`;
/** By their place, as groups with names are slow. */
const kinds = ['text', 'array', 'error', 'reference', 'call', 'number', 'name', 'space', 'sign', 'unknown'] as const;
const pieces = new RegExp(
  [
    String.raw`("(?:[^"]|"")*")`,
    String.raw`(\{[^{}]*\})`,
    String.raw`(#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!))`,
    String.raw`((?:${sheetName})?(?:${range})(?![\p{L}\p{N}_.(!]))`,
    String.raw`([\p{L}_][\p{L}\p{N}_.]*(?=\())`,
    String.raw`((?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?)`,
    String.raw`((?:${sheetName})?[\p{L}_\\][\p{L}\p{N}_.\\?]*(?![\p{L}\p{N}_.(!:[]))`,
    String.raw`(\s+)`,
    String.raw`(<=|>=|<>|[-+*/^&=<>%(),;:])`,
    String.raw`([^])`,
  ].join('|'),
  'gu',
);

function areaOf(text: string): FormulaPiece['area'] {
  const ends = text
    .replaceAll('$', '')
    .split(':')
    .map((end) => /^([A-Za-z]*)(\d*)$/.exec(end));
  const [first, last = first] = ends;
  if (!first || !last) return undefined;
  const index = ([, letters = '', digits = '']: RegExpExecArray, of: 'row' | 'column', open: number): number =>
    of === 'row' ? (digits === '' ? open : Number(digits) - 1) : letters === '' ? open : columnOf(letters);
  const rows = [index(first, 'row', 0), index(last, 'row', maxRows - 1)];
  const columns = [index(first, 'column', 0), index(last, 'column', maxColumns - 1)];
  return { row: Math.min(...rows), lastRow: Math.max(...rows), column: Math.min(...columns), lastColumn: Math.max(...columns) };
}

/** The pieces of a formula without its first `=`, in the language of files; all of them together are its text. */
export function formulaPieces(formula: string): FormulaPiece[] {
  return [...formula.matchAll(pieces)].map((match): FormulaPiece => {
    const [text] = match;
    const kind = kinds[match.indexOf(text, 1) - 1] ?? 'unknown';
    const piece: FormulaPiece = { kind, text };
    if (kind !== 'reference') return piece;
    const bang = text.lastIndexOf('!');
    if (bang >= 0) piece.sheet = text.slice(0, bang).replace(/^'|'$/g, '').replaceAll("''", "'");
    const area = areaOf(text.slice(bang + 1));
    if (area !== undefined) piece.area = area;
    return piece;
  });
}

/** Functions that files name with a prefix, as they came after the format was described. */
const later: ReadonlySet<string> = new Set(
  'ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS HSTACK HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST'.split(
    ' ',
  ),
);
const latest: ReadonlySet<string> = new Set(['FILTER', 'SORT']);

/** A formula of the file as the grid knows it: functions without prefixes. */
export const toGridFormula = (formula: string): string =>
  formula.includes('_xl')
    ? formulaPieces(formula)
        .map(({ kind, text }) => (kind === 'call' || kind === 'name' ? text.replace(/^(?:_xlfn\.|_xlws\.|_xlpm\.)+/i, '') : text))
        .join('')
    : formula;

const calls = /[\p{L}_][\p{L}\p{N}_.]*(?=\()/gu;
const isPrefixed = (name: string): boolean => later.has(name.toUpperCase()) || latest.has(name.toUpperCase());

/** A formula of the grid as the file has it. */
export const toFileFormula = (formula: string): string =>
  formula.match(calls)?.some(isPrefixed) !== true
    ? formula
    : formulaPieces(formula)
        .map(({ kind, text }) => {
          if (kind !== 'call') return text;
          const name = text.toUpperCase();
          return later.has(name) ? `_xlfn.${text}` : latest.has(name) ? `_xlfn._xlws.${text}` : text;
        })
        .join('');
