import { areasMeet, shiftArea } from '@dossier/contract/editing/shift-edits';
import type { Area, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { Workbook } from '@univerjs/core';
import { type GridState, type Mutation, editsOf, mutation } from './grid-edits.ts';

const undo = 'univer.command.undo';
const redo = 'univer.command.redo';
const batches: ReadonlySet<string> = new Set([
  undo,
  redo,
  'sheet.command.insert-row-by-range',
  'sheet.command.insert-col-by-range',
  'sheet.command.remove-row-by-range',
  'sheet.command.remove-col-by-range',
  'sheet.command.set-worksheet-name',
  'sheet.command.remove-sheet',
]);

/** Whether the mutations of a command are looked at together. */
export const isBatch = (id: string): boolean => batches.has(id);

const moving: ReadonlySet<string> = new Set([mutation.insertRow, mutation.insertColumn, mutation.removeRow, mutation.removeColumn]);
const structural: ReadonlySet<string> = new Set([...moving, mutation.renameSheet, mutation.removeSheet]);

type Cell = Record<string, unknown> | null;

const isSame = (a: Area, b: Area): boolean =>
  a.row === b.row && a.column === b.column && a.lastRow === b.lastRow && a.lastColumn === b.lastColumn;

/**
 * The mutations of one command that may move rows, columns or sheets. The grid adapts formulas and merged cells by mutations of their own, the file by itself:
 * only what that would not do is told.
 */
export class StructuralBatch {
  readonly id: string;
  private readonly workbook: Workbook;
  private readonly grid: GridState;
  private readonly before: Map<string, Area[]>;
  private readonly made: { mutation: Mutation; edits: WorkbookEdit[] }[] = [];

  constructor(id: string, workbook: Workbook, grid: GridState) {
    this.id = id;
    this.workbook = workbook;
    this.grid = grid;
    this.before = this.merges();
  }

  private merges(): Map<string, Area[]> {
    return new Map(
      this.workbook.getSheets().map((sheet) => [
        sheet.getSheetId(),
        sheet.getConfig().mergeData.map((range) => ({
          row: range.startRow,
          column: range.startColumn,
          lastRow: range.endRow,
          lastColumn: range.endColumn,
        })),
      ]),
    );
  }

  add(made: Mutation): void {
    this.made.push({ mutation: made, edits: editsOf(made, this.grid) });
  }

  /** What the file has to be told of all of it. */
  edits(): WorkbookEdit[] {
    if (!this.made.some((one) => structural.has(one.mutation.id))) return this.made.flatMap((one) => one.edits);
    const moved = new Set(this.made.flatMap((one) => (moving.has(one.mutation.id) ? [String(one.mutation.params['subUnitId'])] : [])));
    const first: WorkbookEdit[] = [];
    const last: WorkbookEdit[] = [];
    for (const {
      mutation: { id, params },
      edits,
    } of this.made) {
      if (id === mutation.cells) last.push(...this.told(params, edits));
      else if ((id === mutation.merge || id === mutation.unmerge) && moved.has(String(params['subUnitId']))) continue;
      else first.push(...edits);
    }
    // formulas that named a removed sheet have lost it before it goes
    const isRemoval = first.some((edit) => edit.kind === 'removeSheet');
    return isRemoval ? [...last, ...first] : [...first, ...[...moved].flatMap((gridId) => this.mergeEdits(gridId, first)), ...last];
  }

  /** Of cells: what the file does not adapt by itself. An undo brings formulas back that had lost what they named. */
  private told(params: Mutation['params'], edits: WorkbookEdit[]): WorkbookEdit[] {
    if (this.id === undo || this.made.some((one) => one.mutation.id === mutation.removeSheet)) return edits;
    const cells = (params['cellValue'] ?? {}) as Record<string, Record<string, Cell> | undefined>;
    const isAdapted = (row: number, column: number): boolean => {
      const cell = cells[row]?.[column];
      return cell !== null && cell !== undefined && Object.keys(cell).every((key) => key === 'f' || key === 'si');
    };
    return edits.flatMap((edit): WorkbookEdit[] => {
      if (edit.kind !== 'cells') return [edit];
      const kept = edit.cells.filter(({ row, column }) => !isAdapted(row, column));
      return kept.length === 0 ? [] : [{ ...edit, cells: kept }];
    });
  }

  private mergeEdits(gridId: string, moves: WorkbookEdit[]): WorkbookEdit[] {
    const sheet = this.grid.sheetOf(gridId);
    if (sheet === undefined) return [];
    const own = moves.filter((edit) => (edit.kind === 'insert' || edit.kind === 'remove') && edit.sheet === sheet);
    const inFile = (this.before.get(gridId) ?? []).flatMap((area) =>
      own.reduce<Area[]>(
        (areas, move) => areas.flatMap((one) => (move.kind === 'insert' || move.kind === 'remove' ? (shiftArea(one, move) ?? []) : [one])),
        [area],
      ),
    );
    const inGrid = this.merges().get(gridId) ?? [];
    const gone = inFile.filter((area) => !inGrid.some((one) => isSame(area, one)));
    const fresh = inGrid.filter(
      (area) => !inFile.some((one) => isSame(area, one)) && !inFile.some((one) => !gone.includes(one) && areasMeet(one, area)),
    );
    return [
      ...gone.map((area): WorkbookEdit => ({ kind: 'unmerge', sheet, area })),
      ...fresh.map((area): WorkbookEdit => ({ kind: 'merge', sheet, area })),
    ];
  }
}
