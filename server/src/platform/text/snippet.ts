import type { Term } from './tokens.ts';

const maxHits = 300;
const maxScanned = 2_000_000;
const latin = 'a-z0-9\\u00c0-\\u024f';
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The part of a text with the most terms close together, HTML-escaped, with <em> round the hits; the beginning of the text without a hit. */
export function snippet(text: string, terms: Term[], options: { length: number } = { length: 160 }): string {
  const found = find(text, terms, true) ?? find(text, terms, false);
  const { length } = options;
  const [from, to] = found ? bestWindow(found.hits, text.length, length) : [0, Math.min(length, text.length)];
  const [start, end] = [wholeChar(text, from), wholeChar(text, to)];
  const piece = text.slice(start, end).replace(/\s+/gu, ' ').trim();
  return `${start > 0 ? '…' : ''}${found ? mark(piece, found.pattern) : escapeHtml(piece)}${end < text.length ? '…' : ''}`;
}

/** A text escaped for HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
}

interface Hit {
  at: number;
  end: number;
  term: number;
}

function find(text: string, terms: Term[], wholeWords: boolean): { hits: Hit[]; pattern: RegExp } | undefined {
  if (terms.length === 0) return undefined;
  const pattern = new RegExp(terms.map((term) => `(${termPattern(term, wholeWords)})`).join('|'), 'giu');
  const hits: Hit[] = [];
  for (const match of text.slice(0, maxScanned).matchAll(pattern)) {
    hits.push({ at: match.index, end: match.index + match[0].length, term: match.slice(1).findIndex((group) => group !== undefined) });
    if (hits.length === maxHits) break;
  }
  return hits.length > 0 ? { hits, pattern } : undefined;
}

function termPattern(term: Term, wholeWords: boolean): string {
  const runs = term.runs.map((run) =>
    [...run].map(charPattern).join(/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run) ? '\\s{0,3}' : ''),
  );
  const joined = runs.join('[^\\p{L}\\p{N}]{0,3}');
  if (!wholeWords) return joined;
  const first = new RegExp(`^[${latin}]`, 'i').test(term.runs[0] ?? '');
  const last = new RegExp(`[${latin}]$`, 'i').test(term.runs.at(-1) ?? '');
  return `${first ? `(?<![${latin}])` : ''}${joined}${last ? `(?![${latin}])` : ''}`;
}

let accented: Map<string, string> | undefined;
let lookalikes: Map<string, string> | undefined;

/** Blocks of characters that the tokenizer normalises to others: radicals, as PDFs hold them, compatibility ideographs, widths. */
const compatible = [
  [0x2e80, 0x2fdf],
  [0x3130, 0x33ff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
] as const;

/** The compatibility characters of a CJK character: ⽯ for 石. */
function lookalikesOf(char: string): string {
  if (!lookalikes) {
    lookalikes = new Map();
    for (const [first, last] of compatible) {
      for (let code = first; code <= last; code++) {
        const written = String.fromCharCode(code);
        const read = written.normalize('NFKC');
        if (read !== written && [...read].length === 1) lookalikes.set(read, (lookalikes.get(read) ?? '') + written);
      }
    }
  }
  return lookalikes.get(char) ?? '';
}

/** A pattern for a normalised character that matches every spelling of it. */
function charPattern(char: string): string {
  if (!accented) {
    accented = new Map();
    for (let code = 0xc0; code < 0x1f00; code++) {
      if (code === 0x250) code = 0x1e00;
      const [base = ''] = String.fromCharCode(code).normalize('NFD').toLowerCase();
      if (base >= 'a' && base <= 'z') accented.set(base, (accented.get(base) ?? '') + String.fromCharCode(code));
    }
  }
  if (/[a-z]/.test(char)) return `[${char}${String.fromCharCode(char.charCodeAt(0) + 0xfee0)}${accented.get(char) ?? ''}]`;
  if (/\d/.test(char)) return `[${char}${String.fromCharCode(char.charCodeAt(0) + 0xfee0)}]`;
  const others = lookalikesOf(char);
  if (others !== '') return `[${char}${others}]`;
  return char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The window of the given length with the most different terms, the earliest of equals, with some text before its first hit. */
function bestWindow(hits: Hit[], textLength: number, length: number): [number, number] {
  let best: Hit[] = [];
  let bestCount = 0;
  hits.forEach((first, at) => {
    const inside = hits.slice(at, at + 40).filter((hit) => hit.end <= first.at + length);
    const count = new Set(inside.map((hit) => hit.term)).size;
    if (count > bestCount) [best, bestCount] = [inside, count];
  });
  const first = best[0]?.at ?? hits[0]?.at ?? 0;
  const span = Math.min(length, (best.at(-1)?.end ?? first) - first);
  const start = Math.max(0, Math.min(first - Math.floor((length - span) / 3), textLength - length));
  return [start, Math.min(textLength, Math.max(start + length, first + span))];
}

function wholeChar(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 && at > 0 ? at - 1 : at;
}

function mark(piece: string, pattern: RegExp): string {
  let out = '';
  let last = 0;
  for (const match of piece.matchAll(pattern)) {
    if (match[0] === '') continue;
    out += `${escapeHtml(piece.slice(last, match.index))}<em>${escapeHtml(match[0])}</em>`;
    last = match.index + match[0].length;
  }
  return out + escapeHtml(piece.slice(last));
}

const cjk = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60]';
const spread = new RegExp(`(?<=${cjk}) +(?=${cjk})`, 'gu');

/** Removes the spaces that justification or OCR put between Chinese characters. */
export const closeUp = (text: string): string => text.replace(spread, '');
