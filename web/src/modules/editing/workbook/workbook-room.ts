import type { EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import type { OpenedDocument } from '@dossier/contract/editing/editing';
import {
  type CellSelection,
  type OrderedEdits,
  type WorkbookEdit,
  WorkbookEdit as WorkbookEditShape,
} from '@dossier/contract/editing/workbook-edits';
import { CallError, noAnswer } from '../../../platform/call.ts';
import type { OpenRoom } from '../editor-parts.tsx';
import { OrderedRoom, type OrderedState, firstOrderedState } from '../rooms/ordered-room.ts';
import { isLost } from '../rooms/room.ts';
import { EditOrder, type EditedGrid } from './edit-order.ts';
import { areWritten } from './formula-refusal.ts';

export interface WorkbookRoomState extends OrderedState<CellSelection> {
  /** The workbook as it was fetched last. */
  book?: EditableWorkbook | undefined;
  /** Others moved rows, columns or sheets: nothing is written until the workbook has come anew. */
  isStale: boolean;
}

const firstState: WorkbookRoomState = { ...firstOrderedState, isStale: false };

/** What is changed is on its way after this time at most. */
const sendAfterMs = 50;
/** The cell that is selected is told this often at most. */
const selectionEveryMs = 150;
/** A workbook that could not be fetched anew is tried again after this time. */
const fetchAgainMs = 2000;

/** A grid that a workbook is shown in. */
export interface FilledGrid extends EditedGrid {
  fill(book: EditableWorkbook): void;
  /** Waits a moment for what is being computed, and tells it. */
  settle(): Promise<void>;
  /** Tells what has been computed so far. */
  flush(): void;
}

/** Of a page that has gone, whose last edits are still on their way. */
const noGrid: FilledGrid = {
  make: () => undefined,
  shiftFormula: (formula) => formula,
  fill: () => undefined,
  settle: () => Promise.resolve(),
  flush: () => undefined,
};

/** Keeps a grid equal with the room of its workbook. */
export class WorkbookRoom extends OrderedRoom<WorkbookEdit, CellSelection, WorkbookRoomState> {
  private readonly order: EditOrder;
  private grid: FilledGrid | undefined;
  /** The number of the last edit in the book of the state. */
  private bookSeq = -1;
  private bookUrl = '';
  /** Of a grid that has gone: its formulas are computed. */
  private leaving: Promise<void> | undefined;
  private selectionTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, openRoom?: OpenRoom) {
    const order = new EditOrder(crypto.randomUUID());
    super(id, { first: firstState, openRoom, order, sendAfterMs });
    this.order = order;
  }

  protected override get isShown(): boolean {
    return this.state.getState().book !== undefined;
  }

  protected override get mayEnter(): boolean {
    return this.isShown && this.grid !== undefined && !this.isFetching;
  }

  protected accepts({ bookUrl }: Partial<OpenedDocument>): boolean {
    return bookUrl !== undefined;
  }

  protected prepare({ bookUrl = '' }: OpenedDocument): void {
    this.bookUrl = bookUrl;
    if (!this.isShown) void this.fetchBook();
  }

  private async fetchBook(): Promise<void> {
    if (this.isFetching) return;
    try {
      const now = await this.fetchNow<{ seq: number; book: EditableWorkbook }>(this.bookUrl);
      if (now === undefined) return;
      const { seq, book } = now;
      this.bookSeq = seq;
      this.order.filled(seq);
      this.grid?.fill(book);
      this.set({ book, isStale: false });
    } catch (error) {
      if (this.isStopped) return;
      if (!this.isShown && isLost(error)) this.openAnew();
      else if (!(error instanceof CallError) || !this.isShown)
        this.fail(error instanceof CallError ? error : new CallError(noAnswer, String(error)));
      else setTimeout(() => this.goOn(), fetchAgainMs);
    } finally {
      this.enter();
    }
  }

  /** There is a grid to be filled; undefined: it has gone. */
  attach(grid: FilledGrid | undefined): void {
    if (grid === undefined) this.leaving = this.grid?.settle();
    this.grid = grid ?? noGrid;
    const { book } = this.state.getState();
    if (grid === undefined || book === undefined) return;
    grid.fill(book);
    // it takes the place of one that has had more
    if (this.order.head !== this.bookSeq || this.order.hasPending) this.order.spoil();
    this.enter();
    this.goOn();
  }

  protected arrived(edits: OrderedEdits, isOwn: boolean): void {
    if (this.grid) this.order.received(edits, isOwn, this.grid);
  }

  protected showOrder(): void {
    const { hasPending, isStale } = this.order;
    const state = this.state.getState();
    if (hasPending !== state.unkept) this.set({ unkept: hasPending });
    if (isStale !== state.isStale) this.set({ isStale });
    if (isStale && !hasPending && state.phase === 'open') void this.fetchBook();
  }

  /** The user changed the workbook. */
  edited(edits: readonly WorkbookEdit[]): void {
    // with a formula that is not written, as of cells that are moved or taken back, nothing of it is made: they would lose theirs
    const written = areWritten(edits, this.state.getState().book) ? edits : [];
    const made = written.filter((edit) => WorkbookEditShape.safeParse(edit).success);
    this.order.local(made);
    // what no file holds, as a text that is too long, stands on the screen alone
    const isRefused = made.length < edits.length;
    if (isRefused) this.order.spoil();
    this.set({ unkept: this.order.hasPending, wasRefused: isRefused });
    this.changed();
  }

  /** Another cell was selected. */
  selected(at: CellSelection): void {
    this.selection = at;
    this.selectionTimer ??= setTimeout(() => this.tellSelection(), selectionEveryMs);
  }

  protected override tellSelection(): void {
    clearTimeout(this.selectionTimer);
    this.selectionTimer = undefined;
    super.tellSelection();
  }

  /** A version has what the last edits lead to. */
  override save(): void {
    void (this.grid?.settle() ?? Promise.resolve()).then(() => super.save());
  }

  /** The window is being closed: there is no time to wait. */
  hurry(): void {
    this.grid?.flush();
    this.goOn();
  }

  protected override async finish(): Promise<void> {
    // the grid goes while this waits
    await Promise.all([this.leaving, this.grid?.settle()]);
  }

  protected override part(): void {
    clearTimeout(this.selectionTimer);
    super.part();
  }
}
