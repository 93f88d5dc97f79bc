import type { Axis } from './edits.ts';
import { maxColumns, maxRows } from './formula-tokens.ts';

/** Lines that stand together: the first of them as they were counted before, or -1 for new ones. */
interface Run {
  from: number;
  count: number;
}

/** Where each row or column of a sheet came from, and where it went: runs of lines, cut and joined as the edits tell. */
export class LineMap {
  readonly #limit: number;
  #runs: Run[];

  constructor(axis: Axis) {
    this.#limit = axis === 'row' ? maxRows : maxColumns;
    this.#runs = [{ from: 0, count: this.#limit }];
  }

  insert(at: number, count: number): void {
    const [before, after] = this.#cut(at);
    this.#runs = [...before, { from: -1, count }, ...after];
    // what is pushed over the edge is gone
    this.#runs = this.#split(this.#runs, this.#limit)[0];
  }

  remove(at: number, count: number): void {
    const [before, rest] = this.#cut(at);
    this.#runs = [...before, ...this.#split(rest, count)[1], { from: -1, count }];
  }

  /** Where a line is now; undefined where it is gone. */
  now(line: number): number | undefined {
    let at = 0;
    for (const { from, count } of this.#runs) {
      if (from >= 0 && line >= from && line < from + count) return at + line - from;
      at += count;
    }
    return undefined;
  }

  /** Where a line was; undefined for a new one. */
  before(line: number): number | undefined {
    let at = 0;
    for (const { from, count } of this.#runs) {
      if (line < at + count) return from < 0 ? undefined : from + line - at;
      at += count;
    }
    return undefined;
  }

  /** The first and last line that are left of some lines, where they are now; undefined where none is. */
  span(first: number, last: number): [first: number, last: number] | undefined {
    let found: [number, number] | undefined;
    let at = 0;
    for (const { from, count } of this.#runs) {
      const [start, end] = [Math.max(first, from), Math.min(last, from + count - 1)];
      if (from >= 0 && start <= end) found = [found?.[0] ?? at + start - from, at + end - from];
      at += count;
    }
    // to the edge stays to the edge
    return found && last === this.#limit - 1 ? [found[0], last] : found;
  }

  #cut(at: number): [before: Run[], after: Run[]] {
    return this.#split(this.#runs, at);
  }

  #split(runs: Run[], at: number): [before: Run[], after: Run[]] {
    const [before, after]: [Run[], Run[]] = [[], []];
    let place = 0;
    for (const { from, count } of runs) {
      const left = Math.min(Math.max(at - place, 0), count);
      if (left > 0) before.push({ from, count: left });
      if (left < count) after.push({ from: from < 0 ? -1 : from + left, count: count - left });
      place += count;
    }
    return [before, after];
  }
}
