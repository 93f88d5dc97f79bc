import { type CellEdit, type CellResult, type WorkbookEdit, maxCellsOfEdit } from '@dossier/contract/editing/workbook-edits';
import type { ICellData, IRange, IStyleData } from '@univerjs/core';
import { fromGridStyle, keepFileStyle } from './cell-styles.ts';
import { charactersOfColumn, fromGridValue, pointsOfRow } from './grid-data.ts';

/** What was done to the grid, by its name and what it was given. */
export interface Mutation {
  id: string;
  params: Record<string, unknown>;
}

/** What a mutation left behind, for what it does not say itself. */
export interface GridState {
  /** The number in the file of a sheet of the grid; undefined where it is unknown. */
  sheetOf(gridId: string): number | undefined;
  /** The cell as it is now. */
  cellAt(gridId: string, row: number, column: number): ICellData | undefined;
  /** The style of a cell as it is now; null where it has none. */
  styleAt(gridId: string, row: number, column: number): IStyleData | null;
  /** The formula of a cell in the language of the file, without `=`. */
  formulaAt(gridId: string, row: number, column: number): string | undefined;
  /** The place of a sheet among the others. */
  placeOf(gridId: string): number;
}

type CellMatrix = Record<string, Record<string, (ICellData & Record<string, unknown>) | null> | undefined>;

export const mutation = {
  cells: 'sheet.mutation.set-range-values',
  moveCells: 'sheet.mutation.move-range',
  setNumber: 'sheet.mutation.set.numfmt',
  removeNumber: 'sheet.mutation.remove.numfmt',
  insertRow: 'sheet.mutation.insert-row',
  insertColumn: 'sheet.mutation.insert-col',
  removeRow: 'sheet.mutation.remove-rows',
  removeColumn: 'sheet.mutation.remove-col',
  rowHeight: 'sheet.mutation.set-worksheet-row-height',
  columnWidth: 'sheet.mutation.set-worksheet-col-width',
  hideRow: 'sheet.mutation.set-row-hidden',
  showRow: 'sheet.mutation.set-row-visible',
  hideColumn: 'sheet.mutation.set-col-hidden',
  showColumn: 'sheet.mutation.set-col-visible',
  merge: 'sheet.mutation.add-worksheet-merge',
  unmerge: 'sheet.mutation.remove-worksheet-merge',
  freeze: 'sheet.mutation.set-frozen',
  insertSheet: 'sheet.mutation.insert-sheet',
  removeSheet: 'sheet.mutation.remove-sheet',
  renameSheet: 'sheet.mutation.set-worksheet-name',
  moveSheet: 'sheet.mutation.set-worksheet-order',
  hideSheet: 'sheet.mutation.set-worksheet-hidden',
} as const;

/** Mutations that are no part of a file: heights that follow the contents, and room behind the last row. */
export const unkeptMutations: ReadonlySet<string> = new Set([
  'sheet.mutation.set-worksheet-row-auto-height',
  'sheet.mutation.set-worksheet-row-is-auto-height',
  'sheet.mutation.set-worksheet-row-count',
  'sheet.mutation.set-worksheet-column-count',
  'sheet.mutation.empty',
]);

const kept: ReadonlySet<string> = new Set(Object.values(mutation));
/** Whether the file gets what a mutation does; others are refused. */
export const isKept = (id: string): boolean => kept.has(id);

function inParts<T>(cells: T[], make: (part: T[]) => WorkbookEdit): WorkbookEdit[] {
  const edits: WorkbookEdit[] = [];
  for (let at = 0; at < cells.length; at += maxCellsOfEdit) edits.push(make(cells.slice(at, at + maxCellsOfEdit)));
  return edits;
}

export const cellEdits = (sheet: number, cells: CellEdit[]): WorkbookEdit[] =>
  inParts(cells, (part) => ({ kind: 'cells', sheet, cells: part }));
export const resultEdits = (sheet: number, cells: CellResult[]): WorkbookEdit[] =>
  inParts(cells, (part) => ({ kind: 'results', sheet, cells: part }));

function* cellsOf(matrix: CellMatrix | undefined): Generator<[number, number, (ICellData & Record<string, unknown>) | null]> {
  for (const [row, cells] of Object.entries(matrix ?? {}))
    for (const [column, cell] of Object.entries(cells ?? {})) yield [Number(row), Number(column), cell];
}

const contents = ['v', 'f', 'si', 'p', 't'] as const;

function cellEdit(
  grid: GridState,
  gridId: string,
  [row, column, given]: [number, number, (ICellData & Record<string, unknown>) | null],
): CellEdit | undefined {
  if (given === null || given === undefined) return { row, column, value: null, formula: null, style: null };
  const edit: CellEdit = { row, column };
  if (contents.some((key) => given[key] !== undefined)) {
    const formula = grid.formulaAt(gridId, row, column);
    if (formula !== undefined) edit.formula = formula;
    else edit.value = fromGridValue(grid.cellAt(gridId, row, column) ?? {});
  }
  if (given.s !== undefined) edit.style = fromGridStyle(given.s as IStyleData | null);
  return edit.formula === undefined && edit.value === undefined && edit.style === undefined ? undefined : edit;
}

/** Rows or columns that stand beside each other and have the same size, as one edit. */
function sizes(sheet: number, axis: 'row' | 'column', { ranges, size }: { ranges: IRange[]; size: unknown }): WorkbookEdit[] {
  const edits: Extract<WorkbookEdit, { kind: 'size' }>[] = [];
  for (const range of ranges) {
    const [from, to] = axis === 'row' ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
    for (let index = from; index <= to; index++) {
      const pixels = typeof size === 'number' ? size : (size as Record<number, number | null | undefined> | undefined)?.[index];
      const value = pixels === null || pixels === undefined ? null : axis === 'row' ? pointsOfRow(pixels) : charactersOfColumn(pixels);
      const last = edits.at(-1);
      if (last !== undefined && last.size === value && last.last === index - 1) last.last = index;
      else edits.push({ kind: 'size', sheet, axis, first: index, last: index, size: value });
    }
  }
  return edits;
}

function moved(sheet: number, { id, params }: Mutation): WorkbookEdit[] {
  const range = params['range'] as IRange;
  const axis = id === mutation.insertRow || id === mutation.removeRow ? 'row' : 'column';
  const [first, last] = axis === 'row' ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
  const isInsert = id === mutation.insertRow || id === mutation.insertColumn;
  const edits: WorkbookEdit[] = [{ kind: isInsert ? 'insert' : 'remove', sheet, axis, at: first, count: last - first + 1 }];
  if (!isInsert) return edits;
  const info = Object.entries(
    (params[axis === 'row' ? 'rowInfo' : 'colInfo'] ?? {}) as Record<string, { h?: number; w?: number; hd?: number } | null>,
  );
  const size = Object.fromEntries(
    info.flatMap(([at, line]) => ((line?.h ?? line?.w) === undefined ? [] : [[first + Number(at), line?.h ?? line?.w]])),
  );
  for (const index of Object.keys(size))
    edits.push(
      ...sizes(sheet, axis, {
        ranges: [{ startRow: Number(index), endRow: Number(index), startColumn: Number(index), endColumn: Number(index) }],
        size,
      }),
    );
  for (const [at, line] of info)
    if (line?.hd === 1) edits.push({ kind: 'hide', sheet, axis, first: first + Number(at), last: first + Number(at), hidden: true });
  return edits;
}

const hides: Record<string, { axis: 'row' | 'column'; hidden: boolean }> = {
  [mutation.hideRow]: { axis: 'row', hidden: true },
  [mutation.showRow]: { axis: 'row', hidden: false },
  [mutation.hideColumn]: { axis: 'column', hidden: true },
  [mutation.showColumn]: { axis: 'column', hidden: false },
};

const spanOf = (range: IRange, axis: 'row' | 'column') =>
  axis === 'row' ? { first: range.startRow, last: range.endRow } : { first: range.startColumn, last: range.endColumn };

const areaOf = ({ startRow, startColumn, endRow, endColumn }: IRange) => ({
  row: startRow,
  column: startColumn,
  lastRow: endRow,
  lastColumn: endColumn,
});

function numbers(
  sheet: number,
  { values, refMap }: { values?: Record<string, { ranges: IRange[] }>; refMap?: Record<string, { pattern?: string }> },
) {
  return Object.entries(values ?? {}).flatMap(([key, { ranges }]) => styled(sheet, ranges, { number: refMap?.[key]?.pattern || null }));
}

function styled(sheet: number, ranges: IRange[], style: NonNullable<CellEdit['style']>): WorkbookEdit[] {
  const cells: CellEdit[] = [];
  for (const { startRow, endRow, startColumn, endColumn } of ranges)
    for (let row = startRow; row <= endRow; row++)
      for (let column = startColumn; column <= endColumn; column++) cells.push({ row, column, style });
  return cellEdits(sheet, cells);
}

/** Of a new sheet: what it is filled with besides its name. */
function filled(grid: GridState, sheet: number, gridId: string, data: { cellData?: CellMatrix; mergeData?: IRange[] }): WorkbookEdit[] {
  const cells = [...cellsOf(data.cellData)].flatMap((one) => cellEdit(grid, gridId, one) ?? []);
  return [
    ...cellEdits(sheet, cells),
    ...(data.mergeData ?? []).map((range): WorkbookEdit => ({ kind: 'merge', sheet, area: areaOf(range) })),
  ];
}

/** Cells that were taken from one place to another: each as it is now, without what its style was before. */
function movedCells(grid: GridState, params: Mutation['params']): WorkbookEdit[] {
  return (['from', 'to'] as const).flatMap((end) => {
    const { subUnitId, value } = params[end] as { subUnitId: string; value: CellMatrix };
    const sheet = grid.sheetOf(subUnitId);
    if (sheet === undefined) return [];
    const cells = [...cellsOf(value)].flatMap(([row, column]): CellEdit[] => {
      const formula = grid.formulaAt(subUnitId, row, column);
      const style = fromGridStyle(grid.styleAt(subUnitId, row, column));
      const content = formula === undefined ? { value: fromGridValue(grid.cellAt(subUnitId, row, column) ?? {}) } : { formula };
      return [{ row, column, ...content, style: null }, ...(style === null ? [] : [{ row, column, style }])];
    });
    return cellEdits(sheet, cells);
  });
}

/** What a mutation of the grid, which has been made, changes in the file. */
export function editsOf(made: Mutation, grid: GridState): WorkbookEdit[] {
  const { id, params } = made;
  if (id === mutation.insertSheet) {
    const { sheet: data, index } = params as {
      sheet: { id: string; name: string; cellData?: CellMatrix; mergeData?: IRange[] };
      index: number;
    };
    const sheet = grid.sheetOf(data.id);
    return sheet === undefined ? [] : [{ kind: 'addSheet', sheet, name: data.name, at: index }, ...filled(grid, sheet, data.id, data)];
  }
  if (id === mutation.moveCells) return movedCells(grid, params);
  const gridId = String(params['subUnitId']);
  const sheet = grid.sheetOf(gridId);
  if (sheet === undefined) return [];
  const ranges = (params['ranges'] ?? []) as IRange[];
  const hide = hides[id];
  if (hide !== undefined) return ranges.map((range) => ({ kind: 'hide', sheet, ...hide, ...spanOf(range, hide.axis) }));
  switch (id) {
    case mutation.cells:
      return cellEdits(
        sheet,
        [...cellsOf(params['cellValue'] as CellMatrix)].flatMap((one) => cellEdit(grid, gridId, one) ?? []),
      );
    case mutation.setNumber:
      return numbers(sheet, params);
    case mutation.removeNumber:
      return styled(sheet, ranges, { number: null });
    case mutation.insertRow:
    case mutation.insertColumn:
    case mutation.removeRow:
    case mutation.removeColumn:
      return moved(sheet, made);
    case mutation.rowHeight:
      return sizes(sheet, 'row', { ranges, size: params['rowHeight'] });
    case mutation.columnWidth:
      return sizes(sheet, 'column', { ranges, size: params['colWidth'] });
    case mutation.merge:
    case mutation.unmerge:
      return ranges.map((range) => ({ kind: id === mutation.merge ? 'merge' : 'unmerge', sheet, area: areaOf(range) }));
    case mutation.freeze:
      return [{ kind: 'freeze', sheet, rows: Math.max(0, Number(params['ySplit'])), columns: Math.max(0, Number(params['xSplit'])) }];
    case mutation.removeSheet:
      return [{ kind: 'removeSheet', sheet }];
    case mutation.renameSheet:
      return [{ kind: 'renameSheet', sheet, name: String(params['name']) }];
    case mutation.moveSheet:
      return [{ kind: 'moveSheet', sheet, at: grid.placeOf(gridId) }];
    case mutation.hideSheet:
      return [{ kind: 'hideSheet', sheet, hidden: params['hidden'] === 1 }];
    default:
      return [];
  }
}

/** Takes off a mutation what the file would not get, before it is made: parts of styles, and styles within the text of a cell. */
export function keepWhatFilesHave({ id, params }: Mutation): void {
  const matrix =
    id === mutation.cells
      ? params['cellValue']
      : id === mutation.insertSheet
        ? (params['sheet'] as { cellData?: unknown }).cellData
        : undefined;
  for (const [, , cell] of cellsOf(matrix as CellMatrix | undefined)) {
    if (cell === null || cell === undefined) continue;
    if (typeof cell.s === 'object' && cell.s !== null) keepFileStyle(cell.s as Record<string, unknown>);
    const text = cell.p?.body?.dataStream;
    if (cell.p === undefined || cell.p === null) continue;
    if (text !== undefined && (cell.v === undefined || cell.v === null)) cell.v = text.replace(/\r\n$/, '').replaceAll('\r', '\n');
    cell.p = null;
  }
}
