import { extOf } from './names.ts';
import { pinyinOf } from './pinyin.ts';

/**
 * One part of a query, in adjacent tokens: one whole word; a phrase of several tokens; or a phrase whose last token is a prefix (a single Chinese
 * character). `runs` are its words as written, for marking hits.
 */
export interface Term {
  kind: 'word' | 'phrase' | 'prefix';
  tokens: string[];
  runs: string[];
}

interface Run {
  text: string;
  cjk: boolean;
  /** The words of a compound: user and name of userName. */
  parts: string[];
}

const maxInput = 8_000_000;
const maxTokens = 2_000_000;
const maxWord = 64;
const maxParts = 50_000;
const maxTerms = 16;
/** A letter that no text contains, so that no phrase matches across the text and the tokens appended to it. */
const gap = 'ꙮ';

const other = 0;
const letter = 1;
const ideograph = 2;
let classes: Uint8Array | undefined;

/** The class of each UTF-16 unit for the tokenizer. Characters beyond 0xFFFF count as Chinese (their planes) or as nothing (emoji). */
function classTable(): Uint8Array {
  if (classes) return classes;
  classes = new Uint8Array(0x1_0000);
  const word = /[\p{L}\p{N}\p{M}]/u;
  const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/u;
  for (let code = 0x30; code < 0x1_0000; code++) {
    const char = String.fromCharCode(code);
    if (code >= 0xd800 && code < 0xe000) classes[code] = (code >= 0xd840 && code < 0xd890) || code >= 0xdc00 ? ideograph : other;
    else if (word.test(char)) classes[code] = cjk.test(char) ? ideograph : letter;
  }
  return classes;
}

/** The tokens of a text in order, joined by spaces: words, and CJK in overlapping pairs; the parts of compound words follow at the end. */
export function indexTokens(text: string): string {
  const out: string[] = [];
  const parts = new Set<string>();
  for (const run of runsOf(text)) {
    if (run.cjk) pushPairs(out, run.text, true);
    else out.push(run.text);
    if (parts.size < maxParts) for (const part of run.parts) parts.add(part);
    if (out.length > maxTokens) break;
  }
  if (parts.size > 0) out.push(gap, ...parts);
  return out.join(' ');
}

/** The tokens of a name: those of its text, and its pinyin and initials from each syllable on, so that "shenpi" and "sp" find 合同审批. */
export function nameTokens(name: string): string {
  const ext = extOf(name);
  const { syllables, starts } = pinyin(ext === '' ? name : name.slice(0, -ext.length - 1));
  const spellings = new Set<string>();
  for (const at of starts) {
    const rest = syllables.slice(at, at + 32);
    spellings.add(rest.join('').slice(0, 32));
    spellings.add(
      rest
        .map((syllable) => (/^\d/.test(syllable) ? syllable : syllable.charAt(0)))
        .join('')
        .slice(0, 16),
    );
  }
  return [indexTokens(name), ...(spellings.size > 0 ? [gap, ...spellings] : [])].join(' ');
}

function pinyin(stem: string): { syllables: string[]; starts: number[] } {
  if (!/\p{Script=Han}/u.test(stem)) return { syllables: [], starts: [] };
  const syllables = pinyinOf(stem).syllables.filter((syllable) => /^[a-zê0-9]+$/.test(syllable));
  return { syllables, starts: [...syllables.keys()].slice(0, 48) };
}

/** The terms of a typed keyword: all of its words, in any order; quoted phrases literally. Empty when it has no letter. */
export function queryTerms(keyword: string): Term[] {
  const terms: Term[] = [];
  for (const [, quoted, bare] of keyword.slice(0, 1000).matchAll(/["“”„]([^"“”„]*)["“”„]?|([^\s"“”„]+)/gu)) {
    const runs = [...runsOf(quoted ?? bare ?? '')];
    const tokens: string[] = [];
    runs.forEach((run, at) => {
      if (run.cjk) pushPairs(tokens, run.text, at < runs.length - 1);
      else tokens.push(run.text);
    });
    const last = runs.at(-1);
    if (!last || terms.length === maxTerms) continue;
    const beginning = last.cjk && [...last.text].length === 1;
    terms.push({
      kind: beginning ? 'prefix' : tokens.length === 1 && !last.cjk ? 'word' : 'phrase',
      tokens: tokens.slice(0, 200),
      runs: runs.map((run) => run.text),
    });
  }
  return terms;
}

/** Pairs of a run, and its last character alone where more may follow; a run of one character gives that character. */
function pushPairs(out: string[], run: string, withLast: boolean): void {
  const units = /[\ud800-\udfff]/.test(run) ? [...run] : run;
  const length = units.length;
  for (let at = 0; at + 1 < length; at++) out.push((units[at] as string) + (units[at + 1] as string));
  if (withLast || length === 1) out.push(units[length - 1] as string);
}

/** The words and the CJK runs of a text, normalised: widths, case, Latin accents. A line end inside Chinese does not end its run. */
function* runsOf(input: string): Generator<Run> {
  const table = classTable();
  const text = input.slice(0, maxInput).normalize('NFKC').replaceAll('İ', 'I');
  const lower = text.toLowerCase();
  const length = text.length;
  for (let at = 0; at < length; ) {
    const kind = table[text.charCodeAt(at)];
    if (kind === other) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < length && table[text.charCodeAt(end)] === kind) end++;
    if (kind === letter) {
      const run = wordRun(text.slice(at, end), lower.slice(at, end));
      // Combining accents without a letter are no word.
      if (run.text !== '') yield run;
    } else {
      let run = lower.slice(at, end);
      for (let next = pastLineEnd(text, end, table); next > 0; next = pastLineEnd(text, end, table)) {
        for (end = next; end < length && table[text.charCodeAt(end)] === ideograph; ) end++;
        run += lower.slice(next, end);
      }
      // An unpaired surrogate is not text.
      if (run.isWellFormed() || (run = run.replace(/[\ud800-\udfff]/g, '')) !== '') yield { text: run, cjk: true, parts: [] };
    }
    at = end;
  }
}

/** Where the run that ended here continues in the next line, or 0: wrapped text does, an indented or blank line does not. */
function pastLineEnd(text: string, end: number, table: Uint8Array): number {
  let at = end;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 13) at++;
  if (text.charCodeAt(at) !== 10) return 0;
  at++;
  if (text.charCodeAt(at) === 32) at++;
  return table[text.charCodeAt(at)] === ideograph ? at : 0;
}

const inner = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

function wordRun(original: string, lower: string): Run {
  const text = plain(lower.length > maxWord ? lower.slice(0, maxWord) : lower);
  if (!/[a-z][A-Z0-9]|[A-Z][A-Z][a-z]|\d[a-zA-Z]|[A-Z]\d/.test(original)) return { text, cjk: false, parts: [] };
  const parts = (original.slice(0, maxWord).match(inner) ?? []).filter((part) => part.length > 1).map((part) => plain(part.toLowerCase()));
  return { text, cjk: false, parts };
}

const accented = /[\u00c0-\u024f\u1e00-\u1eff]|\p{Mn}/u;

/** Without Latin accents: résumé is resume. */
function plain(word: string): string {
  if (!accented.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** How terms are matched: with `open` the last word of each is a prefix, as for partly typed names. */
interface Matching {
  open?: boolean;
}

/** A PostgreSQL tsvector counts positions to 16,383 and loses phrases beyond. */
const vectorTokens = 16_000;
const vectorOverlap = 32;

/** The terms as a query of SQLite's FTS5 (a table with `tokenize = 'ascii'`), all of them required; '' where there are none. */
export function toFts5(terms: Term[], matching: Matching = {}): string {
  return terms
    .map((term) => `"${term.tokens.join(' ').replaceAll('"', '""').replaceAll('\0', '')}"${isOpen(term, matching) ? ' *' : ''}`)
    .join(' AND ');
}

/** The terms as the text of a PostgreSQL tsquery (to be cast, not parsed by to_tsquery), all of them required; '' where there are none. */
export function toTsquery(terms: Term[], matching: Matching = {}): string {
  return terms
    .map((term) => {
      const phrase = term.tokens.map(lexeme).join(' <-> ');
      return `(${phrase}${isOpen(term, matching) ? ':*' : ''})`;
    })
    .join(' & ');
}

/** Index tokens as texts of PostgreSQL tsvectors (to be cast), each short enough for phrase positions; they overlap, so that no phrase is lost between two. */
export function toTsvectors(tokens: string): string[] {
  const all = tokens.split(' ').filter((token) => token !== '');
  const vectors: string[] = [];
  for (let start = 0; start < all.length; start += vectorTokens - vectorOverlap) {
    vectors.push(
      all
        .slice(start, start + vectorTokens)
        .map((token, at) => `${lexeme(token)}:${at + 1}`)
        .join(' '),
    );
    if (start + vectorTokens >= all.length) break;
  }
  return vectors;
}

function isOpen(term: Term, matching: Matching): boolean {
  return term.kind === 'prefix' || matching.open === true;
}

function lexeme(token: string): string {
  return `'${token.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
