import { z } from 'zod';
import { Id, Lang, Text } from '../core/shapes.ts';

/** The columns of a table of people, in their order: what an export writes and an import reads. */
export const personColumns = ['loginName', 'fullName', 'departments', 'roles', 'groups', 'mail', 'enabled', 'lang'] as const;
export type PersonColumn = (typeof personColumns)[number];

/** What an import takes at most: people, bytes of a file, rows that one call writes. */
export const importLimits = { rows: 5000, bytes: 3_000_000, piece: 25 } as const;

/** Stands in a cell for "none": an empty cell changes nothing. */
export const emptied = '-';

const Cell = z.string().max(2000);

/** One row of the file as its cells say it; a column that the file does not have is absent. */
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

/** How an import deals with what it finds. */
export const ImportOptions = z.object({
  /** People who have an account already are changed as their row says, or left as they are. */
  existing: z.enum(['change', 'skip']).default('change'),
  /** Departments that are not there are made, or their rows refused. */
  departments: z.enum(['create', 'refuse']).default('create'),
  /** New people sign in with a password that the caller makes up, or choose one themselves after a letter invited them. */
  password: z.enum(['made', 'invite']).default('made'),
  /** Whether a password that the caller made up has to be changed before anything else. */
  mustChange: z.boolean().default(false),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

export const rowFates = ['create', 'change', 'same', 'skip', 'refuse'] as const;
export type Fate = (typeof rowFates)[number];

/** What becomes of a row. */
export const RowFate = z.object({
  /** The number of the row as spreadsheets count. */
  row: z.number(),
  cells: PersonCells,
  fate: z.enum(rowFates),
  /** What is written: of a new person all that the row says, of others what differs. */
  changes: z.array(z.object({ column: z.enum(personColumns), from: Text, to: Text })),
  /** Why a row is refused, in the caller's language, the word in it that is meant, and where that stands if it says nothing by itself. */
  reason: z.object({ code: z.number(), message: Text, word: Text.optional(), column: z.enum(personColumns).optional() }).optional(),
  /** Sent back to have this, and nothing else, written. */
  mark: Text,
});
export type RowFate = z.infer<typeof RowFate>;

/** A row to be written as it was shown. */
export const RowToWrite = RowFate.pick({ row: true, cells: true, mark: true }).extend({
  /** Of a new person. */
  password: z.string().max(1024).optional(),
});

/** What came of a row that was to be written. */
export const RowResult = RowFate.pick({ row: true, fate: true, reason: true }).extend({ id: Id.optional() });
export type RowResult = z.infer<typeof RowResult>;

export const FileKind = z.enum(['csv', 'xlsx']);
export const ListOrder = z.object({ format: FileKind, lang: Lang.optional() });
