import { z } from 'zod';
import { post } from '../core/route.ts';
import { Int, Text } from '../core/shapes.ts';
import { PreviewToken } from './preview-token.ts';

/** The style of a cell; absent fields are the defaults of the worksheet. Colours are `#rrggbb`, borders `<pixels> <kind> <colour>`. */
export const CellStyle = z.object({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  colour: Text.optional(),
  fill: Text.optional(),
  /** Points; 11 where absent. */
  size: z.number().optional(),
  across: z.enum(['left', 'center', 'right', 'justify']).optional(),
  down: z.enum(['top', 'middle', 'bottom']).optional(),
  wrap: z.boolean().optional(),
  indent: z.number().optional(),
  top: Text.optional(),
  right: Text.optional(),
  bottom: Text.optional(),
  left: Text.optional(),
});
export type CellStyle = z.infer<typeof CellStyle>;

const Numbers = z.array(z.number());

/** How many objects lie over the cells of a worksheet; they are not shown. */
const Drawn = z.object({ charts: z.number(), pictures: z.number(), shapes: z.number() });
export type Drawn = z.infer<typeof Drawn>;

/**
 * One worksheet without its cells. Rows and columns count from 0, lengths are pixels, `runs` are triples: first, last, length; 0 is hidden.
 */
const SheetFacts = z.object({
  name: Text,
  hidden: z.boolean(),
  rows: z.number(),
  columns: z.number(),
  /** Header rows: stay at the top when the others are sorted or filtered. */
  header: z.number(),
  frozenRows: z.number(),
  frozenColumns: z.number(),
  rowHeight: z.number(),
  columnWidth: z.number(),
  heights: Numbers,
  widths: Numbers,
  /** Quadruples: first row, first column, last row, last column. */
  merges: Numbers,
  /** One such quadruple: the filter of the file. */
  filter: Numbers.optional(),
  /** Absent where there are none. */
  drawn: Drawn.optional(),
  lines: z.boolean(),
  rightToLeft: z.boolean(),
});
export type SheetFacts = z.infer<typeof SheetFacts>;

/** A row that is not empty: its cells from column `at` on. */
const SheetRow = z.object({
  row: z.number(),
  at: z.number(),
  /** As shown; '' for an empty cell. */
  texts: z.array(Text),
  /** Indices into the styles of the workbook; 0 is none. */
  styles: Numbers,
  /** The value of a numeric cell. */
  values: z.array(z.number().nullable()),
  extras: z.array(z.object({ column: z.number(), formula: Text.optional(), link: Text.optional(), note: Text.optional() })),
});
export type SheetRow = z.infer<typeof SheetRow>;

const Place = Int.pipe(z.number().min(0).max(2_000_000));

/** Sort and filter of rows. */
export const SheetOrder = z.object({
  sort: z.object({ column: Place, descending: z.boolean() }).optional(),
  filters: z
    .array(z.object({ column: Place, contains: Text.max(500).optional(), values: z.array(Text.max(2000)).max(1000).optional() }))
    .max(30),
});
export type SheetOrder = z.infer<typeof SheetOrder>;

const OfSheet = z.object({ look: PreviewToken, sheet: Place, order: SheetOrder.optional() });
/** Both ends included; rows are indices in the requested order. */
const Range = OfSheet.extend({ top: Place, left: Place, bottom: Place, right: Place });

const routeOptions = { access: 'public', reads: true } as const;

export const workbooks = {
  book: post('/look/sheet/book', {
    ...routeOptions,
    does: 'The sheets of a workbook, and the looks of its cells; `asPages`: whether the machine can draw its pages, with charts and pictures',
    input: z.object({ look: PreviewToken }),
    output: z.object({ sheets: z.array(SheetFacts), styles: z.array(CellStyle), cut: z.boolean(), asPages: z.boolean() }),
  }),
  rows: post('/look/sheet/rows', {
    ...routeOptions,
    does: 'Rows of a sheet from one place to another (at most 500 and 2 million letters, the second not among them); `total` counts those of the order',
    input: OfSheet.extend({ from: Place, to: Place }),
    output: z.object({
      total: z.number(),
      rows: z.array(SheetRow.extend({ place: z.number() })),
      /** Where to continue, if the answer is incomplete. */
      next: z.number().optional(),
    }),
  }),
  values: post('/look/sheet/values', {
    ...routeOptions,
    does: 'The different texts of a column, the first thousand of those that hold `contains`, and how often each is there',
    input: OfSheet.extend({ column: Place, contains: Text.max(500).default('') }),
    output: z.object({ values: z.array(z.object({ text: Text, count: z.number() })), more: z.boolean() }),
  }),
  find: post('/look/sheet/find', {
    ...routeOptions,
    does: 'Where a text stands in all sheets, the first thousand places; those of `sheet` in its order',
    input: OfSheet.extend({ keyword: Text.min(1).max(500) }),
    output: z.object({ hits: z.array(z.object({ sheet: z.number(), place: z.number(), column: z.number() })), more: z.boolean() }),
  }),
  sum: post('/look/sheet/sum', {
    ...routeOptions,
    does: 'What is in a part of a sheet: how many cells, how many numbers, their sum, the least and the greatest',
    input: Range,
    output: z.object({ filled: z.number(), numbers: z.number(), sum: z.number(), least: z.number(), greatest: z.number() }),
  }),
  edge: post('/look/sheet/edge', {
    ...routeOptions,
    does: 'How far one gets in a column, up or down, before what is filled ends or begins',
    input: OfSheet.extend({ place: Place, column: Place, down: z.boolean() }),
    output: z.object({ place: z.number() }),
  }),
};
