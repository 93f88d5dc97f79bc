import { type RoomNotice, roomMessage } from '@dossier/contract/editing/editing';
import type { EditOrigin, Ordered, OrderedNotice, OrderedRequest } from '@dossier/contract/editing/ordered-edits';
import * as decoding from 'lib0/decoding';
import { readBytes } from '../../../platform/call.ts';
import type { OpenRoom } from '../editor-parts.tsx';
import { Room, type RoomState, firstRoomState } from './room.ts';

/** What is known of a room that gives all edits one order. */
export interface OrderedState<A> extends RoomState {
  /** What others have selected, by the ids of their connections. */
  selections: ReadonlyMap<number, A>;
  /** Something that was done here could not be made, as a colleague was faster. */
  wasRefused: boolean;
}

export const firstOrderedState = { ...firstRoomState, selections: new Map<number, never>(), wasRefused: false };

/** Edits on their way: those of one message. */
export interface Batch<E> {
  after: number;
  origin: EditOrigin;
  edits: E[];
}

/** The edits of one window in the one order of its room. */
interface OwnEdits<E> {
  /** The number of the last edits that are known here. */
  readonly head: number;
  /** Whether something is not in the order yet. */
  readonly hasPending: boolean;
  /** What is to be sent now; one message is on its way at a time. */
  next(): Batch<E> | undefined;
  /** What is on its way, once more. */
  again(): Batch<E> | undefined;
  /** What is on its way cannot be made. */
  refused(number: number): void;
  /** Nor can what was sent last, by whatever number. */
  refuseSent(): void;
}

/** How long a page that is left goes on sending, and how often it looks whether all is sent. */
const partingMs = 5000;
const partEveryMs = 50;
const fetchTimeoutMs = 300_000;

interface OrderedRoomTerms<E, S> {
  first: S;
  openRoom: OpenRoom | undefined;
  order: OwnEdits<E>;
  /** What is changed is on its way after this time at most. */
  sendAfterMs: number;
}

/** Keeps a document equal with a room that gives all edits one order. */
export abstract class OrderedRoom<E, A, S extends OrderedState<A>> extends Room<S> {
  private readonly edits: OwnEdits<E>;
  private readonly sendAfterMs: number;
  private sendTimer: ReturnType<typeof setTimeout> | undefined;
  private hasAsked = false;
  private hasEntered = false;
  private wantsVersion = false;
  protected selection: A | null = null;
  protected isFetching = false;

  constructor(id: string, { order, sendAfterMs, ...terms }: OrderedRoomTerms<E, S>) {
    super(id, terms);
    this.edits = order;
    this.sendAfterMs = sendAfterMs;
  }

  /** Edits of the room, in their order; `isOwn`: they were made by who writes here, in this window or another one. */
  protected abstract arrived(edits: Ordered<E>, isOwn: boolean): void;
  /** Shows how the order stands. */
  protected abstract showOrder(): void;

  /** Whether all is there that the room's edits are shown in. */
  protected get mayEnter(): boolean {
    return this.isShown;
  }

  protected override set(changes: Partial<S> | Partial<OrderedState<A>>): void {
    super.set(changes);
  }

  protected greet(): void {
    this.enter();
  }

  /** What was sent is given up; what was changed after it is sent on. */
  protected override refusedAgain(): boolean {
    this.taken();
    this.edits.refuseSent();
    this.set({ wasRefused: true });
    return false;
  }

  protected override lost(): void {
    this.hasAsked = false;
    this.hasEntered = false;
  }

  /** Tells the room what is known here, once there is something that shows what it answers. */
  protected enter(): void {
    if (this.hasAsked || !this.isConnected || !this.mayEnter) return;
    this.hasAsked = true;
    this.ask({ kind: 'enter', after: this.edits.head });
  }

  /** Fetches the document as it is now, until it has all that has been told here; undefined where it is being fetched already, or the page has gone. */
  protected async fetchNow<T extends { seq: number }>(address: string): Promise<T | undefined> {
    if (this.isFetching) return undefined;
    this.isFetching = true;
    try {
      for (;;) {
        const blob = await readBytes(address, AbortSignal.timeout(fetchTimeoutMs));
        const now = JSON.parse(await blob.text()) as T;
        if (this.isStopped) return undefined;
        if (now.seq >= this.edits.head) return now;
      }
    } finally {
      this.isFetching = false;
    }
  }

  protected take(kind: number, decoder: decoding.Decoder): void {
    if (kind === roomMessage.order) this.hearOrder(JSON.parse(decoding.readVarString(decoder)) as OrderedNotice<E, A>);
  }

  protected override hear(notice: RoomNotice): void {
    super.hear(notice);
    if (notice.kind !== 'people') return;
    const here = new Set(notice.people.map((person) => person.id));
    this.set({ selections: new Map([...this.state.getState().selections].filter(([id]) => here.has(id))) });
  }

  private hearOrder(notice: OrderedNotice<E, A>): void {
    switch (notice.kind) {
      case 'selection': {
        const selections = new Map(this.state.getState().selections);
        if (notice.at === null) selections.delete(notice.id);
        else selections.set(notice.id, notice.at);
        return this.set({ selections });
      }
      case 'discarded':
        return this.set({ phase: 'closed', isDiscarded: true, unkept: false });
      case 'edits': {
        const { people, own } = this.state.getState();
        const mine = people.find((person) => person.id === own)?.personId;
        for (const edits of notice.list) {
          const isOwn = edits.personId === mine;
          if (isOwn) this.taken();
          this.arrived(edits, isOwn);
        }
        this.set({ failing: false });
        break;
      }
      case 'entered':
        this.entered();
        // entered only to give up what cannot be shown
        if (!this.isShown) return;
        this.hasEntered = true;
        this.set({ phase: 'open', readOnly: undefined });
        this.tellSelection();
        this.sendBatch(this.edits.again());
        break;
      case 'behind':
        this.sendBatch(this.edits.again());
        break;
      case 'refused':
        this.edits.refused(notice.number);
        this.set({ wasRefused: true });
    }
    this.goOn();
  }

  /** Something was changed here: it is sent a little later, with what comes meanwhile. */
  protected changed(): void {
    this.sendTimer ??= setTimeout(() => {
      this.sendTimer = undefined;
      this.goOn();
    }, this.sendAfterMs);
  }

  /** Sends what waits; where nothing waits, asks for the version that was wanted. */
  protected goOn(): void {
    if (this.hasEntered && this.state.getState().phase === 'open') this.sendBatch(this.edits.next());
    this.showOrder();
    if (this.edits.hasPending || !this.wantsVersion) return;
    this.wantsVersion = false;
    super.save();
  }

  override sendNow(): void {
    this.goOn();
  }

  private sendBatch(batch: Batch<E> | undefined): void {
    if (batch !== undefined && this.state.getState().readOnly === undefined) this.ask({ kind: 'edits', ...batch });
  }

  protected tellSelection(): void {
    if (this.hasEntered) this.ask({ kind: 'selection', at: this.selection });
  }

  /** Asks for a version, once all that was changed is kept. */
  override save(): void {
    this.wantsVersion = true;
    this.goOn();
  }

  /** Goes on from the last version, where what came since cannot be written. */
  discard(): void {
    // a room that could not be shown is not entered yet
    if (!this.hasAsked && !this.isShown) {
      this.hasAsked = true;
      this.ask({ kind: 'enter', after: this.edits.head });
    }
    this.ask({ kind: 'discard' });
  }

  private ask(request: OrderedRequest<E, A>): void {
    this.say(roomMessage.order, request);
  }

  /** What the last edits lead to, before the room is left. */
  protected finish(): Promise<void> {
    return Promise.resolve();
  }

  /** What is left is sent before the room is left. */
  protected override part(): void {
    clearTimeout(this.sendTimer);
    const { socket } = this;
    const until = Date.now() + partingMs;
    let isFinished = false;
    void this.finish().then(() => {
      isFinished = true;
      this.goOn();
    });
    const leave = (): void => {
      const isDone = isFinished && !this.edits.hasPending;
      if (socket?.readyState !== WebSocket.OPEN || isDone || Date.now() > until) socket?.close();
      else setTimeout(leave, partEveryMs);
    };
    this.goOn();
    leave();
  }
}
