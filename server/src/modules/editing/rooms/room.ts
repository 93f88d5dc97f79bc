import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import { caretColors, maxRoomMessage, type RoomNotice, type RoomPerson, RoomRequest, roomMessage } from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { WebSocket } from 'ws';
import type { Context, Services } from '../../../platform/context.ts';
import { answerText } from '../../../platform/http/answers.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isSessionActive } from '../../identity/authentication.ts';
import { contextForPerson, type RunAs } from '../../identity/run-as.ts';
import { requireItem } from '../../access/require-items.ts';
import { requireEditable } from '../sessions/edit-sessions.ts';
import { deletePresence, insertPresence, renewPresence, sessionById } from '../sessions/edit-sessions.queries.ts';
import { endSession, saveSession } from '../sessions/save-session.ts';

/** The right to edit is asked again when the last answer is older. */
const accessValidMs = 1000;
/** While somebody writes, the rights of all who are in the room are asked again this often. */
const recheckEveryMs = 5000;
/** Bytes that a slow client may leave unread. */
const maxUnread = 32 << 20;
/** Connections to one room. */
const maxConnections = 100;
const maxOfPerson = 10;
/** Bytes of messages of one connection that may wait; beyond them its socket is not read. */
const maxWaiting = 2 * maxRoomMessage;

/** A connection of a person to a room. */
export interface Connection {
  id: number;
  who: RunAs;
  name: string;
  color: string;
  lang: Parameters<typeof answerText>[1];
  socket: WebSocket;
  isWritable: boolean;
  /** Bytes of messages that wait for their turn. */
  waiting: number;
  checkedAt: number;
  /** Its messages are handled one after the other. */
  queue: Promise<void>;
}

/** The session whose people meet in a room. */
export interface RoomSession {
  sessionId: number;
  documentId: number;
}

/** The people who edit one document together, as far as they are connected to this server. What they write is the concern of the kinds of rooms. */
export abstract class Room {
  readonly services: Services;
  readonly sessionId: number;
  readonly documentId: number;
  readonly connections = new Set<Connection>();
  protected isClosed = false;
  private recheckedAt = performance.now();

  constructor(services: Services, { sessionId, documentId }: RoomSession) {
    this.services = services;
    this.sessionId = sessionId;
    this.documentId = documentId;
  }

  /** Sends a new connection what has been written. */
  protected abstract greet(connection: Connection): void;
  /** Handles a message of a kind of its own; throws on what is none of the protocol. */
  protected abstract receive(connection: Connection, kind: number, decoder: decoding.Decoder): void | Promise<void>;
  /** A connection has gone. */
  protected abstract forget(connection: Connection): void;
  /** Writes what is pending into the journal. */
  abstract flush(): Promise<void>;
  /** A row of the journal that another server may have written. */
  abstract applyFromJournal(row: { id: number; data: string; seq: number }): void;

  /** Adds a connection, whose socket is paused until then: sends it what has been written and who is there. */
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
      waiting: 0,
      checkedAt: 0,
      queue: Promise.resolve(),
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
    this.greet(connection);
    this.tellPeople();
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

  private async take(connection: Connection, data: Buffer): Promise<void> {
    if (this.isClosed || connection.socket.readyState !== connection.socket.OPEN) return;
    const decoder = decoding.createDecoder(new Uint8Array(data));
    const kind = decoding.readVarUint(decoder);
    if (kind !== roomMessage.fromClient) return this.receive(connection, kind, decoder);
    RoomRequest.parse(JSON.parse(decoding.readVarString(decoder)));
    await this.save();
  }

  /** Whether a connection may still write; asked at most once a second. Otherwise it is told why, and goes on reading. */
  protected async mayWrite(connection: Connection): Promise<boolean> {
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

  /** After a write to the journal: asks the rights of all who are here, unless that was done a moment ago. */
  protected async recheckNow(): Promise<void> {
    if (performance.now() - this.recheckedAt <= recheckEveryMs) return;
    this.recheckedAt = performance.now();
    await this.recheck().catch((error: unknown) => this.log(error));
  }

  /** Saves a revision and tells everybody what became of it. */
  async save(): Promise<void> {
    await this.flush();
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
    await this.flush();
    await this.services.database.write((db) => deletePresence(db, connection.id));
    this.forget(connection);
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

  protected tell(connection: Connection, notice: RoomNotice): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.fromServer);
    encoding.writeVarString(message, JSON.stringify(notice));
    this.send(connection, encoding.toUint8Array(message));
  }

  protected send({ socket }: Connection, bytes: Uint8Array): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnread) return socket.terminate();
    socket.send(bytes, { binary: true });
  }

  /** A message that is none of the protocol: only its connection ends. */
  private reject(connection: Connection, error: unknown): void {
    this.services.log.debug({ err: error }, 'a message to an editing room was refused');
    connection.socket.close(1008);
  }

  protected log(error: unknown): void {
    if (!this.services.stopping.aborted) this.services.log.error({ err: error, session: this.sessionId }, 'an editing room');
  }
}

const all = new WeakMap<Services, Map<number, Promise<Room>>>();

/** The rooms of this server by their session. */
export function rooms(services: Services): Map<number, Promise<Room>> {
  const known = all.get(services) ?? new Map<number, Promise<Room>>();
  all.set(services, known);
  return known;
}
