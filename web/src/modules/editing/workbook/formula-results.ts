import { shiftIndex } from '@dossier/contract/editing/shift-edits';
import type { Area, CellResult, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { ICellData } from '@univerjs/core';
import { ExactFormulas, type FormulaScope, lookedAt } from './exact-formulas.ts';
import { fromGridValue } from './grid-data.ts';
import { type Mutation, resultEdits } from './grid-edits.ts';
import { LookingCells } from './looking-cells.ts';

/** The cells whose formulas are computed. */
interface ComputedGrid {
  sheetOf(gridId: string): number | undefined;
  /** By its name, in any case. */
  sheetNamed(name: string): number | undefined;
  gridIdOf(sheet: number): string;
  cellAt(gridId: string, row: number, column: number): ICellData | undefined;
  formulaAt(gridId: string, row: number, column: number): string | undefined;
  /** The cells that a formula fills, where they are several. */
  spillOf(gridId: string, row: number, column: number): Area | undefined;
  /** The number of the computation that was begun last. */
  readonly computation: number;
}

interface Cell {
  sheet: number;
  row: number;
  column: number;
}

/** What formulas come to is told so long after it was computed at most. */
const toldAfterMs = 1000;
/** Beyond so many cells in doubt, so many computed ones, and so many comparisons, all that is computed is in doubt. */
const mostDoubted = 20_000;
const mostTraced = 200_000;
const mostCompared = 5_000_000;

const keyOf = ({ sheet, row, column }: Cell): string => `${sheet} ${row} ${column}`;

/**
 * What the formulas of a grid come to, for the file. Where the grid cannot compute a formula as the file means it, the file keeps no value of it, nor of what
 * depends on it: programs that open the file find one.
 */
export class FormulaResults {
  private readonly grid: ComputedGrid;
  private readonly tell: (edits: WorkbookEdit[]) => void;
  private scope: FormulaScope = { knows: () => true, names: new Map() };
  private exact = new ExactFormulas(this.scope);
  private computed = new Map<string, Cell>();
  private doubted = new Map<string, Cell>();
  /** What formulas in doubt fill, by the key of their cells. */
  private readonly spilled = new Map<string, { sheet: number; area: Area }>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOwn = false;
  /** The computations that had begun at the last own edit, and when cells were noted last: what an edit leads to comes in a later one. */
  private begunAtEdit = 0;
  private begunAtNote = 0;

  constructor(grid: ComputedGrid, tell: (edits: WorkbookEdit[]) => void) {
    this.grid = grid;
    this.tell = tell;
  }

  /** The workbook was filled anew. */
  begin(scope: FormulaScope): void {
    this.stop();
    this.scope = scope;
    this.exact = new ExactFormulas(scope);
    this.doubted = new Map();
    this.spilled.clear();
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
    this.begunAtEdit = this.grid.computation;
    this.begunAtNote = this.begunAtEdit;
    for (const edit of edits) {
      if (edit.kind !== 'insert' && edit.kind !== 'remove') continue;
      const moved = [...this.doubted.values()].flatMap((cell): Cell[] => {
        const index = cell.sheet === edit.sheet ? shiftIndex(cell[edit.axis], edit) : cell[edit.axis];
        return index === undefined ? [] : [{ ...cell, [edit.axis]: index }];
      });
      this.doubted = new Map(moved.map((cell) => [keyOf(cell), cell]));
    }
  }

  /** Whether all that was computed has been told. */
  get isTold(): boolean {
    return this.computed.size === 0;
  }

  /** The grid has computed cells. */
  note(params: Mutation['params']): void {
    const sheet = this.grid.sheetOf(String(params['subUnitId']));
    if (sheet === undefined) return;
    this.begunAtNote = this.grid.computation;
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
    const { isOwn } = this;
    // what was told so far may be what an edit before the last one led to
    if (this.begunAtNote !== this.begunAtEdit) this.isOwn = false;
    if (!isOwn || cells.length === 0) return;
    const edits = [...Map.groupBy(cells, ({ sheet }) => sheet)].flatMap(([sheet, computed]) =>
      resultEdits(
        sheet,
        computed.map(({ row, column }): CellResult => {
          // a formula that comes to nothing shows 0 elsewhere
          const value = fromGridValue(this.grid.cellAt(this.grid.gridIdOf(sheet), row, column) ?? {}) ?? 0;
          return { row, column, value: this.doubted.has(keyOf({ sheet, row, column })) ? null : value };
        }),
      ),
    );
    this.tell(edits);
  }

  /** Notes which values are not to be relied on: of formulas that the grid does not compute, and of all that looks at them. */
  private doubt(cells: readonly (Cell & { formula: string })[]): void {
    for (const cell of cells) {
      this.doubted.delete(keyOf(cell));
      this.spilled.delete(keyOf(cell));
    }
    for (const [key, { sheet, row, column }] of this.doubted)
      if (this.grid.formulaAt(this.grid.gridIdOf(sheet), row, column) === undefined) {
        this.doubted.delete(key);
        this.spilled.delete(key);
      }
    const rest = cells.filter((cell) => {
      const area = this.grid.spillOf(this.grid.gridIdOf(cell.sheet), cell.row, cell.column);
      if (area !== undefined) this.spilled.set(keyOf(cell), { sheet: cell.sheet, area });
      const isDoubted = area !== undefined || !this.exact.isExact(cell.formula);
      if (isDoubted) this.doubted.set(keyOf(cell), cell);
      return !isDoubted;
    });
    if (this.doubted.size === 0) return;
    for (const cell of this.lookingAtDoubted(rest) ?? rest) this.doubted.set(keyOf(cell), cell);
  }

  /** Which of these cells look at values in doubt, and at those that do; undefined where it takes too long to find out. */
  private lookingAtDoubted(cells: readonly (Cell & { formula: string })[]): Cell[] | undefined {
    if (this.doubted.size > mostDoubted || cells.length > mostTraced) return undefined;
    const looking = new LookingCells<Cell>();
    for (const cell of cells)
      looking.add(
        cell,
        lookedAt(cell.formula, this.scope.names)?.map(({ sheet, area }) => ({
          sheet: sheet === undefined ? cell.sheet : this.grid.sheetNamed(sheet),
          area,
        })),
      );
    const found = new Set<Cell>();
    const sources = [
      ...[...this.doubted.values()].map(({ sheet, row, column }) => ({ sheet, area: { row, column, lastRow: row, lastColumn: column } })),
      ...this.spilled.values(),
    ];
    for (const { sheet, area } of sources) {
      for (const cell of looking.at(sheet, area)) {
        if (found.has(cell)) continue;
        found.add(cell);
        const { row, column } = cell;
        sources.push({ sheet: cell.sheet, area: { row, column, lastRow: row, lastColumn: column } });
      }
      if (looking.compared > mostCompared) return undefined;
    }
    return [...found];
  }
}
