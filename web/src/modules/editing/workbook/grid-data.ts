import type { EditableLines, EditableSheet, EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { type CellEdit, maxColumns, maxRows } from '@dossier/contract/editing/workbook-edits';
import type { ICellData, IRange, IWorkbookData, IWorksheetData } from '@univerjs/core';
import { toGridStyle } from './cell-styles.ts';
import { toGridFormula } from './formula-text.ts';

/** The id of the one workbook of a grid. */
export const bookId = 'workbook';

/** Rows and columns that stand empty behind those that are used. */
const spareRows = 200;
const spareColumns = 12;
const leastRows = 200;
const leastColumns = 26;

/** Sizes: the grid has pixels, the file points for rows, and characters for columns, the widest digit of which has 7 pixels. */
export const pixelsOfRow = (points: number): number => Math.round((points * 4) / 3);
export const pointsOfRow = (pixels: number): number => Math.min(409.5, Math.round(pixels * 75) / 100);
const digit = 7;
export const pixelsOfColumn = (characters: number): number => Math.round(characters * digit);
export const charactersOfColumn = (pixels: number): number => Math.min(255, Math.round((pixels / digit) * 256) / 256);

/** The kinds of values of Univer. */
const valueType = { text: 1, number: 2, boolean: 3, forcedText: 4 } as const;
/** What the grid would take for a number or a formula where it is a text. */
const looksLikeOther = /^[=+\-@]|^\s*[\d.,]|^(?:true|false)$/i;

/** The value of a cell as the grid has it; a text that looks like a number stays one. */
export function toGridValue(value: NonNullable<CellEdit['value']>): Pick<ICellData, 'v' | 't'> {
  if (typeof value === 'number') return { v: value, t: valueType.number };
  if (typeof value === 'boolean') return { v: value ? 1 : 0, t: valueType.boolean };
  if (typeof value === 'string') return { v: value, t: looksLikeOther.test(value) ? valueType.forcedText : valueType.text };
  return { v: value.error, t: valueType.text };
}

const isError = (text: string): boolean => /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|GETTING_DATA)$/.test(text);

/** The value of a cell of the grid as the file has it. */
export function fromGridValue({ v, f, si, ...cell }: ICellData): NonNullable<CellEdit['value']> | null {
  const t = cell.t as number | null | undefined;
  if (v === undefined || v === null) return null;
  if (t === valueType.boolean) return v === 1 || v === true || v === '1' || String(v).toUpperCase() === 'TRUE';
  if (typeof v === 'boolean') return v;
  if (t === valueType.number) {
    const number = Number(v);
    return Number.isFinite(number) ? number : String(v);
  }
  if (typeof v === 'number' && (t === undefined || t === null)) return v;
  const text = String(v);
  return (f || si) && isError(text) ? { error: text } : text;
}

export const areaRange = ({
  row,
  column,
  lastRow,
  lastColumn,
}: {
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
}): IRange => ({
  startRow: row,
  startColumn: column,
  endRow: lastRow,
  endColumn: lastColumn,
});

function linesOf(
  lines: readonly EditableLines[],
  { end, pixels, styles }: { end: number; pixels: (size: number) => number; styles: string[] },
) {
  const found: Record<number, { size?: number; hd?: number; s?: string }> = {};
  for (const { first, last, size, hidden, style } of lines)
    for (let index = first; index <= Math.min(last, end - 1); index++)
      found[index] = {
        ...(size !== null && { size: pixels(size) }),
        ...(hidden && { hd: 1 }),
        ...(style !== undefined && styles[style] !== undefined && { s: styles[style] }),
      };
  return found;
}

function sheetData(sheet: EditableSheet, styles: string[]): Partial<IWorksheetData> {
  const rowCount = Math.min(maxRows, Math.max(leastRows, sheet.rows + spareRows));
  const columnCount = Math.min(maxColumns, Math.max(leastColumns, sheet.columns + spareColumns));
  const cellData: Record<number, Record<number, ICellData>> = {};
  for (const { row, column, value, formula, style } of sheet.cells) {
    const cells = (cellData[row] ??= {});
    const s = style === undefined ? undefined : styles[style];
    cells[column] = {
      ...(value !== undefined && value !== null && toGridValue(value)),
      ...(formula !== undefined && { f: `=${toGridFormula(formula)}` }),
      ...(s !== undefined && { s }),
    };
  }
  const rows = linesOf(sheet.rowLines, { end: rowCount, pixels: pixelsOfRow, styles });
  const columns = linesOf(sheet.columnLines, { end: columnCount, pixels: pixelsOfColumn, styles });
  return {
    id: String(sheet.sheetId),
    name: sheet.name,
    hidden: sheet.hidden || !sheet.isWorksheet ? 1 : 0,
    rowCount,
    columnCount,
    cellData,
    mergeData: sheet.merges.map(areaRange),
    rowData: Object.fromEntries(
      Object.entries(rows).map(([row, { size, ...rest }]) => [row, { ...rest, ...(size !== undefined && { h: size, ia: 0 }) }]),
    ),
    columnData: Object.fromEntries(
      Object.entries(columns).map(([column, { size, ...rest }]) => [column, { ...rest, ...(size !== undefined && { w: size }) }]),
    ),
    defaultRowHeight: pixelsOfRow(sheet.rowHeight),
    // Excel shows columns of the default width in steps of 8 pixels
    defaultColumnWidth: Math.ceil(pixelsOfColumn(sheet.columnWidth) / 8) * 8,
    freeze: {
      ySplit: sheet.frozenRows,
      xSplit: sheet.frozenColumns,
      startRow: sheet.frozenRows === 0 ? -1 : sheet.frozenRows,
      startColumn: sheet.frozenColumns === 0 ? -1 : sheet.frozenColumns,
    },
    showGridlines: sheet.gridLines ? 1 : 0,
    rightToLeft: sheet.rightToLeft ? 1 : 0,
  };
}

/** A workbook as Univer is filled with it. Sheets are named by their `sheetId`. */
export function gridData(book: EditableWorkbook, locale: IWorkbookData['locale']): IWorkbookData {
  const styles = book.styles.map((_, index) => `s${index}`);
  const [first = {}] = book.styles;
  return {
    id: bookId,
    name: '',
    appVersion: '0.25.1',
    locale,
    styles: Object.fromEntries(book.styles.map((style, index) => [`s${index}`, toGridStyle(style)])),
    defaultStyle: toGridStyle(first),
    sheetOrder: book.sheets.map((sheet) => String(sheet.sheetId)),
    sheets: Object.fromEntries(book.sheets.map((sheet) => [String(sheet.sheetId), sheetData(sheet, styles)])),
    resources: [
      {
        name: 'SHEET_DEFINED_NAME_PLUGIN',
        data: JSON.stringify(
          Object.fromEntries(
            book.names.map(({ name, formula, sheet }, index) => {
              const id = `name${index}`;
              return [
                id,
                {
                  id,
                  name,
                  formulaOrRefString: toGridFormula(formula),
                  localSheetId: sheet === undefined ? 'AllDefaultWorkbook' : String(sheet),
                },
              ];
            }),
          ),
        ),
      },
    ],
  };
}
