import { type OpenedDocument, type RoomNotice, roomMessage, sharedText } from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { OpenRoom } from '../editor-parts.tsx';
import { Room, type RoomState, firstRoomState } from '../rooms/room.ts';
import { splitUpdate } from './split-update.ts';

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
      if (this.hasAnswered) this.sendUpdate(update, sync.messageYjsUpdate);
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
    const step = encoding.createEncoder();
    encoding.writeVarUint(step, roomMessage.sync);
    sync.writeSyncStep1(step, this.doc);
    this.send(encoding.toUint8Array(step));
  }

  protected take(kind: number, decoder: decoding.Decoder): void {
    if (kind === roomMessage.awareness) return applyAwarenessUpdate(this.awareness, decoding.readVarUint8Array(decoder), this);
    const step = decoding.readVarUint(decoder);
    if (step === sync.messageYjsSyncStep1) {
      this.sendUpdate(Y.encodeStateAsUpdate(this.doc, decoding.readVarUint8Array(decoder)), sync.messageYjsSyncStep2);
      this.hasAnswered = true;
      return;
    }
    sync.readUpdate(decoder, this.doc, this);
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

  /** Sends what the room acknowledges: a large update in several messages. */
  private sendUpdate(update: Uint8Array, step: number): void {
    for (const part of splitUpdate(update)) {
      const message = encoding.createEncoder();
      for (const number of [roomMessage.sync, step]) encoding.writeVarUint(message, number);
      encoding.writeVarUint8Array(message, part);
      if (this.isConnected) this.sent++;
      this.send(encoding.toUint8Array(message));
    }
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
