import { TaskFailure } from '../task.ts';

const separators = [',', ';', '\t'] as const;
const maxCellLength = 1_000_000;
const maxColumns = 16_384;

/** The most frequent of comma, semicolon and tab in the first line, outside of quotes; comma where there is none. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) break;
    else if (!quoted) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return separators.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ',';
}

/**
 * Cuts the rows out of a CSV text that comes in chunks. As in spreadsheets, what follows a closing quote up to the separator belongs to the
 * cell, a quote that is never closed lasts to the end, and each of the line ends is one.
 */
export class CsvParser {
  readonly #take: (cells: string[], number: number) => void;
  #separator = ',';
  #number = 1;
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'bare' | 'quoted' | 'quote' = 'start';
  #afterReturn = false;

  /** `take` is called for each row with its cells and its number, from 1. */
  constructor(take: (cells: string[], number: number) => void) {
    this.#take = take;
  }

  /** Parses the first chunk. A line `sep=;`, as spreadsheets write it, names the separator and is no row; else its first row tells it, if it is not given. */
  begin(text: string, separator?: string): void {
    const named = /^sep=(.)\r?\n/.exec(text);
    if (named !== null) this.#number++;
    this.#separator = named?.[1] ?? separator ?? separatorOf(text);
    this.push(text.slice(named?.[0].length ?? 0));
  }

  push(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text[at] ?? '';
      if (this.#afterReturn && char === '\n') from = at + 1;
      else if (this.#isSyntax(char)) {
        this.#cell += text.slice(from, at);
        from = at + 1;
        this.#apply(char);
      }
      this.#afterReturn = char === '\r' && this.#state === 'start';
    }
    this.#cell += text.slice(from);
    if (this.#cell.length > maxCellLength) throw new TaskFailure('too-large');
  }

  end(): void {
    if (this.#cell !== '' || this.#cells.length > 0 || this.#state !== 'start') this.#endRow();
  }

  /** Whether a character is syntax rather than content of the cell. */
  #isSyntax(char: string): boolean {
    if (this.#state === 'quoted') return char === '"';
    if (char === '"') return this.#state === 'start' || this.#state === 'quote';
    if (char === this.#separator || char === '\n' || char === '\r') return true;
    this.#state = 'bare';
    return false;
  }

  #apply(char: string): void {
    if (char === '"') {
      if (this.#state === 'quote') this.#cell += '"';
      this.#state = this.#state === 'quoted' ? 'quote' : 'quoted';
    } else if (char === this.#separator) this.#endCell();
    else this.#endRow();
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    [this.#cell, this.#state] = ['', 'start'];
    if (this.#cells.length > maxColumns) throw new TaskFailure('too-large');
  }

  #endRow(): void {
    this.#endCell();
    this.#take(this.#cells, this.#number++);
    this.#cells = [];
  }
}
