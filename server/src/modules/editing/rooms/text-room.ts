import { codes } from '@dossier/contract/core/codes';
import { maxEditedBytes } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import {
  caretColors,
  maxRoomMessage,
  type RoomNotice,
  type RoomPerson,
  RoomRequest,
  roomMessage,
  sharedText,
} from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { WebSocket } from 'ws';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { Context, Services } from '../../../platform/context.ts';
import { answerText } from '../../../platform/http/answers.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isSessionActive } from '../../identity/authentication.ts';
import { contextForPerson, type RunAs } from '../../identity/run-as.ts';
import { requireItem } from '../../access/require-items.ts';
import { requireEditable } from '../sessions/edit-sessions.ts';
import {
  deletePresence,
  insertPresence,
  insertUpdates,
  noteWriting,
  renewPresence,
  sessionById,
} from '../sessions/edit-sessions.queries.ts';
import { endSession, readJournal, saveSession } from '../sessions/save-session.ts';
import { requireTextUpdate } from './accepted-update.ts';
import { caretMessage, rewriteAwareness } from './awareness.ts';

/** What is typed is in the journal after this time at most, and a failed write is tried again after the other. */
const journalEveryMs = 250;
const retryMs = 2000;
/** The right to edit is asked again when the last answer is older. */
const accessValidMs = 1000;
/** While somebody types, the rights of all who are in the room are asked again this often. */
const recheckEveryMs = 5000;
/** Bytes of updates that a room takes in all: text that is typed, pasted and deleted stays in the document of Yjs. */
const maxRoomBytes = 64 << 20;
/** Characters of a text that may grow beyond what is opened for editing. */
const maxTextLength = 2 * maxEditedBytes;
/** Bytes that a slow client may leave unread. */
const maxUnread = 32 << 20;
/** Connections to one room. */
const maxConnections = 100;
const maxOfPerson = 10;
/** Bytes of messages of one connection that may wait; beyond them its socket is not read. */
const maxWaiting = 2 * maxRoomMessage;

/** A connection of a person to a room. */
interface Connection {
  id: number;
  who: RunAs;
  name: string;
  color: string;
  lang: Parameters<typeof answerText>[1];
  socket: WebSocket;
  isWritable: boolean;
  /** Something that it sent was dropped: nothing more is taken or acknowledged. */
  isMuted: boolean;
  /** Bytes of messages that wait for their turn. */
  waiting: number;
  checkedAt: number;
  /** Sync messages taken from it, and those of them that are in the journal. */
  received: number;
  kept: number;
  /** Its messages are handled one after the other. */
  queue: Promise<void>;
  /** The client of Yjs whose caret it shows, and the last message about that. */
  awarenessClient: number | undefined;
  awarenessClock: number;
  awareness: Uint8Array | undefined;
}

interface PendingUpdate {
  personId: number;
  data: Uint8Array;
}

/** The people who edit one text together, as far as they are connected to this server. */
export class TextRoom {
  readonly services: Services;
  readonly sessionId: number;
  readonly documentId: number;
  readonly doc: Y.Doc;
  /** Rows of the journal that this room wrote or read. */
  readonly known: Set<number>;
  readonly connections = new Set<Connection>();
  private pending: PendingUpdate[] = [];
  private timer: NodeJS.Timeout | undefined;
  private journaling: Promise<void> = Promise.resolve();
  private bytes: number;
  private isClosed = false;
  private recheckedAt = performance.now();

  constructor(services: Services, room: { sessionId: number; documentId: number; doc: Y.Doc; ids: number[] }) {
    this.services = services;
    this.sessionId = room.sessionId;
    this.documentId = room.documentId;
    this.doc = room.doc;
    this.known = new Set(room.ids);
    this.bytes = Y.encodeStateAsUpdate(room.doc).length;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => this.updated(update, origin));
  }

  /** Adds a connection, whose socket is paused until then: sends it the text and who is there. */
  async join(socket: WebSocket, who: RunAs): Promise<void> {
    // the right may have been taken since the ticket was made
    const ctx = await this.requireAccess(who);
    const own = [...this.connections].filter((one) => one.who.personId === who.personId);
    if (this.connections.size >= maxConnections || own.length >= maxOfPerson || this.isClosed) return socket.close(1013);
    const taken = new Set([...this.connections].map((one) => one.color));
    const color = caretColors.find((one) => !taken.has(one)) ?? caretColors[this.connections.size % caretColors.length] ?? caretColors[0];
    const connection: Connection = {
      id: newId(),
      who,
      name: ctx.user.fullName,
      color,
      lang: ctx.user.lang,
      socket,
      isWritable: true,
      isMuted: false,
      waiting: 0,
      checkedAt: 0,
      received: 0,
      kept: 0,
      queue: Promise.resolve(),
      awarenessClient: undefined,
      awarenessClock: 0,
      awareness: undefined,
    };
    this.connections.add(connection);
    if (!(await this.notePresence(connection))) {
      this.connections.delete(connection);
      return socket.close(1013);
    }
    const take = (data: Buffer) => {
      connection.waiting += data.length;
      if (connection.waiting > maxWaiting) socket.pause();
      connection.queue = connection.queue
        .then(() => this.take(connection, data))
        .catch((error: unknown) => this.reject(connection, error))
        .finally(() => {
          connection.waiting -= data.length;
          if (socket.isPaused && connection.waiting <= maxWaiting) socket.resume();
        });
    };
    socket.on('message', take);
    socket.on('close', () => void this.leave(connection).catch((error: unknown) => this.log(error)));
    if (socket.readyState !== socket.OPEN) return this.leave(connection);
    this.sendFirst(connection);
    socket.resume();
  }

  /** Notes a connection in the database; false where the session has ended, or the note cannot be written. */
  private async notePresence({ id, who }: Connection): Promise<boolean> {
    try {
      return await this.services.database.write(async (db) => {
        const [session] = await sessionById(db, { id: this.sessionId });
        if (session === undefined || session.ended_at !== 0) return false;
        await insertPresence(db, { id, session_id: this.sessionId, person_id: who.personId, seen_at: this.services.now() });
        return true;
      });
    } catch (error) {
      this.log(error);
      return false;
    }
  }

  private sendFirst(connection: Connection): void {
    const step = encoding.createEncoder();
    encoding.writeVarUint(step, roomMessage.sync);
    sync.writeSyncStep1(step, this.doc);
    this.send(connection, encoding.toUint8Array(step));
    for (const { awareness } of this.connections) if (awareness !== undefined) this.send(connection, awareness);
    this.tellPeople();
  }

  private async take(connection: Connection, data: Buffer): Promise<void> {
    if (this.isClosed || connection.socket.readyState !== connection.socket.OPEN) return;
    const decoder = decoding.createDecoder(new Uint8Array(data));
    const kind = decoding.readVarUint(decoder);
    if (kind === roomMessage.sync) return this.takeSync(connection, decoder);
    if (kind === roomMessage.awareness) return this.takeAwareness(connection, decoder);
    if (kind !== roomMessage.fromClient) throw new Error('an unknown kind of message');
    RoomRequest.parse(JSON.parse(decoding.readVarString(decoder)));
    await this.save();
  }

  private async takeSync(connection: Connection, decoder: decoding.Decoder): Promise<void> {
    const step = decoding.readVarUint(decoder);
    if (step === sync.messageYjsSyncStep1) {
      const answer = encoding.createEncoder();
      encoding.writeVarUint(answer, roomMessage.sync);
      sync.readSyncStep1(decoder, answer, this.doc);
      return this.send(connection, encoding.toUint8Array(answer));
    }
    const update = decoding.readVarUint8Array(decoder);
    // parsed as a whole first, as half of a broken one would stay in the document
    requireTextUpdate(update);
    if (connection.isMuted || !(await this.mayWrite(connection))) {
      // what comes later may hang on what was dropped: only a new connection brings all of it
      connection.isMuted = true;
      return;
    }
    if (this.bytes + update.length > maxRoomBytes || this.text.length + update.length > maxTextLength) throw new Error('too many updates');
    this.bytes += update.length;
    const before = this.pending.length;
    Y.applyUpdate(this.doc, update, connection);
    const { store } = this.doc;
    if (store.pendingStructs !== null || store.pendingDs !== null) {
      // would be tried again with each key of everybody
      store.pendingStructs = null;
      store.pendingDs = null;
      throw new Error('an update that hangs on others that did not come');
    }
    connection.received++;
    // an update that brought nothing new is kept as soon as those before it are
    if (this.pending.length === before) void this.journal();
  }

  /** Whether a connection may still write; asked at most once a second. Otherwise it is told why, and goes on reading. */
  private async mayWrite(connection: Connection): Promise<boolean> {
    const now = performance.now();
    if (connection.checkedAt !== 0 && now - connection.checkedAt < accessValidMs) return connection.isWritable;
    try {
      await this.requireAccess(connection.who);
      connection.checkedAt = now;
      connection.isWritable = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      connection.checkedAt = now;
      await this.forbid(connection, error);
    }
    return connection.isWritable;
  }

  private async requireAccess(who: RunAs): Promise<Context> {
    const { services } = this;
    const db = services.database.read;
    if (who.sessionId !== undefined && !(await isSessionActive(services, who.sessionId, db))) throw new Refusal(codes.notSignedIn);
    const [session] = await sessionById(db, { id: this.sessionId });
    const ctx = await contextForPerson(services, db, who);
    await requireEditable(ctx, this.documentId, session);
    return ctx;
  }

  /** Who may still read stays; who may not, or has signed out, is put out of the room. */
  private async forbid(connection: Connection, { answer, detail }: Refusal): Promise<void> {
    const isFirst = connection.isWritable;
    connection.isWritable = false;
    if (isFirst) this.tell(connection, { kind: 'readOnly', code: answer.code, message: answerText(answer, connection.lang, detail) });
    const { services, documentId } = this;
    try {
      if (answer === codes.notSignedIn) throw new Refusal(answer);
      const ctx = await contextForPerson(services, services.database.read, connection.who);
      await requireItem(ctx, right.visible | right.read, documentId, objType.document);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      connection.socket.close(1008);
    }
  }

  /** Asks the rights of all who are here again, also of those who only read. */
  async recheck(): Promise<void> {
    for (const connection of this.connections) {
      connection.checkedAt = 0;
      await this.mayWrite(connection);
    }
  }

  private takeAwareness(connection: Connection, decoder: decoding.Decoder): void {
    const { client, clock, message } = rewriteAwareness(decoding.readVarUint8Array(decoder), connection);
    const owner = [...this.connections].find((one) => one.awarenessClient === client);
    if (owner !== undefined && owner !== connection) {
      if (owner.who.personId !== connection.who.personId) throw new Error('the caret of another connection');
      // the same editor after a loss that the server has not noticed yet
      owner.awarenessClient = undefined;
    }
    connection.awarenessClient = client;
    connection.awarenessClock = clock;
    connection.awareness = message;
    for (const other of this.connections) if (other !== connection) this.send(other, message);
  }

  /** Every change of the document: goes to the others, and into the journal unless it came from there. */
  private updated(update: Uint8Array, origin: unknown): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.sync);
    sync.writeUpdate(message, update);
    const bytes = encoding.toUint8Array(message);
    for (const connection of this.connections) if (connection !== origin) this.send(connection, bytes);
    if (origin === 'journal') return;
    this.pending.push({ personId: (origin as Connection).who.personId, data: update });
    this.timer ??= setTimeout(() => void this.journal(), journalEveryMs);
  }

  /** Writes what is pending into the journal, and then tells who sent it. */
  async journal(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.journaling = this.journaling.then(() => this.writePending());
    return this.journaling;
  }

  private async writePending(): Promise<void> {
    const pending = this.pending;
    this.pending = [];
    const counts = [...this.connections].map((connection) => ({ connection, received: connection.received }));
    const acknowledge = () => {
      for (const { connection, received } of counts) if (!connection.isMuted) this.acknowledge(connection, received);
    };
    if (pending.length === 0) return acknowledge();
    const byPerson = Map.groupBy(pending, (update) => update.personId);
    const rows = [...byPerson].map(([personId, updates]) => ({
      id: newId(),
      session_id: this.sessionId,
      person_id: personId,
      data: Buffer.from(Y.mergeUpdates(updates.map((update) => update.data))).toString('base64'),
    }));
    for (const row of rows) this.known.add(row.id);
    try {
      await this.services.database.write(async (db) => {
        await insertUpdates(db, rows);
        await noteWriting(db, { id: this.sessionId, personIds: [...byPerson.keys()], at: this.services.now() });
      });
      acknowledge();
    } catch (error) {
      this.log(error);
      this.pending = [...pending, ...this.pending];
      for (const connection of this.connections) this.tell(connection, { kind: 'unkept' });
      if (!this.isClosed) this.timer ??= setTimeout(() => void this.journal(), retryMs);
      return;
    }
    if (performance.now() - this.recheckedAt <= recheckEveryMs) return;
    this.recheckedAt = performance.now();
    await this.recheck().catch((error: unknown) => this.log(error));
  }

  private acknowledge(connection: Connection, count: number): void {
    if (connection.kept >= count) return;
    connection.kept = count;
    this.tell(connection, { kind: 'kept', count });
  }

  private get text(): Y.Text {
    return this.doc.getText(sharedText);
  }

  /** Updates that another server wrote. */
  applyFromJournal(id: number, data: string): void {
    if (this.known.has(id)) return;
    this.known.add(id);
    Y.applyUpdate(this.doc, Buffer.from(data, 'base64'), 'journal');
  }

  /** Saves a revision and tells everybody what became of it. */
  async save(): Promise<void> {
    await this.journal();
    try {
      const result = await saveSession(this.services, this.sessionId);
      if (result.kind === 'copied') return this.close('revised', result.copy);
      for (const connection of this.connections) this.tell(connection, { kind: 'saved', encoding: result.encoding });
    } catch (error) {
      if (!(error instanceof Refusal)) this.log(error);
      const answer = error instanceof Refusal ? error.answer : codes.systemError;
      const detail = error instanceof Refusal ? error.detail : undefined;
      for (const connection of this.connections)
        this.tell(connection, { kind: 'saveFailed', code: answer.code, message: answerText(answer, connection.lang, detail) });
    }
  }

  private async leave(connection: Connection): Promise<void> {
    if (!this.connections.delete(connection)) return;
    await this.journal();
    await this.services.database.write((db) => deletePresence(db, connection.id));
    if (connection.awarenessClient !== undefined) {
      const gone = caretMessage(connection.awarenessClient, connection.awarenessClock + 1, null);
      for (const other of this.connections) this.send(other, gone);
    }
    this.tellPeople();
    if (this.connections.size > 0) return;
    this.isClosed = true;
    await this.unmap();
    if (this.services.stopping.aborted) return;
    await this.save();
    await endSession(this.services, this.sessionId);
  }

  /** Another room of the same session may have been opened meanwhile. */
  private async unmap(): Promise<void> {
    const open = rooms(this.services);
    if ((await open.get(this.sessionId)) === this) open.delete(this.sessionId);
  }

  get isOver(): boolean {
    return this.isClosed;
  }

  /** Ends the room for all who are in it. */
  close(reason: 'revised' | 'rest', copy?: { id: number; name: string }): void {
    this.isClosed = true;
    void this.unmap();
    for (const connection of this.connections) {
      this.tell(connection, { kind: 'closed', reason, ...(copy && { copy: { id: String(copy.id), name: copy.name } }) });
      connection.socket.close(1000);
    }
  }

  async renewPresence(): Promise<void> {
    const at = this.services.now();
    const rows = [...this.connections].map(({ id, who }) => ({ id, session_id: this.sessionId, person_id: who.personId, seen_at: at }));
    if (rows.length > 0) await this.services.database.write((db) => renewPresence(db, rows, at));
  }

  private tellPeople(): void {
    const people: RoomPerson[] = [...this.connections].map(({ id, who, name, color }) => ({
      id,
      personId: String(who.personId),
      name,
      color,
    }));
    for (const connection of this.connections) this.tell(connection, { kind: 'people', own: connection.id, people });
  }

  private tell(connection: Connection, notice: RoomNotice): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.fromServer);
    encoding.writeVarString(message, JSON.stringify(notice));
    this.send(connection, encoding.toUint8Array(message));
  }

  private send({ socket }: Connection, bytes: Uint8Array): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnread) return socket.terminate();
    socket.send(bytes, { binary: true });
  }

  /** A message that is none of the protocol: only its connection ends. */
  private reject(connection: Connection, error: unknown): void {
    this.services.log.debug({ err: error }, 'a message to an editing room was refused');
    connection.socket.close(1008);
  }

  private log(error: unknown): void {
    if (!this.services.stopping.aborted) this.services.log.error({ err: error, session: this.sessionId }, 'an editing room');
  }
}

const all = new WeakMap<Services, Map<number, Promise<TextRoom>>>();

/** The rooms of this server by their session. */
export function rooms(services: Services): Map<number, Promise<TextRoom>> {
  const known = all.get(services) ?? new Map<number, Promise<TextRoom>>();
  all.set(services, known);
  return known;
}

/** The room of a session, read from its journal where nobody is in it yet. */
export async function roomOf(services: Services, { sessionId, documentId }: { sessionId: number; documentId: number }): Promise<TextRoom> {
  const open = rooms(services);
  const room =
    open.get(sessionId) ??
    readJournal(services, sessionId).then(({ doc, ids }) => new TextRoom(services, { sessionId, documentId, doc, ids }));
  open.set(sessionId, room);
  try {
    return await room;
  } catch (error) {
    open.delete(sessionId);
    throw error;
  }
}
