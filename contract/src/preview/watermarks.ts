import { z } from 'zod';
import { areas } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time } from '../core/shapes.ts';
import { RevisionTarget } from '../documents/content.ts';
import { NewName } from '../identity/departments.ts';

/** Where the stamps of a mark stand on a page: all over it, once in the middle, or in its four corners. */
export const markPlaces = ['tiled', 'middle', 'corners'] as const;

/** How far stamps stand apart that are all over a page. */
export const markDensities = ['loose', 'normal', 'dense'] as const;

/** What may stand in the lines of a mark and is filled in for who looks: `{name}`. */
export const markFields = ['name', 'loginName', 'department', 'organisation', 'date', 'time', 'address', 'document', 'version'] as const;
export type MarkField = (typeof markFields)[number];

/** For what a watermark is drawn: looking, printing, a PDF to take away, and visitors of a shared link whatever they do. */
export const markUses = ['view', 'print', 'pdf', 'share'] as const;
export type MarkUse = (typeof markUses)[number];

/** Whom it is drawn for: those who may not have the original, or everybody. */
export const markHolders = ['without', 'all'] as const;

/** The most that there may be: lines, characters of a line and of the QR code, watermarks of an organisation, cabinets named by one. */
export const watermarkLimits = { lines: 6, line: 200, qr: 300, watermarks: 50, cabinets: 100 } as const;

/** A mark for one person, page and moment, filled in: all that is needed to draw it. Lengths are in points of a page as wide as A4; on others it grows with their shorter side. */
export const Mark = z.object({
  lines: z.array(Text),
  place: z.enum(markPlaces),
  density: z.enum(markDensities),
  /** Degrees against the clock. */
  angle: z.number(),
  /** Height of the letters in points. */
  size: z.number(),
  /** `#rrggbb` */
  colour: Text,
  /** From 0 to 1. */
  opacity: z.number(),
  /** A QR code: its text, and its modules row by row, `1` for a dark one. */
  qr: z.object({ text: Text, rows: z.array(Text) }).optional(),
});
export type Mark = z.infer<typeof Mark>;

/** What a watermark says and how it looks; without lines and code it leaves pages unmarked. */
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
  /** Of the house: there from the start, can be changed and switched off, not deleted; it has a name of its own only once it got one. */
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
