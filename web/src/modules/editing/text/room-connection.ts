import { type OpenedDocument, type RoomNotice, roomMessage, sharedText } from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { OpenRoom } from '../editor-parts.tsx';
import { Room, type RoomState, firstRoomState } from '../rooms/room.ts';

/** Keeps a text or a drawing equal with the room of its document. */
export class RoomConnection extends Room<RoomState> {
  readonly doc = new Y.Doc();
  readonly awareness = new Awareness(this.doc);
  /** The room has what was typed before it was entered. */
  private hasAnswered = false;
  private sent = 0;
  private kept = 0;

  constructor(id: string, openRoom?: OpenRoom) {
    super(id, { first: firstRoomState, openRoom });
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

  protected accepts({ roomUrl }: Partial<OpenedDocument>): boolean {
    return roomUrl !== undefined;
  }

  protected prepare(): void {
    this.hasAnswered = false;
    this.sent = 0;
    this.kept = 0;
  }

  protected greet(): void {
    this.sendSync((message) => sync.writeSyncStep1(message, this.doc));
  }

  protected take(kind: number, decoder: decoding.Decoder): void {
    if (kind === roomMessage.awareness) return applyAwarenessUpdate(this.awareness, decoding.readVarUint8Array(decoder), this);
    const answer = encoding.createEncoder();
    encoding.writeVarUint(answer, roomMessage.sync);
    const step = sync.readSyncMessage(decoder, answer, this.doc, this);
    if (encoding.length(answer) > 1) this.sendUpdate(encoding.toUint8Array(answer));
    if (step === sync.messageYjsSyncStep1) this.hasAnswered = true;
    if (step !== sync.messageYjsSyncStep2) return;
    this.entered();
    this.set({ phase: 'open', readOnly: undefined });
    this.sendCaret();
    this.noteKept();
  }

  protected override hear(notice: RoomNotice): void {
    super.hear(notice);
    if (notice.kind !== 'kept') return;
    this.kept = notice.count;
    this.taken();
    this.set({ failing: false });
    this.noteKept();
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
    if (bytes[1] === sync.messageYjsSyncStep1) this.send(bytes);
    else this.sendUpdate(bytes);
  }

  /** Sends what the room acknowledges. */
  private sendUpdate(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.isConnected) this.sent++;
    this.send(bytes);
  }

  private sendCaret(): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.awareness);
    encoding.writeVarUint8Array(message, encodeAwarenessUpdate(this.awareness, [this.doc.clientID]));
    this.send(encoding.toUint8Array(message));
  }

  protected override part(): void {
    super.part();
    this.awareness.destroy();
    this.doc.destroy();
  }
}
