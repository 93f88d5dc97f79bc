import type { Change, ComparedRow } from '@dossier/contract/preview/compare';
import type { Answer } from '@dossier/formats/task';

/** So many rows stand together, as the contract has it: in a confined process it cannot be asked. */
const rowsInPart = 200;

/** Where rows of a table lie, counted from the end of the head. */
type StoredPart = [offset: number, length: number];

interface StoredTable {
  name: string;
  state: 'same' | 'changed' | 'added' | 'removed';
  first: number;
  columns: number;
  rows: number;
  parts: StoredPart[];
}

/** What stands in front of the rows: its length in four bytes, then this. */
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

/** The result of a comparison as it grows. */
export interface ResultWriter {
  /** Notes a difference; of all of them only the first thousands are told. */
  note(change: Change): void;
  /** Begins a table; its rows follow. */
  begin(table: Pick<StoredTable, 'name' | 'state' | 'first' | 'columns'>): void;
  add(row: ComparedRow): void;
  /** In the table that was begun: how many rows it has, and which it is. */
  at(): { table: number; row: number };
  /** Not all was compared. */
  cut(): void;
  answer(): Answer;
}

/** Begins a result. */
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
      const told = Buffer.from(JSON.stringify(head));
      const size = Buffer.alloc(4);
      size.writeUInt32BE(told.length);
      return { ok: true, text: '', bytes: Buffer.concat([size, told, ...parts]) };
    },
  };
}

const shortened = (text: string): string =>
  text.length <= mostText ? text : `${text.slice(0, mostText).replace(/[\ud800-\udbff]$/, '')}…`;
