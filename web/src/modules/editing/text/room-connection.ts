import { codes } from '@dossier/contract/core/codes';
import { type RoomNotice, type RoomPerson, editing, roomMessage, sharedText } from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import { createStore } from 'zustand/vanilla';
import { CallError, call, noAnswer } from '../../../platform/call.ts';
import type { EditTrouble, KeptState, OpenRoom } from '../editor-parts.tsx';

export interface RoomState extends KeptState {
  name: string;
  ext: string;
  encoding: string;
  people: readonly RoomPerson[];
  /** The id of this connection among them. */
  own: number;
  refusal?: EditTrouble | undefined;
  /** What is typed is no longer taken. */
  readOnly?: EditTrouble | undefined;
  /** Why the last try to save a version failed. */
  saveTrouble?: string | undefined;
  /** The room refuses what was written here, also after new connections: sending it again is of no use. */
  isRefused?: boolean;
  closed?: { reason: 'revised' | 'rest'; copy?: { id: string; name: string } | undefined } | undefined;
}

const firstState: RoomState = {
  phase: 'connecting',
  name: '',
  ext: '',
  encoding: '',
  people: [],
  own: 0,
  unkept: false,
  failing: false,
};

/** The code of RFC 6455 by which a room refuses a message, and how often in a row the same words are sent before they count as refused. */
const refusedClose = 1008;
const maxRefusals = 3;
/** Delays between attempts to connect, in milliseconds; the last is repeated. */
const retryMs = [500, 1000, 2000, 5000, 10_000];
const isLost = (error: unknown): error is CallError =>
  error instanceof CallError &&
  (error.code === noAnswer || error.code === codes.changedMeanwhile.code || error.code === codes.systemError.code);

const openAsUser: OpenRoom = (id) => call(editing.open, { id }, { quiet: true });

/** Keeps a text equal with the room of its document, over losses of the connection. */
export class RoomConnection {
  readonly id: string;
  private readonly openRoom: OpenRoom;
  readonly doc = new Y.Doc();
  readonly awareness = new Awareness(this.doc);
  readonly state = createStore<RoomState>(() => firstState);
  private socket: WebSocket | undefined;
  private sessionId: string | undefined;
  private attempts = 0;
  private refusals = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The room has what was typed before it was entered. */
  private hasAnswered = false;
  private sent = 0;
  private kept = 0;
  private isStopped = false;

  constructor(id: string, openRoom: OpenRoom = openAsUser) {
    this.id = id;
    this.openRoom = openRoom;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === this) return;
      this.set({ unkept: true });
      // before the room has been told all that it lacks, an update may hang on what it does not know yet
      if (this.hasAnswered) this.sendSync((message) => sync.writeUpdate(message, update));
    });
    this.awareness.on('update', ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>, origin: unknown) => {
      if (origin !== this && [...added, ...updated, ...removed].includes(this.doc.clientID)) this.sendCaret();
    });
  }

  get text(): Y.Text {
    return this.doc.getText(sharedText);
  }

  async connect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    try {
      const room = await this.openRoom(this.id);
      if (this.isStopped) return;
      // 4614 passes as a success without data
      if ((room as Partial<typeof room> | null)?.roomUrl === undefined) return this.set({ phase: 'viewOnly' });
      const { sessionId, name, ext, encoding: fileEncoding, roomUrl } = room;
      // the document has another version, and a text that does not know of this one
      if (this.sessionId !== undefined && this.sessionId !== sessionId) return this.set({ phase: 'closed', closed: { reason: 'revised' } });
      this.sessionId = sessionId;
      this.set({ name, ext, encoding: fileEncoding, refusal: undefined });
      this.open(roomUrl);
    } catch (error) {
      if (isLost(error)) return this.retry();
      if (!(error instanceof CallError)) throw error;
      const { code, message } = error;
      if (this.sessionId === undefined) this.set({ phase: 'refused', refusal: { code, message } });
      else this.set({ phase: 'open', readOnly: { code, message } });
    }
  }

  private open(roomUrl: string): void {
    const address = new URL(roomUrl, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    this.hasAnswered = false;
    this.sent = 0;
    this.kept = 0;
    socket.addEventListener('open', () => this.sendSync((message) => sync.writeSyncStep1(message, this.doc)));
    socket.addEventListener('message', (event) => this.take(new Uint8Array(event.data as ArrayBuffer)));
    socket.addEventListener('close', ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      if (code === refusedClose && this.state.getState().unkept && ++this.refusals >= maxRefusals)
        return this.set({ phase: 'open', isRefused: true });
      if (!['closed', 'refused'].includes(this.state.getState().phase)) this.retry();
    });
  }

  private retry(): void {
    if (this.isStopped) return;
    // the first seconds of a loss are not told: most end by themselves
    if (this.sessionId !== undefined && this.attempts > 0) this.set({ phase: 'offline' });
    const delay = retryMs[Math.min(this.attempts, retryMs.length - 1)] ?? 0;
    this.attempts++;
    this.timer = setTimeout(() => void this.connect(), delay);
  }

  private take(data: Uint8Array): void {
    const decoder = decoding.createDecoder(data);
    const kind = decoding.readVarUint(decoder);
    if (kind === roomMessage.fromServer) return this.hear(JSON.parse(decoding.readVarString(decoder)) as RoomNotice);
    if (kind === roomMessage.awareness) return applyAwarenessUpdate(this.awareness, decoding.readVarUint8Array(decoder), this);
    const answer = encoding.createEncoder();
    encoding.writeVarUint(answer, roomMessage.sync);
    const step = sync.readSyncMessage(decoder, answer, this.doc, this);
    if (encoding.length(answer) > 1) this.send(encoding.toUint8Array(answer), true);
    if (step === sync.messageYjsSyncStep1) this.hasAnswered = true;
    if (step !== sync.messageYjsSyncStep2) return;
    this.attempts = 0;
    this.set({ phase: 'open', readOnly: undefined });
    this.sendCaret();
    this.noteKept();
  }

  private hear(notice: RoomNotice): void {
    switch (notice.kind) {
      case 'people':
        return this.set({ people: notice.people, own: notice.own });
      case 'kept':
        this.kept = notice.count;
        this.refusals = 0;
        this.set({ failing: false });
        return this.noteKept();
      case 'unkept':
        return this.set({ failing: true });
      case 'readOnly':
        return this.set({ readOnly: { code: notice.code, message: notice.message } });
      case 'saved':
        return this.set({ savedAt: Date.now(), saveTrouble: undefined, ...(notice.encoding !== '' && { encoding: notice.encoding }) });
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

  /** Everything is kept when the room has acknowledged all that this connection sent. */
  private noteKept(): void {
    const unkept = this.sent > this.kept;
    if (unkept !== this.state.getState().unkept) this.set({ unkept });
  }

  private sendSync(write: (message: encoding.Encoder) => void): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.sync);
    write(message);
    const bytes = encoding.toUint8Array(message);
    this.send(bytes, bytes[1] !== sync.messageYjsSyncStep1);
  }

  private sendCaret(): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.awareness);
    encoding.writeVarUint8Array(message, encodeAwarenessUpdate(this.awareness, [this.doc.clientID]));
    this.send(encoding.toUint8Array(message), false);
  }

  /** Asks for a version now. */
  save(): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.fromClient);
    encoding.writeVarString(message, JSON.stringify({ kind: 'save' }));
    this.send(encoding.toUint8Array(message), false);
  }

  private send(bytes: Uint8Array<ArrayBuffer>, isUpdate: boolean): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (isUpdate) this.sent++;
    this.socket.send(bytes);
  }

  private set(changes: Partial<RoomState>): void {
    this.state.setState(changes);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.awareness.destroy();
    this.doc.destroy();
  }
}
