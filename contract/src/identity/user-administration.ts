import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Lang, Nothing, Text } from '../core/shapes.ts';

/** The columns of a user table, in the order of exports and imports. */
export const personColumns = ['loginName', 'fullName', 'departments', 'roles', 'groups', 'mail', 'enabled', 'lang'] as const;
export type PersonColumn = (typeof personColumns)[number];

/** Limits of an import: users, bytes of a file, rows written by one call. */
export const importLimits = { rows: 5000, bytes: 3_000_000, piece: 25 } as const;

/** In a cell: clears the value; an empty cell changes nothing. */
export const emptied = '-';

const Cell = z.string().max(2000);

/** The cells of one row; a column that the file lacks is absent. */
export const PersonCells = z.object({
  loginName: Cell,
  fullName: Cell.optional(),
  departments: Cell.optional(),
  roles: Cell.optional(),
  groups: Cell.optional(),
  mail: Cell.optional(),
  enabled: Cell.optional(),
  lang: Cell.optional(),
});
export type PersonCells = z.infer<typeof PersonCells>;

/** Options of an import. */
export const ImportOptions = z.object({
  /** Existing accounts are changed as their row says, or left unchanged. */
  existing: z.enum(['change', 'skip']).default('change'),
  /** Unknown departments are created, or their rows refused. */
  departments: z.enum(['create', 'refuse']).default('create'),
  /** New users get a password that the caller generates, or choose one through an invitation mail. */
  password: z.enum(['made', 'invite']).default('made'),
  /** Whether a generated password must be changed first. */
  mustChange: z.boolean().default(false),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

export const rowFates = ['create', 'change', 'same', 'skip', 'refuse'] as const;
export type Fate = (typeof rowFates)[number];

/** The planned result of a row. */
export const RowFate = z.object({
  /** The row number as spreadsheets count. */
  row: z.number(),
  cells: PersonCells,
  fate: z.enum(rowFates),
  /** What is written: for a new user all values of the row, for others the differences. */
  changes: z.array(z.object({ column: z.enum(personColumns), from: Text, to: Text })),
  /** Why a row is refused, in the caller's language; with the offending word, and its column where the word alone does not show it. */
  reason: z.object({ code: z.number(), message: Text, word: Text.optional(), column: z.enum(personColumns).optional() }).optional(),
  /** Sent back to have exactly this written. */
  mark: Text,
});
export type RowFate = z.infer<typeof RowFate>;

/** A row to be written as it was planned. */
const RowToWrite = RowFate.pick({ row: true, cells: true, mark: true }).extend({
  /** For a new user. */
  password: z.string().max(1024).optional(),
});

/** The result of a row to be written. */
export const RowResult = RowFate.pick({ row: true, fate: true, reason: true }).extend({ id: Id.optional() });
export type RowResult = z.infer<typeof RowResult>;

const FileKind = z.enum(['csv', 'xlsx']);
const ListOrder = z.object({ format: FileKind, lang: Lang.optional() });

const FileToFetch = z.object({ downloadUrl: Text, fileName: Text });

/** What a user's removal would leave without an owner. */
export const OwnedResources = z.object({
  fullName: Text,
  /** Cabinets in the user's personal area; up to 20 of them by name. */
  cabinets: z.number(),
  cabinetNames: z.array(Text),
  /** Items of the shared areas that they own, which gives them full control. */
  places: z.number(),
  /** Documents that they own in any area, and their bytes. */
  documents: z.number(),
  bytes: z.number(),
  /** Documents that they have locked, by editing or check-out. */
  locks: z.number(),
  uploads: z.number(),
  /** Grants to this user. */
  grants: z.number(),
  /** Departments that they head. */
  heads: z.array(Text),
  /** Those of them without another head. */
  headless: z.array(Text),
  groups: z.number(),
  sessions: z.number(),
  /** In how many other organisations they are a guest; which ones, and what they own there, is not disclosed. */
  guestIn: z.number(),
  /** True where another user must take over the owned resources. */
  needsHeir: z.boolean(),
  /** True where the caller cannot be it, as private documents are among that. */
  heirIsOther: z.boolean(),
});
export type OwnedResources = z.infer<typeof OwnedResources>;

export const admin = {
  exportPeople: post('/user/export', {
    access: 'people.see',
    does: 'Where to fetch a table of everybody who has an account in the organisation',
    input: ListOrder,
    output: FileToFetch,
  }),
  importTemplate: post('/user/importTemplate', {
    access: 'people.edit',
    does: 'Where to fetch an empty table for an import, in the language of the caller',
    input: ListOrder,
    output: FileToFetch,
    reads: true,
  }),
  importTerms: get('/user/importTerms', {
    access: 'people.edit',
    does: 'Whether new people can be invited by mail',
    input: Nothing,
    output: z.object({ invites: z.boolean() }),
  }),
  planImport: post('/user/importPlan', {
    access: 'people.edit',
    does: 'Read a table of people (CSV or xlsx, as base64) and show what would become of each row; nothing is written',
    input: ImportOptions.extend({ bytes: z.base64().max(Math.ceil(importLimits.bytes / 3) * 4) }),
    output: z.object({
      rows: z.array(RowFate),
      /** Columns of the file that the import does not know. */
      ignored: z.array(Text),
      /** Departments that would be created, as paths. */
      departments: z.array(Text),
    }),
    reads: true,
  }),
  beginImport: post('/user/importBegin', {
    access: 'people.edit',
    does: 'Note in the log that an import begins; answers the ticket with which its rows are written, for six hours',
    input: z.object({ name: z.string().trim().min(1).max(255), create: z.number().int().min(0), change: z.number().int().min(0) }),
    output: z.object({ ticket: Text }),
  }),
  writeImport: post('/user/importWrite', {
    access: 'people.edit',
    does: 'Write rows as the plan showed them, in one transaction; a row that would mean something else by now is refused',
    input: ImportOptions.extend({
      ticket: Text,
      rows: z.array(RowToWrite).min(1).max(importLimits.piece),
      /** The departments to be created, as the plan listed them. */
      newDepartments: z.array(z.string().max(2000)).max(importLimits.rows),
    }),
    output: z.object({ rows: z.array(RowResult) }),
  }),
  estate: get('/user/estate', {
    access: 'people.remove',
    does: 'What a person owns, holds and heads, to be looked at before they are removed',
    input: z.object({ id: Id }),
    output: OwnedResources,
  }),
  deleteUser: post('/user/delete', {
    access: 'people.remove',
    does: 'Remove a person for good; what they own goes to the heir, who is needed where they own anything',
    input: z.object({ id: Id, heirId: Id.optional() }),
    output: Nothing,
  }),
};
