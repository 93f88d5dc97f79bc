import { type FormulaToken, type ScopeToken, formulaTokens } from './formula-tokens.ts';

/** Why a formula is not written into a file. */
export type FormulaFault =
  /** It is no formula, or not a whole one. */
  | 'syntax'
  /** It is longer or deeper than a file holds. */
  | 'bounds'
  /** It leads to another file or program. */
  | 'outside'
  /** It has a function that calls out of the workbook, or runs code. */
  | 'function';

/** Characters of a formula, calls within calls, and arguments of one, as Excel has them; brackets of all kinds within each other. */
const [maxFormula, maxCalls, maxArguments, maxDepth] = [8192, 64, 255, 256];

/** The errors that cells and formulas have. */
export const cellErrors: ReadonlySet<string> = new Set(
  '#DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #VALUE! #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #UNKNOWN! #CONNECT! #BUSY!'.split(' '),
);

/**
 * Functions that fetch, send, call code outside of the workbook or run it; those of macro sheets that Excel takes in no cell, and those of Google Sheets, which it
 * also reads out of `DUMMYFUNCTION`. `HYPERLINK` waits for a click.
 */
const outward: ReadonlySet<string> = new Set(
  (
    'CALL REGISTER REGISTER.ID UNREGISTER WEBSERVICE IMAGE RTD DDE STOCKHISTORY TRANSLATE DETECTLANGUAGE COPILOT PY SQL.REQUEST ' +
    'IMPORTTEXT IMPORTCSV IMPORTDATA IMPORTFEED IMPORTHTML IMPORTRANGE IMPORTXML GOOGLEFINANCE GOOGLETRANSLATE DUMMYFUNCTION ' +
    'EXEC EXECUTE EVALUATE RUN INITIATE REQUEST POKE TERMINATE SEND.KEYS ON.TIME FOPEN FREAD FREADLN FWRITE FWRITELN FCLOSE FPOS FSIZE ' +
    'FILES DIRECTORY DOCUMENTS LINKS FILE.DELETE OPEN OPEN.LINKS SAVE.AS CREATE.DIRECTORY DELETE.DIRECTORY'
  ).split(' '),
);
/** What files write before the names of later functions, and before functions that are handed over. */
const prefixes = /^(?:_+xl[a-z]*\.)+/i;
/** How files write a sign that XML has no way to write: a program that reads it as that sign may find another formula (ECMA-376, part 1, 18.18.35 and 22.9.2.19). */
const escapedSign = /_x[\da-f]{4}_/i;

/** Functions of offices that have no value without an argument: Excel takes no formula that calls one so, and repairs a file that has it. */
const needsArguments: ReadonlySet<string> = new Set(
  (
    'ABS ADDRESS AND AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS CEILING CHAR CHOOSE CLEAN CODE COLUMNS CONCAT CONCATENATE COUNT COUNTA COUNTBLANK ' +
    'COUNTIF COUNTIFS DATE DATEDIF DATEVALUE DAY DAYS EDATE EOMONTH EXACT EXP FILTER FIND FLOOR FV HLOOKUP HOUR IF IFERROR IFNA IFS INDEX INDIRECT ' +
    'INT ISBLANK ISERROR ISNA ISNUMBER ISTEXT LARGE LEFT LEN LN LOG LOG10 LOOKUP LOWER MATCH MAX MAXA MAXIFS MEDIAN MID MIN MINA MINIFS MINUTE ' +
    'MOD MONTH NETWORKDAYS NOT NPV OFFSET OR PERCENTILE PMT POWER PRODUCT PROPER PV QUARTILE RANK REPLACE REPT RIGHT ROUND ROUNDDOWN ROUNDUP ROWS ' +
    'SEARCH SECOND SIGN SMALL SORT SQRT STDEV STDEVP SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SWITCH TEXT TEXTJOIN TIME TIMEVALUE TRANSPOSE ' +
    'TRIM TRUNC UNIQUE UPPER VALUE VAR VARP VLOOKUP WEEKDAY WEEKNUM WORKDAY XLOOKUP XMATCH XOR YEAR'
  ).split(' '),
);

const isOutward = (name: string): boolean => {
  const plain = name.replace(prefixes, '').toUpperCase();
  return outward.has(plain) || plain.startsWith('GET.') || plain.startsWith('APP.');
};

const column = String.raw`(?!@)(?:'[^]|[^'\[\]#])+`;
const part = String.raw`#(?:all|data|headers|totals|this row)|${column}`;
/** The columns of a table as files write them: without `@`, which is short for a row. */
const columns = new RegExp(String.raw`^\[(?:${part}|\s*\[(?:${part})\](?:\s*[,:]\s*\[(?:${part})\])*\s*)?\]$`, 'iu');
const truth = /^(?:true|false)$/i;
/** Signs that no name of a sheet has; one colon stands between two names. */
const noSheet = /[\\/?*[\]]|:[^]*:|^:|:$/;

/** Why a formula of a cell, without `=` and in the language of the file, is not written; undefined where it is. `links` counts the workbook's links to files. */
export function formulaFault(formula: string, links: number): FormulaFault | undefined {
  if (formula.length > maxFormula) return 'bounds';
  if (escapedSign.test(formula)) return 'syntax';
  const tokens = formulaTokens(formula);
  return tokens === undefined ? 'syntax' : new FormulaReader(tokens, links).fault();
}

const isSpace = (token: FormulaToken | undefined): boolean => token?.kind === 'other' && /^\s/.test(token.text);

/** Reads a formula from left to right. What binds stronger does not matter: operands and operators take turns. */
class FormulaReader {
  readonly #tokens: readonly FormulaToken[];
  readonly #links: number;
  /** Of each open bracket the arguments so far; 0 where it only groups. */
  readonly #open: number[] = [];
  #calls = 0;
  /** What stands before: an operand that may be cells, another one, or none. */
  #operand: 'cells' | 'value' | undefined;
  /** Whether an operator waits for an operand, which has to be cells. */
  #waits: 'cells' | 'any' | undefined;
  #afterSpace = false;
  #at = 0;

  constructor(tokens: readonly FormulaToken[], links: number) {
    this.#tokens = tokens;
    this.#links = links;
  }

  fault(): FormulaFault | undefined {
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at];
      if (token === undefined) break;
      if (isSpace(token)) {
        this.#afterSpace = true;
        continue;
      }
      const fault = this.#read(token);
      if (fault !== undefined) return fault;
      if (token.kind !== 'scope') this.#afterSpace = false;
    }
    return this.#open.length > 0 || this.#operand === undefined ? 'syntax' : undefined;
  }

  #read(token: FormulaToken): FormulaFault | undefined {
    switch (token.kind) {
      case 'scope':
        return this.#scope(token);
      case 'reference':
        return this.#take('cells');
      case 'name':
        if (token.brackets !== '') return token.text.startsWith('[') || !columns.test(token.brackets) ? 'syntax' : this.#take('cells');
        // a call with a space before its bracket, or a function that is handed over
        if ((prefixes.test(token.text) || this.#next()?.text === '(') && isOutward(token.text)) return 'function';
        return this.#take(truth.test(token.text) && token.scope === undefined ? 'value' : 'cells');
      default:
        return this.#sign(token.text);
    }
  }

  /** The next token that is no space. */
  #next(): FormulaToken | undefined {
    let at = this.#at + 1;
    while (isSpace(this.#tokens[at])) at++;
    return this.#tokens[at];
  }

  #scope({ text }: ScopeToken): FormulaFault | undefined {
    const after = this.#tokens[this.#at + 1];
    const isFollowed = after !== undefined && (after.kind !== 'other' || /^(?:#ref!$|[\p{L}_\\])/iu.test(after.text));
    if (!isFollowed) return 'syntax';
    // cells of a sheet that is gone
    if (text.startsWith('#')) return undefined;
    const [, quoted, plain] = /^(?:'(.*)'|(.*))!$/su.exec(text) ?? [];
    const [, link, names = ''] = /^(?:\[(\d{1,5})\])?(.*)$/su.exec(quoted ?? plain ?? '') ?? [];
    // 0 is this workbook
    const isKnown = link === undefined ? names !== '' : Number(link) <= this.#links;
    return isKnown && !noSheet.test(names) ? undefined : 'outside';
  }

  #take(operand: 'cells' | 'value'): FormulaFault | undefined {
    // cells and cells with a space between them are those of both
    const isBoth = this.#afterSpace && this.#operand === 'cells' && operand === 'cells';
    if ((this.#operand !== undefined && !isBoth) || (this.#waits === 'cells' && operand !== 'cells')) return 'syntax';
    [this.#operand, this.#waits] = [operand, undefined];
    return undefined;
  }

  #wait(operand: 'cells' | 'any'): undefined {
    [this.#operand, this.#waits] = [undefined, operand];
  }

  #sign(text: string): FormulaFault | undefined {
    if (/^[\p{L}_\\]/u.test(text)) return this.#call(text);
    if (/^["\d.]/.test(text)) return this.#take('value');
    if (text.length > 1) return cellErrors.has(text.toUpperCase()) ? this.#take(/^#ref!$/i.test(text) ? 'cells' : 'value') : 'syntax';
    switch (text) {
      case '(':
        return this.#group();
      case ')':
        return this.#close();
      case '{':
        return this.#array();
      case ',':
        return this.#comma();
      case ':':
        return this.#operand === 'cells' ? this.#wait('cells') : 'syntax';
      case '%':
        return this.#percent();
      case '#':
        return this.#operand === 'cells' && !this.#afterSpace ? undefined : 'syntax';
      case '@':
        return this.#operand === undefined && this.#waits !== 'cells' ? this.#wait('any') : 'syntax';
      // another program
      case '|':
        return 'outside';
      default:
        return this.#operator(text);
    }
  }

  #percent(): FormulaFault | undefined {
    if (this.#operand === undefined) return 'syntax';
    this.#operand = 'value';
    return undefined;
  }

  #operator(text: string): FormulaFault | undefined {
    if (!'+-*/^&=<>'.includes(text)) return 'syntax';
    if (this.#operand === undefined) return (text === '+' || text === '-') && this.#waits !== 'cells' ? this.#wait('any') : 'syntax';
    const next = this.#tokens[this.#at + 1]?.text;
    if ((text === '<' && (next === '=' || next === '>')) || (text === '>' && next === '=')) this.#at++;
    return this.#wait('any');
  }

  #call(name: string): FormulaFault | undefined {
    if (isOutward(name)) return 'function';
    const fault = this.#take('cells');
    this.#at++;
    if (this.#next()?.text === ')' && needsArguments.has(name.replace(prefixes, '').toUpperCase())) return 'syntax';
    return fault ?? this.#enter(1);
  }

  /** A bracket that groups, or one that calls what came out of the brackets before it. */
  #group(): FormulaFault | undefined {
    if (this.#tokens[this.#at - 1]?.text === ')') return this.#enter(1);
    return this.#take('cells') ?? this.#enter(0);
  }

  #enter(count: number): FormulaFault | undefined {
    if (count > 0) this.#calls++;
    this.#open.push(count);
    [this.#operand, this.#waits] = [undefined, undefined];
    return this.#calls > maxCalls || this.#open.length > maxDepth ? 'bounds' : undefined;
  }

  #close(): FormulaFault | undefined {
    const count = this.#open.pop();
    if (count === undefined || this.#waits !== undefined || (count === 0 && this.#operand === undefined)) return 'syntax';
    if (count > 0) this.#calls--;
    this.#operand = 'cells';
    return undefined;
  }

  /** The next argument, or cells besides cells. */
  #comma(): FormulaFault | undefined {
    const place = this.#open.length - 1;
    const count = this.#open[place];
    if (count === undefined || this.#waits !== undefined) return 'syntax';
    if (count === 0) return this.#operand === 'cells' ? this.#wait('cells') : 'syntax';
    if (count === maxArguments) return 'bounds';
    this.#open[place] = count + 1;
    this.#operand = undefined;
    return undefined;
  }

  /** Values in rows of the same length. */
  #array(): FormulaFault | undefined {
    let [width, count] = [0, 0];
    for (;;) {
      const first = this.#advance();
      const isSigned = /^[-+]$/.test(first?.text ?? '');
      const value = isSigned ? this.#advance() : first;
      if (!isConstant(value) || (isSigned && !/^[\d.]/.test(value?.text ?? ''))) return 'syntax';
      count++;
      const sign = this.#advance()?.text;
      if (sign === ',') continue;
      if ((sign !== ';' && sign !== '}') || (width > 0 && count !== width)) return 'syntax';
      if (sign === '}') return this.#take('value');
      [width, count] = [count, 0];
    }
  }

  /** The next token that is no space, which is read with it. */
  #advance(): FormulaToken | undefined {
    do this.#at++;
    while (isSpace(this.#tokens[this.#at]));
    return this.#tokens[this.#at];
  }
}

function isConstant(token: FormulaToken | undefined): boolean {
  if (token?.kind === 'name') return token.scope === undefined && truth.test(token.text);
  return token?.kind === 'other' && (/^["\d.]/.test(token.text) || cellErrors.has(token.text.toUpperCase()));
}
