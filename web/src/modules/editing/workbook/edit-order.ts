import { maxOrderedMessage } from '@dossier/contract/editing/editing';
import { shiftEdits } from '@dossier/contract/editing/shift-edits';
import {
  type OrderedEdits,
  type WorkbookEdit,
  isStructural,
  maxCellsOfEdit,
  maxEditsOfMessage,
} from '@dossier/contract/editing/workbook-edits';

/** The grid in which the edits are shown. */
export interface EditedGrid {
  /** Makes edits that did not come from its user, and move no rows, columns or sheets. */
  make(edits: readonly WorkbookEdit[]): void;
  /** A formula on a sheet as it reads once rows, columns or sheets have been moved by `by`. */
  shiftFormula(formula: string, sheet: number, by: WorkbookEdit): string;
}

interface Batch {
  number: number;
  edits: WorkbookEdit[];
}

/** Bytes of the edits of one message: formulas become longer where others move their cells before it is sent again. */
const maxBytes = maxOrderedMessage / 2;

const encoder = new TextEncoder();
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length + 1;

/** As many edits as one message holds, of which an edit of many cells may be split, and what is left. */
function split(edits: readonly WorkbookEdit[]): { taken: WorkbookEdit[]; left: WorkbookEdit[] } {
  const taken: WorkbookEdit[] = [];
  let room = maxBytes;
  for (const [at, edit] of edits.entries()) {
    const bytes = bytesOf(edit);
    const left = edits.slice(at);
    if (taken.length === maxEditsOfMessage) return { taken, left };
    if (bytes <= room) {
      taken.push(edit);
      room -= bytes;
      continue;
    }
    // a message that holds something already is sent as it is
    if (taken.length > 0 || !('cells' in edit)) return taken.length > 0 ? { taken, left } : { taken: [edit], left: left.slice(1) };
    let count = 0;
    let used = bytesOf({ ...edit, cells: [] });
    for (const cell of edit.cells) {
      used += bytesOf(cell);
      if (count > 0 && used > room) break;
      count++;
    }
    const part = (from: number, to?: number): WorkbookEdit => ({ ...edit, cells: edit.cells.slice(from, to) }) as WorkbookEdit;
    return { taken: [part(0, count)], left: [...(count < edit.cells.length ? [part(count)] : []), ...left.slice(1)] };
  }
  return { taken, left: [] };
}

/** Joins edits of cells of one sheet that follow each other, where one edit may hold them. */
export function joinEdits(before: readonly WorkbookEdit[], added: readonly WorkbookEdit[]): WorkbookEdit[] {
  const all = [...before];
  for (const edit of added) {
    const last = all.at(-1);
    if (
      last !== undefined &&
      (edit.kind === 'cells' || edit.kind === 'results') &&
      last.kind === edit.kind &&
      last.sheet === edit.sheet &&
      last.cells.length + edit.cells.length <= maxCellsOfEdit
    )
      all[all.length - 1] = { ...last, cells: [...last.cells, ...edit.cells] } as WorkbookEdit;
    else all.push(edit);
  }
  return all;
}

/** The pending edits that remote ones have changed the same cells, sizes and the like of: they come later in the order, and win. */
function overridden(pending: readonly WorkbookEdit[], remote: readonly WorkbookEdit[]): WorkbookEdit[] {
  const keys = new Set<string>();
  const others = new Set<string>();
  for (const edit of remote) {
    if (edit.kind === 'cells') for (const { row, column } of edit.cells) keys.add(`${edit.sheet} ${row} ${column}`);
    else others.add(`${edit.kind} ${edit.sheet}`);
  }
  return pending.flatMap((edit): WorkbookEdit[] => {
    if (edit.kind === 'results') return [];
    if (edit.kind !== 'cells') return others.has(`${edit.kind} ${edit.sheet}`) ? [edit] : [];
    const cells = edit.cells.filter(({ row, column }) => keys.has(`${edit.sheet} ${row} ${column}`));
    return cells.length === 0 ? [] : [{ ...edit, cells }];
  });
}

/**
 * Where the edits of one window stand in the order that the server gives to those of all. One batch is on its way at a time; what is made meanwhile
 * waits. Edits of others come before all that is not acknowledged, which is shifted over them.
 *
 * Where others moved rows, columns or sheets, the grid is stale: nothing more is written in it, what is pending is sent, and then it is filled anew with
 * the workbook as the server has it. So only the server adapts formulas, merged cells and whatever else moves along.
 */
export class EditOrder {
  readonly window: string;
  head: number;
  private number = 0;
  private inFlight: Batch | undefined;
  private waiting: WorkbookEdit[] = [];
  private stale = false;

  constructor(window: string, head = 0) {
    this.window = window;
    this.head = head;
  }

  /** What no version and no other window knows yet. */
  get pending(): WorkbookEdit[] {
    return [...(this.inFlight?.edits ?? []), ...this.waiting];
  }

  get hasPending(): boolean {
    return this.inFlight !== undefined || this.waiting.length > 0;
  }

  /** Whether the grid has to be filled anew, once nothing is pending. */
  get isStale(): boolean {
    return this.stale;
  }

  /** The grid has not what was known here: it has to be filled anew. */
  spoil(): void {
    this.stale = true;
  }

  /** The grid was filled with the workbook as the edits up to `seq` have made it. */
  filled(seq: number): void {
    this.head = Math.max(this.head, seq);
    this.stale = false;
  }

  /** The grid was changed by its user. */
  local(edits: readonly WorkbookEdit[]): void {
    this.waiting = joinEdits(this.waiting, edits);
  }

  /** What is to be sent now: nothing while a batch is on its way. */
  next(): { after: number; origin: { window: string; number: number }; edits: WorkbookEdit[] } | undefined {
    if (this.inFlight !== undefined || this.waiting.length === 0) return undefined;
    const { taken, left } = split(this.waiting);
    this.inFlight = { number: this.number++, edits: taken };
    this.waiting = left;
    return this.again();
  }

  /** What is on its way, to be sent once more: the connection was lost, or the batch was behind. */
  again(): { after: number; origin: { window: string; number: number }; edits: WorkbookEdit[] } | undefined {
    if (this.inFlight === undefined) return undefined;
    const { number, edits } = this.inFlight;
    return { after: this.head, origin: { window: this.window, number }, edits };
  }

  /** Edits at their place in the order; `isMine`: they were made by this person. */
  received({ seq, origin, edits }: OrderedEdits, isMine: boolean, grid: EditedGrid): void {
    if (seq <= this.head) return;
    this.head = seq;
    if (isMine && origin.window === this.window && origin.number === this.inFlight?.number) {
      this.inFlight = undefined;
      return;
    }
    if (edits.some(isStructural)) {
      this.stale = true;
      this.shift(edits, grid);
    }
    // over moved rows of its own the grid cannot show what was meant for others
    if (this.pending.some(isStructural)) this.stale = true;
    if (this.stale) return;
    const shown = edits.filter((edit) => edit.kind !== 'results');
    grid.make([...shown, ...overridden(this.pending, shown)]);
  }

  /** The batch of this number cannot be made: the grid has what nobody else will have. */
  refused(number: number): void {
    if (this.inFlight?.number !== number) return;
    this.inFlight = undefined;
    this.stale = true;
  }

  /** The room ends the connection again and again for what is on its way. */
  refuseSent(): void {
    if (this.inFlight !== undefined) this.refused(this.inFlight.number);
  }

  private shift(by: readonly WorkbookEdit[], grid: EditedGrid): void {
    const formulas = (edit: WorkbookEdit): WorkbookEdit =>
      edit.kind !== 'cells'
        ? edit
        : {
            ...edit,
            cells: edit.cells.map((cell) =>
              typeof cell.formula !== 'string'
                ? cell
                : { ...cell, formula: by.reduce((formula, one) => grid.shiftFormula(formula, edit.sheet, one), cell.formula) },
            ),
          };
    const { inFlight, waiting } = this;
    const own = (inFlight?.edits ?? []).map(formulas);
    const both = shiftEdits([...own, ...waiting.map(formulas)], by);
    if (inFlight === undefined) {
      this.waiting = both;
      return;
    }
    const edits = shiftEdits(own, by);
    this.waiting = both.slice(edits.length);
    // nothing of it is left to be sent
    this.inFlight = edits.length === 0 ? undefined : { ...inFlight, edits };
  }
}
