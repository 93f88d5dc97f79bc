import { type ActivityKind, burstGapMs, kindsByPlace, namedItems } from '@dossier/contract/activity/activity';
import type { StreamRow } from './stream.queries.ts';

/** What is read of `facts` of a row. */
export interface RowFacts {
  version?: string;
  oldName?: string;
  visitor?: boolean;
  /** The request by which people were asked to read. */
  requestId?: number;
}

/** A line of the stream while its rows are folded: acts of one kind by one user or visitor. */
export interface FoldedLine {
  newest: StreamRow;
  oldestAt: number;
  facts: RowFacts;
  /** The first items, each once. */
  items: StreamRow[];
  itemIds: Set<number>;
  rows: number;
}

export const factsOf = (row: Pick<StreamRow, 'facts'>): RowFacts => JSON.parse(row.facts) as RowFacts;

const isByPlace = (row: StreamRow): boolean => kindsByPlace.has(row.kind as ActivityKind);

/** Rows with the same key are one line where little time is between them; a new name or a decision stands alone. */
function burstOf(row: StreamRow): string {
  const who = row.person_id === 0 ? row.person_name : row.person_id;
  if (isByPlace(row)) return `${row.kind} ${row.place_id} ${row.item_kind} ${who}`;
  const alone = row.kind === 'renamed' || row.flow_id !== 0 ? row.id : 0;
  return `${row.kind} ${row.item_id} ${alone} ${who}`;
}

/** What a line counts: of things that are done to items in a place the items, of others how often. */
export const countOf = (line: FoldedLine): number => (isByPlace(line.newest) ? line.itemIds.size : line.rows);

function addTo(line: FoldedLine, row: StreamRow): void {
  line.oldestAt = Math.min(line.oldestAt, row.at);
  line.rows += 1;
  if (line.itemIds.has(row.item_id)) return;
  line.itemIds.add(row.item_id);
  if (line.items.length < namedItems) line.items.push(row);
}

/** Folds rows, the newest first, into so many lines at most. */
export function createFold(most: number) {
  const lines: FoldedLine[] = [];
  const open = new Map<string, FoldedLine>();
  return {
    lines,
    /** Whether there was room for the row. */
    add(row: StreamRow): boolean {
      const burst = burstOf(row);
      const line = open.get(burst);
      if (line !== undefined && line.oldestAt - row.at <= burstGapMs) {
        addTo(line, row);
        return true;
      }
      if (lines.length === most) return false;
      const begun = { newest: row, oldestAt: row.at, facts: factsOf(row), items: [row], itemIds: new Set([row.item_id]), rows: 1 };
      lines.push(begun);
      open.set(burst, begun);
      return true;
    },
    /** The line that a row was folded into. */
    lineOf: (row: StreamRow): FoldedLine | undefined => open.get(burstOf(row)),
  };
}
