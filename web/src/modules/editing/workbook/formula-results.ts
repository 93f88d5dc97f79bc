import { shiftIndex } from '@dossier/contract/editing/shift-edits';
import type { CellResult, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { ICellData } from '@univerjs/core';
import { type FormulaScope, isExact, looksAnywhere } from './exact-formulas.ts';
import { formulaPieces } from './formula-text.ts';
import { fromGridValue } from './grid-data.ts';
import { type Mutation, resultEdits } from './grid-edits.ts';

/** The cells whose formulas are computed. */
interface ComputedGrid {
  sheetOf(gridId: string): number | undefined;
  /** By its name, in any case. */
  sheetNamed(name: string): number | undefined;
  gridIdOf(sheet: number): string;
  cellAt(gridId: string, row: number, column: number): ICellData | undefined;
  formulaAt(gridId: string, row: number, column: number): string | undefined;
}

interface Cell {
  sheet: number;
  row: number;
  column: number;
}

/** What formulas come to is told so long after it was computed at most. */
const toldAfterMs = 1000;
/** Beyond so many cells in doubt, all that is computed is. */
const mostDoubted = 2000;

const keyOf = ({ sheet, row, column }: Cell): string => `${sheet} ${row} ${column}`;

/**
 * What the formulas of a grid come to, for the file. Where the grid cannot compute a formula as the file means it, the file keeps no value of it, nor of what
 * depends on it: programs that open the file find one.
 */
export class FormulaResults {
  private readonly grid: ComputedGrid;
  private readonly tell: (edits: WorkbookEdit[]) => void;
  private scope: FormulaScope = { knows: () => true, names: new Map() };
  private computed = new Map<string, Cell>();
  private doubted = new Map<string, Cell>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOwn = false;

  constructor(grid: ComputedGrid, tell: (edits: WorkbookEdit[]) => void) {
    this.grid = grid;
    this.tell = tell;
  }

  /** The workbook was filled anew. */
  begin(scope: FormulaScope): void {
    this.stop();
    this.scope = scope;
    this.doubted = new Map();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.computed = new Map();
    this.isOwn = false;
  }

  /** The user of this window made edits: it tells what they lead to, as the others compute the same. */
  owns(edits: readonly WorkbookEdit[]): void {
    this.isOwn = true;
    for (const edit of edits) {
      if (edit.kind !== 'insert' && edit.kind !== 'remove') continue;
      const moved = [...this.doubted.values()].flatMap((cell): Cell[] => {
        const index = cell.sheet === edit.sheet ? shiftIndex(cell[edit.axis], edit) : cell[edit.axis];
        return index === undefined ? [] : [{ ...cell, [edit.axis]: index }];
      });
      this.doubted = new Map(moved.map((cell) => [keyOf(cell), cell]));
    }
  }

  /** The grid has computed cells. */
  note(params: Mutation['params']): void {
    const sheet = this.grid.sheetOf(String(params['subUnitId']));
    if (sheet === undefined) return;
    for (const [row, cells] of Object.entries((params['cellValue'] ?? {}) as Record<string, Record<string, unknown>>))
      for (const column of Object.keys(cells ?? {})) {
        const cell = { sheet, row: Number(row), column: Number(column) };
        this.computed.set(keyOf(cell), cell);
      }
    if (this.computed.size > 0) this.timer ??= setTimeout(() => this.flush(), toldAfterMs);
  }

  /** Tells what was computed. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const cells = [...this.computed.values()].flatMap((cell) => {
      const formula = this.grid.formulaAt(this.grid.gridIdOf(cell.sheet), cell.row, cell.column);
      return formula === undefined ? [] : [{ ...cell, formula }];
    });
    this.computed = new Map();
    this.doubt(cells);
    const isOwn = this.isOwn;
    this.isOwn = false;
    if (!isOwn || cells.length === 0) return;
    const edits = [...Map.groupBy(cells, ({ sheet }) => sheet)].flatMap(([sheet, computed]) =>
      resultEdits(
        sheet,
        computed.map(({ row, column }): CellResult => {
          const value = fromGridValue(this.grid.cellAt(this.grid.gridIdOf(sheet), row, column) ?? {});
          return { row, column, value: this.doubted.has(keyOf({ sheet, row, column })) ? null : value };
        }),
      ),
    );
    this.tell(edits);
  }

  /** Notes which values are not to be relied on: of formulas that the grid does not compute, and of all that looks at them. */
  private doubt(cells: readonly (Cell & { formula: string })[]): void {
    for (const cell of cells) this.doubted.delete(keyOf(cell));
    for (const [key, { sheet, row, column }] of this.doubted)
      if (this.grid.formulaAt(this.grid.gridIdOf(sheet), row, column) === undefined) this.doubted.delete(key);
    let rest = cells.filter((cell) => {
      const isDoubted = !isExact(cell.formula, this.scope);
      if (isDoubted) this.doubted.set(keyOf(cell), cell);
      return !isDoubted;
    });
    if (this.doubted.size === 0) return;
    for (let before = -1; before !== this.doubted.size; ) {
      before = this.doubted.size;
      rest = rest.filter((cell) => {
        const isDoubted = before > mostDoubted || this.looksAtDoubted(cell);
        if (isDoubted) this.doubted.set(keyOf(cell), cell);
        return !isDoubted;
      });
    }
  }

  private looksAtDoubted({ sheet, formula }: Cell & { formula: string }, nested = 0): boolean {
    return formulaPieces(formula).some(({ kind, text, sheet: named, area }) => {
      if (kind === 'call') return looksAnywhere.has(text.toUpperCase());
      if (kind === 'name') {
        const meant = this.scope.names.get(text.toUpperCase());
        return meant !== undefined && (nested > 8 || this.looksAtDoubted({ sheet, row: 0, column: 0, formula: meant }, nested + 1));
      }
      if (area === undefined) return false;
      const on = named === undefined ? sheet : this.grid.sheetNamed(named);
      return [...this.doubted.values()].some(
        ({ sheet: at, row, column }) =>
          at === on && row >= area.row && row <= area.lastRow && column >= area.column && column <= area.lastColumn,
      );
    });
  }
}
