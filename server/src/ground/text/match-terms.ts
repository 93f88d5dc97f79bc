import type { Term } from './tokens.ts';

/** How terms are matched: `open` lets the last word of each be a beginning, as for names typed in part. */
export interface Matching {
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

/** Index tokens as texts of PostgreSQL tsvectors (to be cast), each short enough that phrases hold; they overlap, so that no phrase is lost between two. */
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
