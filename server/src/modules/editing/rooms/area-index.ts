import { maxColumns, type Area } from '@dossier/contract/editing/workbook-edits';

/** Rows from the first to the last, in turn: disjoint, and in order. */
type Spans = number[];

/** Areas of a sheet, to be asked quickly whether one of them meets another: a tree over the columns, whose nodes have the rows of areas that are as wide. */
export class AreaIndex {
  private readonly nodes = new Map<number, Spans>();
  /** Nodes with something below them. */
  private readonly inner = new Set<number>();

  constructor(areas: readonly Area[]) {
    const found = new Map<number, Area[]>();
    for (const area of areas)
      for (const node of this.nodesOf(area)) {
        const own = found.get(node);
        if (own === undefined) found.set(node, [area]);
        else own.push(area);
      }
    for (const [node, own] of found) this.nodes.set(node, spansOf(own));
    for (const node of found.keys()) for (let up = node >> 1; up > 0 && !this.inner.has(up); up >>= 1) this.inner.add(up);
  }

  /** The nodes that are exactly as wide as an area together. */
  private nodesOf(area: Area, node = 1, first = 0, last = maxColumns - 1): number[] {
    if (area.column > last || area.lastColumn < first) return [];
    if (area.column <= first && area.lastColumn >= last) return [node];
    const middle = (first + last) >> 1;
    return [...this.nodesOf(area, 2 * node, first, middle), ...this.nodesOf(area, 2 * node + 1, middle + 1, last)];
  }

  /** Whether one of the areas has a cell of this one. */
  meets(area: Area, node = 1, first = 0, last = maxColumns - 1): boolean {
    if (area.column > last || area.lastColumn < first) return false;
    const spans = this.nodes.get(node);
    if (spans !== undefined && hasRow(spans, area)) return true;
    if (!this.inner.has(node)) return false;
    const middle = (first + last) >> 1;
    return this.meets(area, 2 * node, first, middle) || this.meets(area, 2 * node + 1, middle + 1, last);
  }
}

function spansOf(areas: Area[]): Spans {
  const spans: Spans = [];
  for (const { row, lastRow } of areas.toSorted((a, b) => a.row - b.row)) {
    const before = spans.at(-1);
    if (before === undefined || before < row) spans.push(row, lastRow);
    else if (before < lastRow) spans[spans.length - 1] = lastRow;
  }
  return spans;
}

function hasRow(spans: Spans, { row, lastRow }: Area): boolean {
  // the first span that does not end before the area
  let [low, high] = [0, spans.length >> 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[2 * middle + 1] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return (spans[2 * low] ?? Number.POSITIVE_INFINITY) <= lastRow;
}
