import type { Change } from '@dossier/contract/compare';

/** So many rows stand together, as the contract has it: in a confined process it cannot be asked. */
export const rowsInPart = 200;

/** Where rows of a table lie, counted from the end of the head. */
export type StoredPart = [offset: number, length: number];

export interface StoredTable {
  name: string;
  state: 'same' | 'changed' | 'added' | 'removed';
  first: number;
  columns: number;
  rows: number;
  parts: StoredPart[];
}

/** What stands in front of the rows: its length in four bytes, then this. */
export interface StoredHead {
  added: number;
  removed: number;
  changed: number;
  cut: boolean;
  changes: Change[];
  tables: StoredTable[];
}
