import { z } from 'zod';
import { type Ordered, type OrderedNotice, type OrderedRequest, orderedNotice, orderedRequest, strictList } from './ordered-edits.ts';

/** The largest workbook of the format. */
export const maxRows = 1_048_576;
export const maxColumns = 16_384;
/** Characters of a cell, of a formula, and of the name of a sheet, as Excel has them. */
export const maxText = 32_767;
const maxFormula = 8192;
const maxSheetName = 31;
const maxSheetId = 65_534;
/** Cells of one edit, and edits of one message: what is pasted at once may be more, and is sent in several. */
export const maxCellsOfEdit = 10_000;
export const maxEditsOfMessage = 500;

const SheetId = z.int().min(1).max(maxSheetId);
const Row = z
  .int()
  .min(0)
  .max(maxRows - 1);
const Column = z
  .int()
  .min(0)
  .max(maxColumns - 1);
const Index = Row;
const Axis = z.enum(['row', 'column']);
const Value = z.union([z.string().max(maxText), z.number(), z.boolean(), z.null()]);
/** The errors of formulas that files have. */
const errors: ReadonlySet<string> = new Set('#DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #VALUE! #GETTING_DATA #SPILL! #CALC!'.split(' '));
const CellError = z.object({ error: z.string().refine((error) => errors.has(error)) });
/** Without signs that XML has no way to write. */
const isWritable = (text: string): boolean => !/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/u.test(text) && text.isWellFormed();
const Color = z.string().regex(/^#[0-9a-f]{6}$/i);

const Edge = z.object({ style: z.enum(['thin', 'medium', 'thick', 'dashed', 'dotted', 'double']), color: Color }).nullable();

/** What of a style changes: null sets back to the default, absent stays. */
export const StyleEdit = z.object({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  color: Color.nullish(),
  fill: Color.nullish(),
  /** Points. */
  size: z.number().min(1).max(409).nullish(),
  font: z.string().min(1).max(31).refine(isWritable).nullish(),
  across: z.enum(['left', 'center', 'right']).nullish(),
  down: z.enum(['top', 'center', 'bottom']).nullish(),
  wrap: z.boolean().optional(),
  /** A format code as `0.00%`. */
  number: z.string().min(1).max(255).refine(isWritable).nullish(),
  border: z.partialRecord(z.enum(['top', 'right', 'bottom', 'left']), Edge).optional(),
});
export type StyleEdit = z.infer<typeof StyleEdit>;

const CellEdit = z.object({
  row: Row,
  column: Column,
  value: z.union([Value, CellError]).optional(),
  formula: z
    .string()
    .min(1)
    .max(maxFormula)
    .refine((formula) => !formula.startsWith('=') && isWritable(formula))
    .nullish(),
  style: StyleEdit.nullish(),
});
export type CellEdit = z.infer<typeof CellEdit>;

const CellResult = z.object({ row: Row, column: Column, value: z.union([Value, CellError]) });
export type CellResult = z.infer<typeof CellResult>;

const Area = z
  .object({ row: Row, column: Column, lastRow: Row, lastColumn: Column })
  .refine(
    (area) => area.row <= area.lastRow && area.column <= area.lastColumn && (area.row < area.lastRow || area.column < area.lastColumn),
  );
export type Area = z.infer<typeof Area>;

const SheetName = z
  .string()
  .min(1)
  .max(maxSheetName)
  .refine((name) => !/[[\]:*?/\\\p{Cc}\uFFFE\uFFFF]|^'|'$|^history$/iu.test(name) && name.isWellFormed());
const Place = z.int().min(0).max(10_000);
const isOfAxis = ({ axis, last }: { axis: 'row' | 'column'; last: number }): boolean => axis === 'row' || last < maxColumns;

/**
 * The edits of a workbook as they go over the wire, and into its package. Sheets are named by the `sheetId` of the workbook part. Rows and columns count
 * from 0. Each edit is meant for the workbook as the edits before it left it.
 */
export const WorkbookEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cells'), sheet: SheetId, cells: strictList(CellEdit, maxCellsOfEdit) }),
  /** What the grid computed for formulas that stand already. */
  z.object({ kind: z.literal('results'), sheet: SheetId, cells: strictList(CellResult, maxCellsOfEdit) }),
  z
    .object({ kind: z.enum(['insert', 'remove']), sheet: SheetId, axis: Axis, at: Index, count: z.int().min(1).max(maxRows) })
    .refine(({ axis, at, count }) => at + count <= (axis === 'row' ? maxRows : maxColumns)),
  z
    .object({
      kind: z.literal('size'),
      sheet: SheetId,
      axis: Axis,
      first: Index,
      last: Index,
      /** Points (rows) or characters (columns); null is the default. */
      size: z.number().min(0).max(409.5).nullable(),
    })
    .refine((edit) => edit.first <= edit.last && isOfAxis(edit) && (edit.axis === 'row' || (edit.size ?? 0) <= 255)),
  z
    .object({ kind: z.literal('hide'), sheet: SheetId, axis: Axis, first: Index, last: Index, hidden: z.boolean() })
    .refine((edit) => edit.first <= edit.last && isOfAxis(edit)),
  z.object({ kind: z.enum(['merge', 'unmerge']), sheet: SheetId, area: Area }),
  z.object({ kind: z.literal('freeze'), sheet: SheetId, rows: Row, columns: Column }),
  z.object({ kind: z.literal('addSheet'), sheet: SheetId, name: SheetName, at: Place }),
  z.object({ kind: z.literal('removeSheet'), sheet: SheetId }),
  z.object({ kind: z.literal('renameSheet'), sheet: SheetId, name: SheetName }),
  z.object({ kind: z.literal('moveSheet'), sheet: SheetId, at: Place }),
  z.object({ kind: z.literal('hideSheet'), sheet: SheetId, hidden: z.boolean() }),
]);
export type WorkbookEdit = z.infer<typeof WorkbookEdit>;

const structural: ReadonlySet<WorkbookEdit['kind']> = new Set([
  'insert',
  'remove',
  'merge',
  'unmerge',
  'addSheet',
  'removeSheet',
  'renameSheet',
  'moveSheet',
]);

/** Whether edits that were made without knowing of this one may mean other cells than they say. */
export const isStructural = (edit: WorkbookEdit): boolean => structural.has(edit.kind);

const Selection = z.object({ sheet: SheetId, row: Row, column: Column });
export type CellSelection = z.infer<typeof Selection>;
export type OrderedEdits = Ordered<WorkbookEdit>;

/** What a window says in the room of a workbook. */
export const WorkbookRequest = orderedRequest(strictList(WorkbookEdit, maxEditsOfMessage), Selection);
export type WorkbookRequest = OrderedRequest<WorkbookEdit, CellSelection>;
export const WorkbookNotice = orderedNotice(z.array(WorkbookEdit), Selection);
export type WorkbookNotice = OrderedNotice<WorkbookEdit, CellSelection>;
