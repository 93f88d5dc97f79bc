import { codes } from '@dossier/contract/core/codes';
import { type RoomNotice, type RoomPerson, editing, roomMessage } from '@dossier/contract/editing/editing';
import type { DeckNow, DeckState, SlideEdit, SlidesNotice, SlidesRequest } from '@dossier/contract/editing/slide-edits';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { createStore } from 'zustand/vanilla';
import { CallError, call, noAnswer, putFile, readBytes } from '../../../platform/call.ts';
import type { EditTrouble, KeptState } from '../editor-parts.tsx';
import { SlideOrder } from './slide-order.ts';

export interface SlidesRoomState extends KeptState {
  name: string;
  ext: string;
  people: readonly RoomPerson[];
  /** The id of this connection among them. */
  own: number;
  /** The slides that colleagues look at, by the ids of their connections. */
  selections: ReadonlyMap<number, number>;
  /** The presentation with all that was done here. */
  state?: DeckState | undefined;
  /** The version that the edits begin from. */
  revisionId: string;
  canUndo: boolean;
  canRedo: boolean;
  refusal?: EditTrouble | undefined;
  readOnly?: EditTrouble | undefined;
  /** Why the last try to save a version failed. */
  saveTrouble?: string | undefined;
  /** Something that was done here could not be made, as a colleague was faster. */
  wasRefused: boolean;
  closed?: { reason: 'revised' | 'rest'; copy?: { id: string; name: string } | undefined } | undefined;
}

const firstState: SlidesRoomState = {
  phase: 'connecting',
  name: '',
  ext: '',
  people: [],
  own: 0,
  selections: new Map(),
  revisionId: '',
  canUndo: false,
  canRedo: false,
  unkept: false,
  failing: false,
  wasRefused: false,
};

/** What is typed is on its way after this time at most. */
const sendAfterMs = 300;
/** The code of RFC 6455 by which a room refuses a message, and how often in a row the same edits are sent before they count as refused. */
const refusedClose = 1008;
const maxRefusals = 3;
/** Delays between attempts to connect, in milliseconds; the last is repeated. */
const retryMs = [500, 1000, 2000, 5000, 10_000];
/** How long a page that is left goes on sending. */
const partingMs = 5000;
const deckTimeoutMs = 300_000;

const isLost = (error: unknown): error is CallError =>
  error instanceof CallError && [noAnswer, codes.changedMeanwhile.code, codes.systemError.code].includes(error.code);

/** Keeps a presentation equal with its room, over losses of the connection. */
export class SlidesRoom {
  readonly id: string;
  readonly state = createStore<SlidesRoomState>(() => firstState);
  private readonly order = new SlideOrder(crypto.randomUUID());
  private socket: WebSocket | undefined;
  private sessionId: string | undefined;
  private deckUrl = '';
  private pictureUrl = '';
  private hasEntered = false;
  private attempts = 0;
  private refusals = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private sendTimer: ReturnType<typeof setTimeout> | undefined;
  private selected: number | undefined;
  private isFetching = false;
  private wantsVersion = false;
  private isStopped = false;

  constructor(id: string) {
    this.id = id;
  }

  private set(changes: Partial<SlidesRoomState>): void {
    this.state.setState(changes);
  }

  async connect(): Promise<void> {
    clearTimeout(this.retryTimer);
    if (this.isStopped) return;
    try {
      const room = await call(editing.open, { id: this.id }, { quiet: true });
      if (this.isStopped) return;
      // 4614 passes as a success without data
      if ((room as Partial<typeof room> | null)?.deckUrl === undefined) return this.set({ phase: 'viewOnly' });
      const { sessionId, name, ext, roomUrl, deckUrl = '', pictureUrl = '' } = room;
      // the document has another version, and a window that does not know of this one
      if (this.sessionId !== undefined && this.sessionId !== sessionId) return this.set({ phase: 'closed', closed: { reason: 'revised' } });
      this.sessionId = sessionId;
      this.deckUrl = deckUrl;
      this.pictureUrl = pictureUrl;
      this.set({ name, ext, refusal: undefined });
      if (this.order.state === undefined) await this.fetchDeck();
      if (!this.isStopped && this.order.state !== undefined) this.open(roomUrl);
    } catch (error) {
      if (isLost(error)) return this.retry();
      if (!(error instanceof CallError)) throw error;
      this.fail(error);
    }
  }

  private fail({ code, message }: CallError): void {
    if (this.order.state === undefined) this.set({ phase: 'refused', refusal: { code, message } });
    else this.set({ phase: 'open', readOnly: { code, message } });
  }

  /** Fetches the presentation as it is now, until it has all that has been told here. */
  private async fetchDeck(): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    try {
      for (;;) {
        const blob = await readBytes(this.deckUrl, AbortSignal.timeout(deckTimeoutMs));
        const now = JSON.parse(await blob.text()) as DeckNow;
        if (this.isStopped) return;
        if (now.seq < this.order.head) continue;
        this.order.filled(now);
        return this.set({ revisionId: now.revisionId, ...this.done() });
      }
    } finally {
      this.isFetching = false;
    }
  }

  /** What is shown of the order. */
  private done(): Pick<SlidesRoomState, 'state' | 'canUndo' | 'canRedo' | 'unkept'> {
    const { state, canUndo, canRedo, hasPending } = this.order;
    return { state, canUndo, canRedo, unkept: hasPending };
  }

  private open(roomUrl: string): void {
    const address = new URL(roomUrl, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    this.hasEntered = false;
    socket.addEventListener('open', () => this.ask({ kind: 'enter', after: this.order.head }));
    socket.addEventListener('message', (event) => this.take(new Uint8Array(event.data as ArrayBuffer)));
    socket.addEventListener('close', ({ code }) => {
      if (this.socket !== socket) return;
      if (code === refusedClose && this.order.hasPending && ++this.refusals >= maxRefusals) {
        this.refusals = 0;
        this.order.refuseSent();
        this.set({ wasRefused: true });
      }
      this.socket = undefined;
      this.hasEntered = false;
      if (!['closed', 'refused'].includes(this.state.getState().phase)) this.retry();
    });
  }

  private retry(): void {
    if (this.isStopped) return;
    // the first seconds of a loss are not told: most end by themselves
    if (this.sessionId !== undefined && this.attempts > 0 && this.order.state !== undefined) this.set({ phase: 'offline' });
    const delay = retryMs[Math.min(this.attempts, retryMs.length - 1)] ?? 0;
    this.attempts++;
    this.retryTimer = setTimeout(() => void this.connect(), delay);
  }

  private take(data: Uint8Array): void {
    const decoder = decoding.createDecoder(data);
    const kind = decoding.readVarUint(decoder);
    const said: unknown = JSON.parse(decoding.readVarString(decoder));
    if (kind === roomMessage.fromServer) this.hear(said as RoomNotice);
    else if (kind === roomMessage.order) this.hearOrder(said as SlidesNotice);
  }

  private hearOrder(notice: SlidesNotice): void {
    switch (notice.kind) {
      case 'selection': {
        const selections = new Map(this.state.getState().selections);
        if (notice.at === null) selections.delete(notice.id);
        else selections.set(notice.id, notice.at.slide);
        return this.set({ selections });
      }
      case 'edits':
        this.refusals = 0;
        for (const ordered of notice.list) this.order.received(ordered);
        this.set({ failing: false });
        break;
      case 'entered':
        this.attempts = 0;
        this.hasEntered = true;
        this.set({ phase: 'open', readOnly: undefined });
        this.look(this.selected);
        this.send(this.order.again());
        break;
      case 'behind':
        this.send(this.order.again());
        break;
      case 'refused':
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
        this.set({ savedAt: Date.now(), saveTrouble: undefined });
        // the version has what was changed, and is drawn anew
        return void this.fetchDeck().catch((error: unknown) => {
          if (!isLost(error)) throw error;
        });
      case 'saveFailed':
        return this.set({ saveTrouble: notice.message });
      case 'full':
        // what was written before stays in the window, which tries again
        if (this.state.getState().phase === 'connecting')
          this.set({ phase: 'refused', refusal: { code: notice.code, message: notice.message } });
        return;
      case 'closed':
        return this.set({ phase: 'closed', closed: { reason: notice.reason, copy: notice.copy } });
    }
  }

  /** The user changed the presentation; false where that cannot be. */
  edit(edit: SlideEdit): boolean {
    const isMade = this.order.local(edit);
    if (isMade) this.changed();
    return isMade;
  }

  /** Takes back what was done last; answers the slide that it was about. */
  undo(): number | undefined {
    const slide = this.order.undo();
    this.changed();
    return slide;
  }

  redo(): number | undefined {
    const slide = this.order.redo();
    this.changed();
    return slide;
  }

  private changed(): void {
    this.set({ ...this.done(), wasRefused: false });
    this.sendTimer ??= setTimeout(() => {
      this.sendTimer = undefined;
      this.goOn();
    }, sendAfterMs);
  }

  /** Sends what waits; where nothing waits, asks for the version that was wanted. */
  private goOn(): void {
    if (this.hasEntered && this.state.getState().phase === 'open') this.send(this.order.next());
    this.set(this.done());
    if (this.order.hasPending || !this.wantsVersion) return;
    this.wantsVersion = false;
    this.say(roomMessage.fromClient, { kind: 'save' });
  }

  private send(batch: ReturnType<SlideOrder['next']>): void {
    if (batch !== undefined && this.state.getState().readOnly === undefined) this.ask({ kind: 'edits', ...batch });
  }

  /** Another slide is looked at. */
  look(slide: number | undefined): void {
    this.selected = slide;
    if (this.hasEntered) this.ask({ kind: 'selection', at: slide === undefined ? null : { slide } });
  }

  /** Uploads a picture, and shows it in place of another. */
  async replacePicture(slide: number, shape: number, file: Blob): Promise<void> {
    const { picture } = (await putFile(this.pictureUrl, file)) as { picture: string };
    this.edit({ kind: 'picture', slide, shape, picture });
  }

  pictureAddress(picture: string): string {
    return `${this.pictureUrl}/${picture}`;
  }

  /** Asks for a version, once all that was changed is kept. */
  save(): void {
    this.wantsVersion = true;
    this.goOn();
  }

  private ask(request: SlidesRequest): void {
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
    for (const timer of [this.retryTimer, this.sendTimer]) clearTimeout(timer);
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
