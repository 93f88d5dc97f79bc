import { z } from 'zod';
import { post } from '../core/route.ts';
import { Flag, Id, Int, Text, Time } from '../core/shapes.ts';
import { PageBox } from './pages.ts';
import { PreviewToken, renditionFailures } from './preview-token.ts';
import { View } from './preview.ts';

/** How two documents are compared; `cards`: by their properties only. */
export const comparisonKinds = ['text', 'pages', 'sheet', 'picture', 'cards'] as const;
export type ComparisonKind = (typeof comparisonKinds)[number];

/** Two documents, or two revisions of one: without `otherId` the same document, without a revision its newest. */
const Pair = z.object({ id: Id, currentRev: Id.optional(), otherId: Id.optional(), otherRev: Id.optional() });

/** The preview tokens of both, from `open`; `spaces`: whether white space counts in texts. */
const Looks = z.object({ look: PreviewToken, other: PreviewToken, spaces: Flag.default(true) });

const ComparedSide = z.object({
  view: View,
  /** Properties of the revision and its document. */
  card: z.object({
    createTime: Time,
    creatorName: Text,
    /** All who wrote it together in an editor. */
    writers: z.array(Text).optional(),
    documentTime: Time,
    documentCreatorName: Text,
    note: Text,
  }),
});
export type ComparedSide = z.infer<typeof ComparedSide>;

const Place = z.object({ page: z.number(), boxes: z.array(PageBox) });

/** One difference. */
export const Change = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  /** The beginning of the text before and after. */
  before: Text,
  after: Text,
  /** In texts and workbooks: the index of the table (a text has one), and of the row in it. */
  table: z.number().optional(),
  row: z.number().optional(),
  /** Lines of a text and rows of a worksheet from 1, columns from 0. */
  lineBefore: z.number().optional(),
  lineAfter: z.number().optional(),
  column: z.number().optional(),
  /** On pages and images: the boxes of the change in either version. */
  placesBefore: z.array(Place).optional(),
  placesAfter: z.array(Place).optional(),
});
export type Change = z.infer<typeof Change>;

/** The aligned lines of a text, or rows of a worksheet. */
const Table = z.object({
  name: Text,
  state: z.enum(['same', 'changed', 'added', 'removed']),
  /** The first column of its rows, and their number of columns. */
  first: z.number(),
  columns: z.number(),
  rows: z.number(),
});

/** One row: the cells of both sides; an absent side equals the other. */
export const ComparedRow = z.object({
  kind: z.enum(['same', 'changed', 'added', 'removed', 'gap']),
  lineBefore: z.number().optional(),
  lineAfter: z.number().optional(),
  before: z.array(Text),
  after: z.array(Text).optional(),
  /** For texts: pairs of start and end of each difference. For worksheets: the indices of changed cells. */
  marksBefore: z.array(z.number()).optional(),
  marksAfter: z.array(z.number()).optional(),
  /** For a gap: how many equal rows are left out. */
  count: z.number().optional(),
});
export type ComparedRow = z.infer<typeof ComparedRow>;

/** Rows in one answer. */
export const rowsTogether = 200;

export const compare = {
  open: post('/document/compare', {
    access: 'session',
    repeats: true,
    does: 'Compare two revisions, or two documents: how they are compared, and the looks of both for the calls that answer it. Both looks are noted',
    input: Pair,
    output: z.object({ kind: z.enum(comparisonKinds), sameBytes: z.boolean(), before: ComparedSide, after: ComparedSide }),
  }),
  pdf: post('/document/comparePdf', {
    access: 'session',
    repeats: true,
    does: 'Where to fetch the result of a comparison as PDF; `paper` tells with both looks when it is there',
    input: Pair.extend({ spaces: Flag.default(true) }),
    output: z.object({ downloadUrl: Text, fileName: Text, look: Text, other: Text }),
  }),
  state: post('/look/compare/state', {
    access: 'public',
    reads: true,
    does: 'How far a comparison is; asking begins it, with `wait` it answers once that changes, within half a minute',
    input: Looks.extend({ wait: Flag.default(false) }),
    output: z.object({ state: z.enum(['ready', 'making', 'failed']), done: z.number(), reason: z.enum(renditionFailures).optional() }),
  }),
  again: post('/look/compare/again', {
    access: 'public',
    reads: true,
    does: 'Try again a comparison that failed',
    input: Looks,
    output: z.object({}),
  }),
  changes: post('/look/compare/changes', {
    access: 'public',
    reads: true,
    does: 'What differs: how much, and the first thousands of differences in order; `cut` where there are more',
    input: Looks,
    output: z.object({
      added: z.number(),
      removed: z.number(),
      changed: z.number(),
      cut: z.boolean(),
      changes: z.array(Change),
      tables: z.array(Table),
    }),
  }),
  rows: post('/look/compare/rows', {
    access: 'public',
    reads: true,
    does: 'Rows of a compared text or sheet, two hundred at a time: `part` counts from 0',
    input: Looks.extend({ table: Int.default(0).pipe(z.number().min(0)), part: Int.pipe(z.number().min(0)) }),
    output: z.object({ rows: z.array(ComparedRow) }),
  }),
  paper: post('/look/compare/paper', {
    access: 'public',
    reads: true,
    does: 'How far the PDF of a comparison is; asking begins it, with `wait` it answers once that changes, within half a minute',
    input: Looks.extend({ wait: Flag.default(false) }),
    output: z.object({ state: z.enum(['ready', 'making', 'failed']), done: z.number(), reason: z.enum(renditionFailures).optional() }),
  }),
};
