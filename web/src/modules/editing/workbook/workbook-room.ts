import { codes } from '@dossier/contract/core/codes';
import type { EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { type RoomNotice, type RoomPerson, editing, roomMessage } from '@dossier/contract/editing/editing';
import {
  type CellSelection,
  type WorkbookEdit,
  WorkbookEdit as WorkbookEditShape,
  type WorkbookNotice,
  type WorkbookRequest,
} from '@dossier/contract/editing/workbook-edits';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { createStore } from 'zustand/vanilla';
import { CallError, call, noAnswer, readBytes } from '../../../platform/call.ts';
import type { EditTrouble, KeptState } from '../editor-parts.tsx';
import { EditOrder, type EditedGrid } from './edit-order.ts';

export interface WorkbookRoomState extends KeptState {
  name: string;
  ext: string;
  people: readonly RoomPerson[];
  /** The id of this connection among them. */
  own: number;
  /** What colleagues have selected, by the ids of their connections. */
  selections: ReadonlyMap<number, CellSelection>;
  /** The workbook as it was fetched last. */
  book?: EditableWorkbook | undefined;
  /** Others moved rows, columns or sheets: nothing is written until the workbook has come anew. */
  isStale: boolean;
  refusal?: EditTrouble | undefined;
  readOnly?: EditTrouble | undefined;
  /** Why the last try to save a version failed. */
  saveTrouble?: EditTrouble | undefined;
  /** What came since the last version was given up. */
  isDiscarded: boolean;
  /** Something that was done here could not be made, as a colleague was faster. */
  wasRefused: boolean;
  closed?: { reason: 'revised' | 'rest'; copy?: { id: string; name: string } | undefined } | undefined;
}

const firstState: WorkbookRoomState = {
  phase: 'connecting',
  name: '',
  ext: '',
  people: [],
  own: 0,
  selections: new Map(),
  isStale: false,
  unkept: false,
  failing: false,
  wasRefused: false,
  isDiscarded: false,
};

/** What is changed is on its way after this time at most. */
const sendAfterMs = 50;
/** The cell that is selected is told this often at most. */
const selectionEveryMs = 150;
/** The code of RFC 6455 by which a room refuses a message, and how often in a row the same edits are sent before they count as refused. */
const refusedClose = 1008;
const maxRefusals = 3;
/** Delays between attempts to connect, in milliseconds; the last is repeated. */
const retryMs = [500, 1000, 2000, 5000, 10_000];
/** How long a page that is left goes on sending. */
const partingMs = 5000;
const bookTimeoutMs = 300_000;

const isLost = (error: unknown): error is CallError =>
  error instanceof CallError && [noAnswer, codes.changedMeanwhile.code, codes.systemError.code].includes(error.code);

/** A grid that a workbook is shown in. */
export interface FilledGrid extends EditedGrid {
  fill(book: EditableWorkbook): void;
}

/** Of a page that has gone, whose last edits are still on their way. */
const noGrid: FilledGrid = { make: () => undefined, shiftFormula: (formula) => formula, fill: () => undefined };

/** Keeps a grid equal with the room of its workbook, over losses of the connection. */
export class WorkbookRoom {
  readonly id: string;
  readonly state = createStore<WorkbookRoomState>(() => firstState);
  private readonly order = new EditOrder(crypto.randomUUID());
  private grid: FilledGrid | undefined;
  /** The number of the last edit in the book of the state. */
  private bookSeq = -1;
  private socket: WebSocket | undefined;
  private sessionId: string | undefined;
  private bookUrl = '';
  private hasEntered = false;
  private attempts = 0;
  private refusals = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private sendTimer: ReturnType<typeof setTimeout> | undefined;
  private selectionTimer: ReturnType<typeof setTimeout> | undefined;
  private selection: CellSelection | null = null;
  private isFetching = false;
  private wantsVersion = false;
  private isStopped = false;

  constructor(id: string) {
    this.id = id;
  }

  private set(changes: Partial<WorkbookRoomState>): void {
    this.state.setState(changes);
  }

  async connect(): Promise<void> {
    clearTimeout(this.retryTimer);
    if (this.isStopped) return;
    try {
      const room = await call(editing.open, { id: this.id }, { quiet: true });
      if (this.isStopped) return;
      // 4614 passes as a success without data
      if ((room as Partial<typeof room> | null)?.bookUrl === undefined) return this.set({ phase: 'viewOnly' });
      const { sessionId, name, ext, roomUrl, bookUrl = '' } = room;
      // the document has another version, and a grid that does not know of this one
      if (this.sessionId !== undefined && this.sessionId !== sessionId) return this.set({ phase: 'closed', closed: { reason: 'revised' } });
      this.sessionId = sessionId;
      this.bookUrl = bookUrl;
      this.set({ name, ext, refusal: undefined });
      if (this.state.getState().book === undefined) void this.fetchBook();
      this.open(roomUrl);
    } catch (error) {
      if (isLost(error)) return this.retry();
      if (!(error instanceof CallError)) throw error;
      this.fail(error);
    }
  }

  private fail({ code, message }: CallError): void {
    if (this.state.getState().book === undefined) this.set({ phase: 'refused', refusal: { code, message } });
    else this.set({ phase: 'open', readOnly: { code, message } });
  }

  /** Fetches the workbook as it is now, until it has all that has been told here. */
  private async fetchBook(): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    try {
      for (;;) {
        const blob = await readBytes(this.bookUrl, AbortSignal.timeout(bookTimeoutMs));
        const { seq, book } = JSON.parse(await blob.text()) as { seq: number; book: EditableWorkbook };
        if (this.isStopped) return;
        if (seq < this.order.head) continue;
        this.bookSeq = seq;
        this.order.filled(seq);
        this.grid?.fill(book);
        this.set({ book, isStale: false });
        return;
      }
    } catch (error) {
      if (this.isStopped) return;
      if (!(error instanceof CallError) || this.state.getState().book === undefined)
        this.fail(error instanceof CallError ? error : new CallError(noAnswer, String(error)));
      else setTimeout(() => this.goOn(), retryMs[2]);
    } finally {
      this.isFetching = false;
      this.enter();
    }
  }

  /** There is a grid to be filled; undefined: it has gone. */
  attach(grid: FilledGrid | undefined): void {
    this.grid = grid ?? noGrid;
    const { book } = this.state.getState();
    if (grid === undefined || book === undefined) return;
    grid.fill(book);
    // it takes the place of one that has had more
    if (this.order.head !== this.bookSeq || this.order.hasPending) this.order.spoil();
    this.enter();
    this.goOn();
  }

  private open(roomUrl: string): void {
    const address = new URL(roomUrl, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    this.hasEntered = false;
    socket.addEventListener('open', () => this.enter());
    socket.addEventListener('message', (event) => this.take(new Uint8Array(event.data as ArrayBuffer)));
    socket.addEventListener('close', ({ code }) => {
      if (this.socket !== socket) return;
      if (code === refusedClose && this.order.hasPending && ++this.refusals >= maxRefusals) {
        this.refusals = 0;
        this.order.refuseSent();
        this.set({ wasRefused: true });
      }
      this.socket = undefined;
      if (!['closed', 'refused'].includes(this.state.getState().phase)) this.retry();
    });
  }

  /** Tells the room what is known here, once there is a grid that shows it. */
  private enter(): void {
    if (this.hasEntered || this.grid === undefined || this.socket?.readyState !== WebSocket.OPEN || this.isFetching) return;
    if (this.state.getState().book === undefined) return;
    this.hasEntered = true;
    this.ask({ kind: 'enter', after: this.order.head });
  }

  private retry(): void {
    if (this.isStopped) return;
    // the first seconds of a loss are not told: most end by themselves
    if (this.sessionId !== undefined && this.attempts > 0 && this.state.getState().book !== undefined) this.set({ phase: 'offline' });
    const delay = retryMs[Math.min(this.attempts, retryMs.length - 1)] ?? 0;
    this.attempts++;
    this.retryTimer = setTimeout(() => void this.connect(), delay);
  }

  private take(data: Uint8Array): void {
    const decoder = decoding.createDecoder(data);
    const kind = decoding.readVarUint(decoder);
    const said: unknown = JSON.parse(decoding.readVarString(decoder));
    if (kind === roomMessage.fromServer) this.hear(said as RoomNotice);
    else if (kind === roomMessage.order) this.hearOrder(said as WorkbookNotice);
  }

  private hearOrder(notice: WorkbookNotice): void {
    if (notice.kind === 'selection') {
      const selections = new Map(this.state.getState().selections);
      if (notice.at === null) selections.delete(notice.id);
      else selections.set(notice.id, notice.at);
      return this.set({ selections });
    }
    if (notice.kind === 'discarded') return this.set({ phase: 'closed', isDiscarded: true, unkept: false });
    if (notice.kind === 'edits') {
      this.refusals = 0;
      const { people, own } = this.state.getState();
      const mine = people.find((person) => person.id === own)?.personId;
      if (this.grid) for (const ordered of notice.list) this.order.received(ordered, ordered.personId === mine, this.grid);
      this.set({ failing: false });
    } else if (notice.kind === 'entered') {
      this.attempts = 0;
      // entered only to give up what cannot be shown
      if (this.state.getState().book === undefined) return;
      this.set({ phase: 'open', readOnly: undefined });
      this.sendSelection();
      this.sendBatch(this.order.again());
    } else if (notice.kind === 'behind') this.sendBatch(this.order.again());
    else {
      this.order.refused(notice.number);
      this.set({ wasRefused: true });
    }
    this.goOn();
  }

  private hear(notice: RoomNotice): void {
    switch (notice.kind) {
      case 'people': {
        const here = new Set(notice.people.map((person) => person.id));
        const selections = new Map([...this.state.getState().selections].filter(([id]) => here.has(id)));
        return this.set({ people: notice.people, own: notice.own, selections });
      }
      case 'kept':
        return;
      case 'unkept':
        return this.set({ failing: true });
      case 'readOnly':
        return this.set({ readOnly: { code: notice.code, message: notice.message } });
      case 'saved':
        return this.set({ savedAt: Date.now(), saveTrouble: undefined });
      case 'saveFailed':
        return this.set({ saveTrouble: { code: notice.code, message: notice.message } });
      case 'full':
        // what was written before stays in the window, which tries again
        if (this.state.getState().phase === 'connecting')
          this.set({ phase: 'refused', refusal: { code: notice.code, message: notice.message } });
        return;
      case 'closed':
        return this.set({ phase: 'closed', closed: { reason: notice.reason, copy: notice.copy } });
    }
  }

  /** The user changed the workbook. */
  edited(edits: readonly WorkbookEdit[]): void {
    const made = edits.filter((edit) => WorkbookEditShape.safeParse(edit).success);
    this.order.local(made);
    // what no file holds, as a text that is too long, stands on the screen alone
    const isRefused = made.length < edits.length;
    if (isRefused) this.order.spoil();
    this.set({ unkept: this.order.hasPending, wasRefused: isRefused });
    this.sendTimer ??= setTimeout(() => {
      this.sendTimer = undefined;
      this.goOn();
    }, sendAfterMs);
  }

  /** Sends what waits; where nothing waits, fetches what a stale grid needs, and asks for the version that was wanted. */
  private goOn(): void {
    const { phase } = this.state.getState();
    if (this.hasEntered && phase === 'open') this.sendBatch(this.order.next());
    const { hasPending, isStale } = this.order;
    if (hasPending !== this.state.getState().unkept) this.set({ unkept: hasPending });
    if (isStale !== this.state.getState().isStale) this.set({ isStale });
    if (hasPending) return;
    if (isStale && phase === 'open') void this.fetchBook();
    if (this.wantsVersion) {
      this.wantsVersion = false;
      this.say(roomMessage.fromClient, { kind: 'save' });
    }
  }

  private sendBatch(batch: ReturnType<EditOrder['next']>): void {
    if (batch !== undefined && this.state.getState().readOnly === undefined) this.ask({ kind: 'edits', ...batch });
  }

  /** Another cell was selected. */
  selected(at: CellSelection): void {
    this.selection = at;
    this.selectionTimer ??= setTimeout(() => this.sendSelection(), selectionEveryMs);
  }

  private sendSelection(): void {
    clearTimeout(this.selectionTimer);
    this.selectionTimer = undefined;
    if (this.hasEntered) this.ask({ kind: 'selection', at: this.selection });
  }

  /** Asks for a version, once all that was changed is kept. */
  save(): void {
    this.wantsVersion = true;
    this.goOn();
  }

  /** Goes on from the last version, where what came since cannot be written. */
  discard(): void {
    // a room that could not be shown is not entered yet
    if (!this.hasEntered && this.state.getState().book === undefined) {
      this.hasEntered = true;
      this.ask({ kind: 'enter', after: this.order.head });
    }
    this.ask({ kind: 'discard' });
  }

  private ask(request: WorkbookRequest): void {
    this.say(roomMessage.order, request);
  }

  private say(kind: number, what: object): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, kind);
    encoding.writeVarString(message, JSON.stringify(what));
    this.socket.send(encoding.toUint8Array(message));
  }

  /** The page goes: what is left is sent before the room is left. */
  stop(): void {
    this.isStopped = true;
    for (const timer of [this.retryTimer, this.sendTimer, this.selectionTimer]) clearTimeout(timer);
    const { socket } = this;
    const until = Date.now() + partingMs;
    const leave = (): void => {
      if (socket?.readyState !== WebSocket.OPEN || !this.order.hasPending || Date.now() > until) socket?.close();
      else setTimeout(leave, sendAfterMs);
    };
    this.goOn();
    leave();
  }
}
