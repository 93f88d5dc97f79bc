import { z } from 'zod';
import { areas } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time } from '../core/shapes.ts';
import { RevisionTarget } from '../documents/content.ts';
import { NewName } from '../identity/departments.ts';

/** Positions of a watermark on a page: tiled, once in the middle, or in the four corners. */
export const markPlaces = ['tiled', 'middle', 'corners'] as const;

/** Spacing of tiled stamps. */
export const markDensities = ['loose', 'normal', 'dense'] as const;

/** Placeholders in the lines of a watermark, filled in for each viewer: `{name}`. */
export const markFields = ['name', 'loginName', 'department', 'organisation', 'date', 'time', 'address', 'document', 'version'] as const;
export type MarkField = (typeof markFields)[number];

/** When a watermark is drawn: viewing, printing, PDF export, and any access through a share link. */
export const markUses = ['view', 'print', 'pdf', 'share'] as const;
export type MarkUse = (typeof markUses)[number];

/** For whom it is drawn: users without the right to the original, or everyone. */
export const markHolders = ['without', 'all'] as const;

/** Limits: lines, characters of a line and of the QR code, watermarks of an organisation, cabinets named by one. */
export const watermarkLimits = { lines: 6, line: 200, qr: 300, watermarks: 50, cabinets: 100 } as const;

/**
 * A watermark filled in for one viewer, page and moment: all that is needed to draw it. Lengths are in points of a page as wide as A4; on
 * others it scales with their shorter side.
 */
export const Mark = z.object({
  lines: z.array(Text),
  place: z.enum(markPlaces),
  density: z.enum(markDensities),
  /** Degrees anticlockwise. */
  angle: z.number(),
  /** Font height in points. */
  size: z.number(),
  /** `#rrggbb` */
  colour: Text,
  /** From 0 to 1. */
  opacity: z.number(),
  /** A QR code: its text, and its modules row by row, `1` for a dark one. */
  qr: z.object({ text: Text, rows: z.array(Text) }).optional(),
});
export type Mark = z.infer<typeof Mark>;

/** Text and style of a watermark; without lines and QR code it leaves pages unmarked. */
export const MarkDesign = z.object({
  lines: z.array(z.string().max(watermarkLimits.line)).max(watermarkLimits.lines),
  /** The text of the QR code; empty: none. */
  qr: z.string().max(watermarkLimits.qr).default(''),
  place: z.enum(markPlaces).default('tiled'),
  density: z.enum(markDensities).default('normal'),
  angle: Int.pipe(z.number().min(-90).max(90)).default(30),
  size: Int.pipe(z.number().min(6).max(96)).default(14),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .default('#808080'),
  /** In percent. */
  opacity: Int.pipe(z.number().min(3).max(100)).default(25),
});
export type MarkDesign = z.output<typeof MarkDesign>;

const Area = Int.pipe(z.literal([...areas]));

/** Where, when and for whom a watermark is drawn. */
const MarkRule = z.object({
  /** Areas by their module type; none: all. */
  areas: z.array(Area).max(areas.length).default([]),
  /** Cabinets; none: all. */
  cabinetIds: z.array(Id).max(watermarkLimits.cabinets).default([]),
  uses: z
    .array(z.enum(markUses))
    .max(markUses.length)
    .default([...markUses]),
  holders: z.enum(markHolders).default('without'),
});

const Watermark = z.object({
  id: Id,
  name: Text,
  /** Built in: can be changed and disabled, not deleted; `name` is empty until it is renamed. */
  builtIn: z.boolean(),
  enabled: z.boolean(),
  design: z.object({
    lines: z.array(Text),
    qr: Text,
    place: z.enum(markPlaces),
    density: z.enum(markDensities),
    angle: z.number(),
    size: z.number(),
    colour: Text,
    opacity: z.number(),
  }),
  areas: z.array(z.number()),
  cabinetIds: z.array(Id),
  /** The names of those that the caller sees. */
  cabinets: z.array(z.object({ id: Id, name: Text })),
  uses: z.array(z.enum(markUses)),
  holders: z.enum(markHolders),
  updateTime: Time.optional(),
  updaterName: Text.optional(),
});
export type Watermark = z.infer<typeof Watermark>;

const access = 'watermarks.edit';

export const watermarks = {
  list: get('/waterMark/list', {
    access,
    does: 'The watermarks of the organisation in their order: of those that fit, the first is drawn',
    input: Nothing,
    output: z.object({ list: z.array(Watermark) }),
  }),
  create: post('/waterMark/create', {
    access,
    does: 'Create a watermark; it goes before all others',
    input: MarkRule.extend({ name: NewName, enabled: Flag.default(true), design: MarkDesign }),
    output: z.object({ id: Id }),
  }),
  update: post('/waterMark/update', {
    access,
    does: 'Change a watermark; what is left out stays',
    input: z.object({
      id: Id,
      name: NewName.optional(),
      enabled: Flag.optional(),
      design: MarkDesign.optional(),
      rule: MarkRule.optional(),
    }),
    output: Nothing,
  }),
  sort: post('/waterMark/sort', {
    access,
    does: 'Say in which order watermarks are looked through: all of them, the first first',
    input: z.object({ ids: Ids }),
    output: Nothing,
  }),
  delete: post('/waterMark/delete', { access, does: 'Delete a watermark', input: z.object({ id: Id }), output: Nothing }),
  sample: post('/waterMark/sample', {
    access,
    does: 'A page with the mark on it as it would be drawn for the caller, as a picture in a data URL',
    input: z.object({ design: MarkDesign, landscape: Flag.default(false) }),
    output: z.object({ picture: Text }),
    reads: true,
  }),
  ofDocument: get('/document/waterMark', {
    access: 'session',
    does: 'The mark that a document is shown with to the caller: its text, and all of it',
    input: RevisionTarget,
    output: z.object({ text: Text, mark: Mark.optional() }),
  }),
  first: get('/cJson/waterMark', {
    access: 'session',
    does: 'The mark that a document is shown with to the caller, in its outlines',
    input: RevisionTarget,
    output: z.object({ show: z.boolean(), text: Text, color: Text, fontSize: z.number(), alpha: z.number(), angle: z.number() }),
  }),
  second: get('/cJson/waterMarkV2', {
    access: 'session',
    does: 'The mark that a document is shown with to the caller, whole',
    input: RevisionTarget,
    output: z.object({ show: z.boolean(), ...Mark.partial().shape }),
  }),
};
