import type { Change, ComparedRow } from '@dossier/contract/preview/compare';
import type { Answer } from '@dossier/formats/task';

/** Rows of one part, as in the contract, which a sandboxed process cannot import. */
const rowsInPart = 200;

/** Position of rows of a table, from the end of the head. */
type StoredPart = [offset: number, length: number];

interface StoredTable {
  name: string;
  state: 'same' | 'changed' | 'added' | 'removed';
  first: number;
  columns: number;
  rows: number;
  parts: StoredPart[];
}

/** Header before the rows: its length in four bytes, then this. */
interface StoredHead {
  added: number;
  removed: number;
  changed: number;
  cut: boolean;
  changes: Change[];
  tables: StoredTable[];
}

const mostChanges = 5000;
const mostText = 240;

/** Collects the result of a comparison. */
export interface ResultWriter {
  /** Records a difference; only the first thousands are listed. */
  note(change: Change): void;
  /** Begins a table; its rows follow. */
  begin(table: Pick<StoredTable, 'name' | 'state' | 'first' | 'columns'>): void;
  add(row: ComparedRow): void;
  /** The index of the current table, and its number of rows so far. */
  at(): { table: number; row: number };
  /** Marks the comparison as incomplete. */
  cut(): void;
  answer(): Answer;
}

export function createResult(): ResultWriter {
  const head: StoredHead = { added: 0, removed: 0, changed: 0, cut: false, changes: [], tables: [] };
  const parts: Buffer[] = [];
  let length = 0;
  let rows: ComparedRow[] = [];
  const flush = (): void => {
    const table = head.tables.at(-1);
    if (rows.length === 0 || table === undefined) return;
    const part = Buffer.from(JSON.stringify(rows));
    table.parts.push([length, part.length]);
    parts.push(part);
    length += part.length;
    rows = [];
  };
  return {
    note(change) {
      head[change.kind]++;
      if (head.changes.length >= mostChanges) head.cut = true;
      else head.changes.push({ ...change, before: shortened(change.before), after: shortened(change.after) });
    },
    begin(table) {
      flush();
      head.tables.push({ ...table, rows: 0, parts: [] });
    },
    add(row) {
      const table = head.tables.at(-1);
      if (table === undefined) return;
      rows.push(row);
      table.rows++;
      if (rows.length === rowsInPart) flush();
    },
    at: () => ({ table: head.tables.length - 1, row: head.tables.at(-1)?.rows ?? 0 }),
    cut: () => void (head.cut = true),
    answer() {
      flush();
      const headBytes = Buffer.from(JSON.stringify(head));
      const size = Buffer.alloc(4);
      size.writeUInt32BE(headBytes.length);
      return { ok: true, text: '', bytes: Buffer.concat([size, headBytes, ...parts]) };
    },
  };
}

const shortened = (text: string): string =>
  text.length <= mostText ? text : `${text.slice(0, mostText).replace(/[\ud800-\udbff]$/, '')}…`;
