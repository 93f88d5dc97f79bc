import { codes } from '@dossier/contract/core/codes';
import { type OpenedDocument, type RoomNotice, type RoomPerson, editing, roomMessage } from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { CallError, call, noAnswer } from '../../../platform/call.ts';
import { staysForWork } from '../../../platform/unkept-work.ts';
import type { EditTrouble, KeptState, OpenRoom } from '../editor-parts.tsx';
import { Reachability } from './reachability.ts';

/** What is known of a room. */
export interface RoomState extends KeptState {
  name: string;
  ext: string;
  people: readonly RoomPerson[];
  /** The id of this connection among them. */
  own: number;
  /** Why the document was not opened; with `viewOnly` where a reason is known. */
  refusal?: EditTrouble | undefined;
  /** What is written is no longer taken. */
  readOnly?: EditTrouble | undefined;
  /** Why the last try to save a version failed. */
  saveTrouble?: EditTrouble | undefined;
  /** The room refuses what was written here, also after new connections: sending it again is of no use. */
  isRefused?: boolean;
  /** What came since the last version was given up. */
  isDiscarded?: boolean;
  closed?: { reason: 'revised' | 'rest'; copy?: { id: string; name: string } | undefined } | undefined;
}

/** What is known before a room is entered. */
export const firstRoomState: RoomState = { phase: 'connecting', name: '', ext: '', people: [], own: 0, unkept: false, failing: false };

/** The code of RFC 6455 by which a room refuses a message, and how often in a row the same is sent before it counts as refused. */
const refusedClose = 1008;
const maxRefusals = 3;
/** Delays between attempts to connect, in milliseconds; the last is repeated. */
const retryMs = [500, 1000, 2000, 5000, 10_000];

/** How long the viewer waits for the version that it is to show. */
const saveWaitMs = 6000;

/** Failures that pass by themselves. */
export const isLost = (error: unknown): error is CallError =>
  error instanceof CallError && [noAnswer, codes.changedMeanwhile.code, codes.systemError.code].includes(error.code);

/** Ends a connection. One that is still being made is ended once it stands: browsers report an earlier end as a fault. */
function endConnection(socket: WebSocket | undefined): void {
  if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
  else socket?.close();
}

const openAsUser: OpenRoom = (id) => call(editing.open, { id }, { quiet: true });

/** Keeps what is shown of a document equal with its room, over losses of the connection. */
export abstract class Room<S extends RoomState> {
  readonly id: string;
  readonly state: StoreApi<S>;
  protected socket: WebSocket | undefined;
  protected isStopped = false;
  private readonly openRoom: OpenRoom;
  private sessionId: string | undefined;
  /** What the room has told is on the screen. */
  private wasEntered = false;
  private attempts = 0;
  private refusals = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reachability: Reachability | undefined;
  /** Counts attempts to connect: an older one that is answered late is over. */
  private connects = 0;
  /** Called when a version was made, or could not be. */
  private readonly saveEnded = new Set<() => void>();

  constructor(id: string, { first, openRoom = openAsUser }: { first: S; openRoom: OpenRoom | undefined }) {
    this.id = id;
    this.openRoom = openRoom;
    this.state = createStore<S>(() => first);
  }

  /** Whether a document as it was opened is one of this editor. */
  protected abstract accepts(opened: Partial<OpenedDocument>): boolean;
  /** Notes what else was said of the opened document, and fetches what has to be there before the room is entered. */
  protected abstract prepare(opened: OpenedDocument): void | Promise<void>;
  /** A connection stands. */
  protected abstract greet(): void;
  /** Takes a message of a kind of its own. */
  protected abstract take(kind: number, decoder: decoding.Decoder): void;

  protected set(changes: Partial<S> | Partial<RoomState>): void {
    this.state.setState(changes as Partial<S>);
  }

  /** Whether there is a document on the screen, which a loss does not take away. */
  protected get isShown(): boolean {
    return this.wasEntered;
  }

  async connect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    const attempt = ++this.connects;
    const isOver = (): boolean => this.isStopped || attempt !== this.connects;
    this.reachability ??= new Reachability({
      isWaiting: () => this.state.getState().unkept,
      lost: () => this.drop(),
      back: () => this.comeBack(),
    });
    try {
      const opened = await this.openRoom(this.id);
      if (isOver()) return;
      // 4614 passes as a success without data
      if (!this.accepts(opened ?? {})) return this.set({ phase: 'viewOnly' });
      const { sessionId, name, ext, roomUrl } = opened;
      // the document has another version, and a window that does not know of this one
      if (this.isShown && this.sessionId !== sessionId) return this.set({ phase: 'closed', closed: { reason: 'revised' } });
      this.sessionId = sessionId;
      this.set({ name, ext, refusal: undefined });
      await this.prepare(opened);
      if (!isOver()) this.open(roomUrl);
    } catch (error) {
      if (isOver()) return;
      if (isLost(error)) return this.retry();
      if (!(error instanceof CallError)) throw error;
      if (this.waitsForUser(error.code)) return this.set({ phase: 'offline' });
      this.fail(error);
    }
  }

  /** The user is signed out, and the page stays for what was written: the next connection is made once they are back. */
  private waitsForUser(code: number): boolean {
    return code === codes.notSignedIn.code && this.isShown && staysForWork();
  }

  /** The user has signed in again. */
  resume(): void {
    this.attempts = 0;
    this.refusals = 0;
    const { socket } = this;
    this.socket = undefined;
    endConnection(socket);
    this.lost();
    void this.connect();
  }

  /** Sends what waits for more to be sent with it. */
  sendNow(): void {
    // most is sent as it is written
  }

  protected fail({ code, message }: CallError): void {
    if (this.isShown) this.set({ phase: 'open', readOnly: { code, message } });
    else this.set({ phase: code === codes.workbookDaysFrom1904.code ? 'viewOnly' : 'refused', refusal: { code, message } });
  }

  private open(roomUrl: string): void {
    const address = new URL(roomUrl, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.addEventListener('open', () => this.greet());
    socket.addEventListener('message', (event) => {
      this.reachability?.heard();
      if (this.socket === socket) this.receive(new Uint8Array(event.data as ArrayBuffer));
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.lost();
      const { unkept, phase } = this.state.getState();
      if (code === refusedClose && unkept && ++this.refusals >= maxRefusals && this.refusedAgain()) return;
      if (phase !== 'closed' && phase !== 'refused') this.retry();
    });
  }

  /** The server has gone silent: the connection is given up, which would stand for minutes otherwise. */
  private drop(): void {
    const { socket } = this;
    if (socket === undefined || this.isStopped) return;
    this.socket = undefined;
    endConnection(socket);
    this.lost();
    this.set({ phase: 'offline' });
    this.retry();
  }

  /** The network is there again: what waits for the next attempt waits no longer. */
  private comeBack(): void {
    if (this.socket !== undefined || this.state.getState().phase !== 'offline') return;
    this.attempts = 0;
    void this.connect();
  }

  /** The room ends the connection again and again for what was written here. Whether nothing more is sent. */
  protected refusedAgain(): boolean {
    this.set({ phase: 'open', isRefused: true });
    return true;
  }

  /** The connection is gone. */
  protected lost(): void {
    // what was sent is told again after the next one, where that matters
  }

  private retry(): void {
    if (this.isStopped) return;
    // the first seconds of a loss are not told: most end by themselves
    if (this.attempts > 0 && this.isShown) this.set({ phase: 'offline' });
    const delay = retryMs[Math.min(this.attempts, retryMs.length - 1)] ?? 0;
    this.attempts++;
    this.timer = setTimeout(() => void this.connect(), delay);
  }

  /** The session ended before anything of it was shown, as its last writer left just then: the document is opened in another one. */
  protected openAnew(): void {
    const { socket } = this;
    this.socket = undefined;
    endConnection(socket);
    this.lost();
    this.retry();
  }

  private receive(data: Uint8Array): void {
    const decoder = decoding.createDecoder(data);
    const kind = decoding.readVarUint(decoder);
    if (kind === roomMessage.fromServer) this.hear(JSON.parse(decoding.readVarString(decoder)) as RoomNotice);
    else this.take(kind, decoder);
  }

  /** The room has told all that was missing. */
  protected entered(): void {
    this.wasEntered = true;
    this.attempts = 0;
  }

  /** The room has taken something that was written here. */
  protected taken(): void {
    this.refusals = 0;
  }

  protected hear(notice: RoomNotice): void {
    switch (notice.kind) {
      case 'people':
        return this.set({ people: notice.people, own: notice.own });
      case 'unkept':
        return this.set({ failing: true });
      case 'readOnly':
        if (this.waitsForUser(notice.code)) return;
        return this.set({ readOnly: { code: notice.code, message: notice.message } });
      case 'saved':
        this.set({ savedAt: Date.now(), saveTrouble: undefined });
        return this.endSave();
      case 'saveFailed':
        this.set({ savedAt: undefined, saveTrouble: { code: notice.code, message: notice.message } });
        return this.endSave();
      case 'full':
        // what was written before stays in the window, which tries again
        if (this.state.getState().phase === 'connecting')
          this.set({ phase: 'refused', refusal: { code: notice.code, message: notice.message } });
        return;
      case 'closed':
        this.set({ phase: 'closed', closed: { reason: notice.reason, copy: notice.copy } });
        return this.endSave();
    }
  }

  private endSave(): void {
    for (const ended of this.saveEnded) ended();
    this.saveEnded.clear();
  }

  /** Makes a version by `save` before the page is left for the viewer, for some seconds at most. Whether it may be left: not where that failed just now. */
  async saveBeforeView(save: () => void): Promise<boolean> {
    const { phase, saveTrouble } = this.state.getState();
    if (phase !== 'open' || saveTrouble !== undefined) return true;
    await new Promise<void>((resolve) => {
      this.saveEnded.add(resolve);
      setTimeout(resolve, saveWaitMs);
      save();
    });
    return this.state.getState().saveTrouble === undefined;
  }

  /** Asks for a version now. */
  save(): void {
    this.say(roomMessage.fromClient, { kind: 'save' });
  }

  protected say(kind: number, what: object): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, kind);
    encoding.writeVarString(message, JSON.stringify(what));
    this.send(encoding.toUint8Array(message));
  }

  protected get isConnected(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  protected send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.isConnected) this.socket?.send(bytes);
  }

  /** The page goes. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.reachability?.stop();
    this.part();
  }

  protected part(): void {
    endConnection(this.socket);
  }
}
