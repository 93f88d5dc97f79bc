import {
  type RoomNotice,
  editing,
  RoomNotice as RoomNoticeShape,
  roomMessage,
  sharedMaps,
  sharedText,
} from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { Client } from './client.ts';
import type { Caller } from './grid.ts';

/** Code 1013 of RFC 6455. */
const tryAgainLater = 1013;

class RoomClosed extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the room was closed with ${code}`);
    this.code = code;
  }
}

/** An editor as the browser's, without a screen: a document of Yjs that is kept equal with a room. */
export class TestEditor {
  readonly doc = new Y.Doc();
  readonly notices: RoomNotice[] = [];
  /** What others tell of their carets and pointers, as it comes. */
  readonly carets: unknown[] = [];
  private socket: WebSocket | undefined;
  private sent = 0;
  private heardAwareness: (state: string) => void = () => undefined;
  private keptCount = 0;
  private answered: () => void = () => undefined;

  constructor() {
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'room') this.sendSync((message) => sync.writeUpdate(message, update));
    });
  }

  get text(): string {
    return this.doc.getText(sharedText).toJSON();
  }

  /** Whether all that was typed is in the journal. */
  get isKept(): boolean {
    return this.socket?.readyState === WebSocket.OPEN && this.keptCount >= this.sent;
  }

  type(at: number, text: string): void {
    this.doc.getText(sharedText).insert(at, text);
  }

  erase(at: number, length: number): void {
    this.doc.getText(sharedText).delete(at, length);
  }

  /** The elements of a drawing by their id. */
  get elements(): Record<string, Record<string, unknown>> {
    return this.doc.getMap<Record<string, unknown>>(sharedMaps.elements).toJSON();
  }

  /** Gives a value to an element, a picture or a setting of a drawing. */
  put(map: keyof typeof sharedMaps, key: string, value: unknown): void {
    this.doc.getMap(sharedMaps[map]).set(key, value);
  }

  /** Tells each word that somebody else has typed. */
  onRemoteInsert(heard: (text: string) => void): void {
    this.doc.getText(sharedText).observe((event) => {
      if (event.transaction.origin !== 'room') return;
      for (const { insert } of event.delta) if (typeof insert === 'string') heard(insert);
    });
  }

  /** Tells each caret of the others, as JSON. */
  onAwareness(heard: (state: string) => void): void {
    this.heardAwareness = heard;
  }

  /** The last notice of a kind. */
  last<K extends RoomNotice['kind']>(kind: K): Extract<RoomNotice, { kind: K }> | undefined {
    return this.notices.findLast((notice) => notice.kind === kind) as Extract<RoomNotice, { kind: K }> | undefined;
  }

  /** Enters the room of a document; again after a loss. Resolves when the room's text has come. */
  connect(client: Caller, base: string, id: string): Promise<this> {
    return this.enterOpened(base, () => client.call(editing.open, { id }));
  }

  /** The same as the visitor of a link. */
  connectByLink(visitor: Client, base: string, shared: { token: string; id: string }): Promise<this> {
    return this.enterOpened(base, () => visitor.call(linkEditing.open, shared));
  }

  private async enterOpened(base: string, open: () => Promise<{ roomUrl: string }>): Promise<this> {
    for (;;) {
      const { roomUrl } = await open();
      try {
        return await this.enter(base + roomUrl);
      } catch (error) {
        // the session ended between the call and the connection: the browser opens it again, too
        if (!(error instanceof RoomClosed && error.code === tryAgainLater)) throw error;
      }
    }
  }

  async enter(url: string): Promise<this> {
    const socket = new WebSocket(url.replace(/^http/, 'ws'));
    this.socket = socket;
    this.sent = 0;
    this.keptCount = 0;
    const ready = Promise.withResolvers<void>();
    socket.on('error', ready.reject);
    socket.on('close', (code) => ready.reject(new RoomClosed(code)));
    socket.on('open', () => this.sendSync((message) => sync.writeSyncStep1(message, this.doc)));
    socket.on('message', (data: Buffer) => this.take(new Uint8Array(data), ready.resolve));
    await ready.promise;
    return this;
  }

  private take(data: Uint8Array, ready: () => void): void {
    const decoder = decoding.createDecoder(data);
    const kind = decoding.readVarUint(decoder);
    if (kind === roomMessage.fromServer) {
      const notice = RoomNoticeShape.parse(JSON.parse(decoding.readVarString(decoder)));
      this.notices.push(notice);
      if (notice.kind === 'kept') this.keptCount = notice.count;
    }
    if (kind === roomMessage.awareness) {
      const inner = decoding.createDecoder(decoding.readVarUint8Array(decoder));
      for (let skipped = 0; skipped < 3; skipped++) decoding.readVarUint(inner);
      const state = decoding.readVarString(inner);
      this.carets.push(JSON.parse(state));
      this.heardAwareness(state);
    }
    if (kind !== roomMessage.sync) return;
    const answer = encoding.createEncoder();
    encoding.writeVarUint(answer, roomMessage.sync);
    const step = sync.readSyncMessage(decoder, answer, this.doc, 'room');
    if (encoding.length(answer) > 1) this.send(encoding.toUint8Array(answer), true);
    if (step !== sync.messageYjsSyncStep2) return;
    ready();
    this.answered();
  }

  private sendSync(write: (message: encoding.Encoder) => void): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.sync);
    write(message);
    const bytes = encoding.toUint8Array(message);
    this.send(bytes, bytes[1] !== sync.messageYjsSyncStep1);
  }

  /** Sends any bytes; updates are counted, as the room tells how many of them it keeps. */
  send(bytes: Uint8Array, isUpdate = false): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (isUpdate) this.sent++;
    this.socket.send(bytes);
  }

  request(request: unknown): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.fromClient);
    encoding.writeVarString(message, JSON.stringify(request));
    this.send(encoding.toUint8Array(message));
  }

  /** The room has handled all that was sent before: it handles messages in their order, and answers this one. */
  async settled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.answered = resolve;
    this.sendSync((message) => sync.writeSyncStep1(message, this.doc));
    await promise;
  }

  get isConnected(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Loses the connection without a word. */
  cut(): void {
    this.socket?.terminate();
  }

  /** Leaves the room. */
  close(): void {
    this.socket?.close();
  }
}
