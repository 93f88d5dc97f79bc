import { BooleanNumber, CellValueType, type ICellData, ICommandService, type Univer, type Workbook } from '@univerjs/core';
import { ILayoutService } from '@univerjs/ui';
import { bookId } from './grid-data.ts';

/** A cell in which words were found: its sheet by its place among the others, and in the grid. */
export interface Hit {
  place: number;
  gridId: string;
  row: number;
  column: number;
}

export interface FindTerms {
  words: string;
  matchCase: boolean;
}

/** So many cells are shown as hits at most, and replaced at once. */
export const mostHits = 10_000;

/** The order of cells in a workbook: by sheet, row and column. */
const order = (a: Omit<Hit, 'gridId'>, b: Omit<Hit, 'gridId'>): number => a.place - b.place || a.row - b.row || a.column - b.column;

/** The hit that follows a cell, or comes before it, around the end of the workbook; the cell itself where it is wanted. -1 where there is none. */
export function hitBeside(hits: readonly Hit[], from: Omit<Hit, 'gridId'>, by: 1 | -1, withSelf = false): number {
  const isBeside = (hit: Hit): boolean => {
    const difference = order(hit, from) * by;
    return difference > 0 || (withSelf && difference === 0);
  };
  const found = by > 0 ? hits.findIndex(isBeside) : hits.findLastIndex(isBeside);
  if (found !== -1 || hits.length === 0) return found;
  return by > 0 ? 0 : hits.length - 1;
}

const patternOf = ({ words, matchCase }: FindTerms): RegExp =>
  new RegExp(words.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`), matchCase ? 'gu' : 'giu');

/** What a cell with other words holds: a number where it held one and still does. */
export function replacedValue(cell: ICellData, terms: FindTerms, text: string): Pick<ICellData, 'v' | 't'> {
  const written = String(cell.v).replace(patternOf(terms), () => text);
  const isNumber = typeof cell.v === 'number' && written.trim() !== '' && Number.isFinite(Number(written));
  return isNumber ? { v: Number(written), t: CellValueType.NUMBER } : { v: written, t: CellValueType.STRING };
}

/** What the search asks of its grid. */
interface SearchedGrid {
  readonly workbook: Workbook | undefined;
  /** The cell that is selected. */
  readonly selectedCell: { gridId: string; row: number; column: number } | undefined;
  /** Whether a cell may be given another value. */
  canWrite(gridId: string, row: number, column: number): boolean;
}

/**
 * Finds words in the sheets of a grid that are shown, and replaces them. By own means: that of Univer compares what is shown but replaces what is
 * stored, so that a date in which a digit is replaced becomes the text of another number.
 */
export class GridFind {
  private readonly univer: Univer;
  private readonly grid: SearchedGrid;

  constructor(univer: Univer, grid: SearchedGrid) {
    this.univer = univer;
    this.grid = grid;
  }

  private get commands(): ICommandService {
    // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
    return this.univer.__getInjector().get(ICommandService);
  }

  /** The cells that show the words, in their order; one more than `mostHits` where there are more than these. */
  find(terms: FindTerms): Hit[] {
    const { workbook } = this.grid;
    if (workbook === undefined || terms.words === '') return [];
    const pattern = new RegExp(patternOf(terms).source, terms.matchCase ? 'u' : 'iu');
    const hits: Hit[] = [];
    for (const [place, gridId] of workbook.getSheetOrders().entries()) {
      const sheet = workbook.getSheetBySheetId(gridId);
      if (!sheet || sheet.isSheetHidden() === BooleanNumber.TRUE) continue;
      sheet.getCellMatrix().forValue((row, column, cell) => {
        if (hits.length > mostHits) return false;
        if (pattern.test(this.shownText(gridId, { row, column, cell: cell || null }))) hits.push({ place, gridId, row, column });
        return undefined;
      });
    }
    return hits.toSorted(order);
  }

  /** The text of a cell as it is seen. */
  private shownText(gridId: string, { row, column, cell }: { row: number; column: number; cell: ICellData | null }): string {
    if (cell?.v === undefined || cell.v === null) return '';
    if (cell.t === CellValueType.BOOLEAN) return Number(cell.v) === 1 || cell.v === true ? 'TRUE' : 'FALSE';
    if (typeof cell.v !== 'number') return String(cell.v);
    // what formats numbers hooks in here, and is slower by far
    const shown = this.grid.workbook?.getSheetBySheetId(gridId)?.getCell(row, column)?.v;
    return String(shown ?? cell.v);
  }

  /** Where the search goes on: the selected cell. */
  get selected(): Omit<Hit, 'gridId'> {
    const { selectedCell, workbook } = this.grid;
    const shown = workbook?.getActiveSheet()?.getSheetId() ?? '';
    const place = Math.max(0, workbook?.getSheetOrders().indexOf(shown) ?? 0);
    return selectedCell?.gridId === shown ? { ...selectedCell, place } : { place, row: 0, column: 0 };
  }

  /** Selects a cell and brings it into view. */
  async show({ gridId, row, column }: Hit): Promise<void> {
    const sheet = this.grid.workbook?.getSheetBySheetId(gridId);
    if (!sheet) return;
    const { commands } = this;
    if (this.grid.workbook?.getActiveSheet()?.getSheetId() !== gridId)
      await commands.executeCommand('sheet.command.set-worksheet-activate', { unitId: bookId, subUnitId: gridId });
    const range = sheet.getMergedCell(row, column) ?? { startRow: row, endRow: row, startColumn: column, endColumn: column };
    await commands.executeCommand('sheet.command.select-range', { unitId: bookId, subUnit: gridId, subUnitId: gridId, range });
    await commands.executeCommand('sheet.command.scroll-to-cell', { range });
  }

  /** Puts other words in the cells, one step to undo for each sheet; answers how many cells have them. */
  async replace(hits: readonly Hit[], terms: FindTerms, text: string): Promise<number> {
    let count = 0;
    for (const [gridId, inSheet] of Map.groupBy(hits, (hit) => hit.gridId)) {
      const sheet = this.grid.workbook?.getSheetBySheetId(gridId);
      const value: Record<number, Record<number, ICellData>> = {};
      let inThis = 0;
      for (const { row, column } of inSheet) {
        const cell = sheet?.getCellRaw(row, column);
        if (!cell || !this.isReplaceable(gridId, { row, column, cell })) continue;
        (value[row] ??= {})[column] = { ...replacedValue(cell, terms, text), p: null };
        inThis++;
      }
      const params = { unitId: bookId, subUnitId: gridId, value };
      if (inThis > 0 && (await this.commands.executeCommand('sheet.command.set-range-values', params))) count += inThis;
    }
    return count;
  }

  /** Not what a formula comes to, nor a number that is shown in another way than it is written. */
  private isReplaceable(gridId: string, at: { row: number; column: number; cell: ICellData }): boolean {
    const { row, column, cell } = at;
    if (cell.f || cell.si || cell.t === CellValueType.BOOLEAN || !this.grid.canWrite(gridId, row, column)) return false;
    return this.shownText(gridId, at) === String(cell.v);
  }

  /** Gives the focus back to the grid. */
  focus(): void {
    // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
    this.univer.__getInjector().get(ILayoutService).focus();
  }
}
