import { z } from 'zod';
import { Id, Lang, Text } from '../core/shapes.ts';

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
export const RowToWrite = RowFate.pick({ row: true, cells: true, mark: true }).extend({
  /** For a new user. */
  password: z.string().max(1024).optional(),
});

/** The result of a row to be written. */
export const RowResult = RowFate.pick({ row: true, fate: true, reason: true }).extend({ id: Id.optional() });
export type RowResult = z.infer<typeof RowResult>;

export const FileKind = z.enum(['csv', 'xlsx']);
export const ListOrder = z.object({ format: FileKind, lang: Lang.optional() });
