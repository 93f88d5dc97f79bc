import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';

/** What a workbook has of what is bounded. */
export interface BookTotals {
  cells: number;
  letters: number;
  styles: number;
}

/** The bounds of a file that is written and read again. */
const most = { cells: 500_000, rows: 200_000, letters: 64_000_000, styles: 64_000 };
/** Edits of a frame cost a pass over it each, be it that of a sheet or of the workbook: after so many more they are tried. */
const framesBetweenTrials = 200;
/** Cells that are told apart. */
const mostTold = 600_000;

const keyOf = (sheet: number, row: number, column: number): number => (sheet * 2 ** 20 + row) * 2 ** 14 + column;

/** How much of what is bounded a workbook has at the most after some edits: where that could be too much, they must be tried. */
export class EditTotals {
  private counted: BookTotals & { rows: number; frames: number };
  /** Cells and rows of all states, and those that came with the edits of this one. */
  private readonly told: { cells: Set<number>; rows: Set<number> };
  private readonly own = { cells: new Set<number>(), rows: new Set<number>() };
  private isForgetful = false;
  mustTry = false;

  constructor(book: BookTotals & { rows?: number; frames?: number }, told = { cells: new Set<number>(), rows: new Set<number>() }) {
    this.counted = { rows: 0, frames: 0, ...book };
    this.told = told;
  }

  /** Those of the state that comes after this one, which has its place in the order. */
  next(): EditTotals {
    if (this.isForgetful || this.told.cells.size > mostTold) {
      const { cells, rows } = this;
      return new EditTotals({ ...this.counted, cells, rows });
    }
    for (const key of this.own.cells) this.told.cells.add(key);
    for (const key of this.own.rows) this.told.rows.add(key);
    return new EditTotals(this.counted, this.told);
  }

  private get cells(): number {
    return this.counted.cells + this.told.cells.size + this.countOwn('cells');
  }

  private get rows(): number {
    return this.counted.rows + this.told.rows.size + this.countOwn('rows');
  }

  private countOwn(kind: 'cells' | 'rows'): number {
    let count = 0;
    for (const key of this.own[kind]) if (!this.told[kind].has(key)) count++;
    return count;
  }

  add(edit: WorkbookEdit): void {
    switch (edit.kind) {
      case 'cells':
        return this.addCells(edit);
      case 'insert':
      case 'remove':
        // cells have other places from now on
        this.isForgetful = true;
        return;
      case 'results':
        return;
      case 'size':
      case 'hide':
        if (edit.axis === 'row') this.counted.rows += edit.last - edit.first + 1;
        return this.addFrame();
      default:
        return this.addFrame();
    }
  }

  private addFrame(): void {
    if (++this.counted.frames % framesBetweenTrials === 0) this.mustTry = true;
  }

  private addCells({ sheet, cells }: Extract<WorkbookEdit, { kind: 'cells' }>): void {
    for (const { row, column, value, formula, style } of cells) {
      this.own.cells.add(keyOf(sheet, row, column));
      this.own.rows.add(keyOf(sheet, row, 0));
      this.counted.letters += (typeof value === 'string' ? value.length : 0) + (formula?.length ?? 0);
      if (style !== undefined && style !== null) this.counted.styles++;
    }
  }

  /** Whether the edits that came last must be tried; `before` is what there was without them. */
  isBeyond(before: EditTotals): boolean {
    const { letters, styles } = this.counted;
    return (
      this.mustTry ||
      (this.cells > most.cells && this.cells > before.cells) ||
      (this.rows > most.rows && this.rows > before.rows) ||
      (letters > most.letters && letters > before.counted.letters) ||
      (styles > most.styles && styles > before.counted.styles)
    );
  }
}
