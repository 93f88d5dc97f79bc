import type { RowGroup } from './paged-rows.ts';

/** A head of a group among the lines of a list: its line, and the first row behind it. */
interface GroupLine {
  readonly group: RowGroup;
  readonly line: number;
  readonly row: number;
}

/** The lines of a list with groups: each group has a head before its rows. Without groups each row is a line. */
export interface GroupLines {
  readonly heads: readonly GroupLine[];
  /** The line of a row. */
  readonly lineOf: (row: number) => number;
  /** What is on a line. */
  readonly at: (line: number) => { head: GroupLine } | { row: number };
  /** The head that a line belongs to. */
  readonly headOf: (line: number) => GroupLine | undefined;
}

/** Where the heads of some groups stand. There are few of them, so that they are looked through. */
export function linesOf(groups: readonly RowGroup[] = []): GroupLines {
  const heads: GroupLine[] = [];
  let row = 0;
  for (const group of groups) {
    heads.push({ group, line: row + heads.length, row });
    row += group.rows;
  }
  const headOf = (line: number): GroupLine | undefined => heads.findLast((head) => head.line <= line);
  return {
    heads,
    lineOf: (index) => index + heads.filter((head) => head.row <= index).length,
    headOf,
    at: (line) => {
      const head = headOf(line);
      if (head?.line === line) return { head };
      return { row: head === undefined ? line : head.row + line - head.line - 1 };
    },
  };
}
