import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import {
  caretColors,
  maxCaretMessage,
  maxOrderedMessage,
  maxRoomMessage,
  type RoomNotice,
  type RoomPerson,
  RoomRequest,
  roomMessage,
} from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { WebSocket } from 'ws';
import type { Context, Services } from '../../../platform/context.ts';
import { answerText } from '../../../platform/http/answers.ts';
import { newId } from '../../../platform/ids.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { textOf } from '../../../platform/text/texts.ts';
import { visitorName } from '../../documents/show-items.ts';
import { isSessionActive } from '../../identity/authentication.ts';
import { contextForPerson, type RunAs, runInTurnOf } from '../../identity/run-as.ts';
import { requireRevision } from '../../documents/file-tickets.ts';
import { externalViewerTerms } from '../../preview/external-viewers.ts';
import { userIdentity, userOf, visitorIdentity } from '../journals/ordered-edits.ts';
import { requireEditable, type RoomTicket } from '../sessions/edit-sessions.ts';
import { deletePresence, insertPresence, renewPresence, sessionById, type VisitorWriter } from '../sessions/edit-sessions.queries.ts';
import { outgoing, type Receiver } from './outgoing.ts';
import { type Entrant, roomBounds } from './room-bounds.ts';
import { endSession, saveAtEnd, saveSession } from '../sessions/save-session.ts';
import { stays } from '../sessions/visitor-stays.ts';

/** The right to edit is asked again when the last answer is older. */
const accessValidMs = 1000;
/** While somebody writes, the rights of all who are in the room are asked again this often. */
const recheckEveryMs = 5000;
/** A version is made on request this often at most: each may be a whole file on disk until it is swept. */
const saveEveryMs = { user: 1000, visitor: 10_000 };
/** When rooms were saved last, by session: who leaves a room and enters it anew saves no sooner. */
const lastSaves = new LimitedMap<number>(10_000);
/** Bytes that a slow client may leave unread. */
const maxUnread = 32 << 20;
/** Connections to one room. */
const maxConnections = 100;
const maxOfPerson = 10;
/** Those of all visitors of links together: a link that many have leaves room for users. */
const maxOfVisitors = 30;
/** Bytes that somebody writes in a room before it is asked again whether they may hold more. */
const writtenBeforeAsked = 256 << 10;
/** Bytes of messages of one connection that may wait; beyond them its socket is not read. */
const maxWaiting = 2 * maxRoomMessage;
/** Bytes that a message takes while it waits, besides its own: millions of a few bytes would else wait. */
const waitingBytes = 1 << 10;

/** One packet may bring thousands of messages: of all rooms together, those that take longer than some milliseconds let other calls in between. */
const othersTurn = yieldToEventLoop();

/** The largest messages by their kind; documents of Yjs are bounded by what is in them. */
const maxMessages = new Map<number, number>([
  [roomMessage.awareness, maxCaretMessage],
  [roomMessage.fromClient, 1000],
  [roomMessage.order, maxOrderedMessage],
]);

/** A connection of a person, or of a visitor by a share link, to a room. */
export interface Connection {
  id: number;
  who: RunAs;
  /** Tells people and visitors apart: the same for all windows of one. */
  identity: string;
  /** Set for the visitor of a share link, whose `who` names the link's giver. */
  visitor: VisitorWriter | undefined;
  /** The number in the order up to which all was written before a visitor came; below all numbers for a user. */
  seesAfter: number;
  name: string;
  color: string;
  lang: Parameters<typeof answerText>[1];
  socket: WebSocket;
  /** What is sent to it and not read yet. */
  receiver: Receiver;
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

/** The visitor of a share link, as what they write is noted; undefined for users. */
export const visitorOf = ({ shareSession, user, address }: Context): VisitorWriter | undefined =>
  shareSession && {
    share_id: shareSession.shareId,
    visitor_key: shareSession.key,
    person_id: user.id,
    name: shareSession.name,
    link: shareSession.shareName,
    address,
  };

/**
 * The name by which one who is in the room is shown to another. Users see all names, those of visitors marked. A visitor sees the giver of the link,
 * whose name stands on its pages, and of all others only that they are there, as with locks and uploads.
 */
export function nameFor(to: Connection, { identity, visitor, who, name }: Connection): string {
  if (to.visitor === undefined) return visitor === undefined ? name : visitorName(to.lang, name);
  if (identity === to.identity || (visitor === undefined && who.personId === to.visitor.person_id)) return name;
  return textOf(to.lang, 'documents')(visitor === undefined ? 'anotherUser' : 'anotherVisitor');
}

/** The same for all windows of a user, or of a visitor. */
export const identityOf = (personId: number, visitor: Pick<VisitorWriter, 'share_id' | 'visitor_key'> | undefined): string =>
  visitor === undefined ? userIdentity(personId) : visitorIdentity(visitor.share_id, visitor.visitor_key);

const entrantOf = ({ identity, visitor }: Pick<Connection, 'identity' | 'visitor'>): Entrant => ({ identity, giver: visitor?.person_id });

/** Tells why there is no place for a connection, and closes it for another try. */
export function refuseFull(socket: WebSocket, lang: Connection['lang']): void {
  socket.send(noticeMessage({ kind: 'full', code: codes.editRoomsFull.code, message: answerText(codes.editRoomsFull, lang) }), {
    binary: true,
  });
  refuseSocket(socket, 1013);
}

function noticeMessage(notice: RoomNotice): Uint8Array {
  const message = encoding.createEncoder();
  encoding.writeVarUint(message, roomMessage.fromServer);
  encoding.writeVarString(message, JSON.stringify(notice));
  return encoding.toUint8Array(message);
}

/** Closes a socket that is still paused: it would not read the other side's answer, and stand for another half minute. */
export function refuseSocket(socket: WebSocket, code: number): void {
  socket.resume();
  socket.close(code);
}

/** The people who edit one document together, as far as they are connected to this server. What they write is the concern of the kinds of rooms. */
export abstract class Room {
  readonly services: Services;
  readonly sessionId: number;
  readonly documentId: number;
  readonly connections = new Set<Connection>();
  protected isClosed = false;
  private recheckedAt = performance.now();
  private savedAt: number;
  private saving: NodeJS.Timeout | undefined;
  /** The ids by which visitors know people, and people visitors, by identity: they say nothing of users. */
  private readonly aliases = new Map<string, number>();
  /** What the room held when the first one entered. */
  private opened: number | undefined;
  /** Bytes that people wrote here, by identity, and those of them since it was asked whether they may hold more. */
  private readonly written = new Map<string, Entrant & { bytes: number; unasked: number }>();

  constructor(services: Services, { sessionId, documentId }: RoomSession) {
    this.services = services;
    this.sessionId = sessionId;
    this.savedAt = lastSaves.get(String(sessionId)) ?? Number.NEGATIVE_INFINITY;
    this.documentId = documentId;
    roomBounds(services).weigh(this, { weight: () => this.weight, holders: () => this.holders() });
  }

  /** Bytes that the room holds about. */
  protected abstract get weight(): number;

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
  async join(socket: WebSocket, { who, lang, seesAfter }: Pick<RoomTicket, 'who' | 'lang' | 'seesAfter'>): Promise<void> {
    // the right may have been taken since the ticket was made
    const ctx = await this.requireAccess(who);
    const visitor = visitorOf(ctx);
    const identity = identityOf(who.personId, visitor);
    const own = [...this.connections].filter((one) => one.identity === identity);
    const isFull =
      this.connections.size >= maxConnections || own.length >= maxOfPerson || (visitor !== undefined && this.visitorCount >= maxOfVisitors);
    if (isFull) return refuseFull(socket, (visitor === undefined ? undefined : lang) ?? ctx.user.lang);
    if (this.isClosed) return refuseSocket(socket, 1013);
    const taken = new Set([...this.connections].map((one) => one.color));
    const color = caretColors.find((one) => !taken.has(one)) ?? caretColors[this.connections.size % caretColors.length] ?? caretColors[0];
    const connection: Connection = {
      id: newId(),
      who,
      identity,
      visitor,
      seesAfter: visitor === undefined ? -1 : (seesAfter ?? Number.MAX_SAFE_INTEGER),
      name: visitor?.name ?? ctx.user.fullName,
      color,
      lang: (visitor === undefined ? undefined : lang) ?? ctx.user.lang,
      socket,
      receiver: { ...entrantOf({ identity, visitor }), room: this, socket, unread: 0, answers: 0, answeredAt: Number.NEGATIVE_INFINITY },
      isWritable: true,
      waiting: 0,
      checkedAt: 0,
      queue: Promise.resolve(),
    };
    this.opened ??= this.weight;
    this.connections.add(connection);
    if (visitor !== undefined) socket.once('close', stays(this.services).stand({ identity, sessionId: this.sessionId }));
    if (!(await this.notePresence(connection))) {
      this.connections.delete(connection);
      return refuseSocket(socket, 1013);
    }
    const take = (data: Buffer) => {
      connection.waiting += data.length + waitingBytes;
      if (connection.waiting > maxWaiting) socket.pause();
      connection.queue = connection.queue
        .then(othersTurn)
        .then(() => runInTurnOf(who, () => this.take(connection, data)))
        .catch((error: unknown) => this.reject(connection, error))
        .finally(() => {
          connection.waiting -= data.length + waitingBytes;
          if (socket.isPaused && connection.waiting <= maxWaiting) socket.resume();
        });
    };
    socket.on('message', take);
    socket.on('close', () => void runInTurnOf(who, () => this.leave(connection)).catch((error: unknown) => this.log(error)));
    if (socket.readyState !== socket.OPEN) return this.leave(connection);
    outgoing(this.services).add(connection.receiver);
    this.greet(connection);
    this.tellPeople();
    socket.resume();
  }

  /** Notes a connection in the database; false where the session has ended, or the note cannot be written. */
  private async notePresence(connection: Connection): Promise<boolean> {
    try {
      return await this.services.database.write(async (db) => {
        const [session] = await sessionById(db, { id: this.sessionId });
        if (session === undefined || session.ended_at !== 0) return false;
        const { id, who, visitor } = connection;
        const seen = { session_id: this.sessionId, person_id: who.personId, visitor: visitor?.name ?? '', seen_at: this.services.now() };
        await insertPresence(db, { id, ...seen });
        return true;
      });
    } catch (error) {
      this.log(error);
      return false;
    }
  }

  /** What the room held from the beginning is due to who is in it, and what came since to who wrote it. */
  private holders(): (Entrant & { bytes: number })[] {
    const { weight } = this;
    const opened = Math.min(this.opened ?? weight, weight);
    const present = new Map([...this.connections].map((one) => [one.identity, entrantOf(one)]));
    const held = [...present.values()].map((one) => ({ ...one, bytes: opened / present.size }));
    let all = 0;
    for (const { bytes } of this.written.values()) all += bytes;
    for (const { identity, giver, bytes } of this.written.values())
      held.push({ identity, giver, bytes: ((weight - opened) * bytes) / Math.max(all, 1) });
    return held;
  }

  /** Notes what somebody writes; throws where they hold as much as they may. */
  protected chargeBytes(connection: Connection, bytes: number): void {
    const known = this.written.get(connection.identity) ?? { ...entrantOf(connection), bytes: 0, unasked: 0 };
    this.written.set(connection.identity, known);
    if (known.unasked + bytes > writtenBeforeAsked) {
      if (!roomBounds(this.services).mayHoldMore(known)) throw new Error('more than one may hold in all rooms');
      known.unasked = 0;
    }
    known.bytes += bytes;
    known.unasked += bytes;
  }

  private get visitorCount(): number {
    return [...this.connections].filter((one) => one.visitor !== undefined).length;
  }

  private async take(connection: Connection, data: Buffer): Promise<void> {
    if (this.isClosed || connection.socket.readyState !== connection.socket.OPEN) return;
    const decoder = decoding.createDecoder(new Uint8Array(data));
    const kind = decoding.readVarUint(decoder);
    if (data.length > (maxMessages.get(kind) ?? maxRoomMessage)) throw new Error('a message that is too large');
    if (kind !== roomMessage.fromClient) return this.receive(connection, kind, decoder);
    RoomRequest.parse(JSON.parse(decoding.readVarString(decoder)));
    if (await this.mayWrite(connection)) await this.saveInTurn(connection);
  }

  /** Saves for a connection; what is asked too soon after the last time is done once, when it is time. */
  protected async saveInTurn({ visitor }: Connection): Promise<void> {
    const every = visitor === undefined ? saveEveryMs.user : saveEveryMs.visitor;
    const wait = this.savedAt + every - performance.now();
    if (wait <= 0) return this.save();
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      if (!this.isClosed && !this.services.stopping.aborted) void this.save().catch((error: unknown) => this.log(error));
    }, wait);
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

  /** Who may still have the file as it is stays and reads; who may not, or has signed out, is put out of the room. */
  private async forbid(connection: Connection, { answer, detail }: Refusal): Promise<void> {
    const isFirst = connection.isWritable;
    connection.isWritable = false;
    if (isFirst) this.tell(connection, { kind: 'readOnly', code: answer.code, message: answerText(answer, connection.lang, detail) });
    const { services, documentId } = this;
    try {
      if (answer === codes.notSignedIn) throw new Refusal(answer);
      const ctx = await contextForPerson(services, services.database.read, connection.who);
      const authorised = await requireRevision(ctx, right.visible | right.read, { id: String(documentId) });
      // what is written here is the file as it is
      if (!(await externalViewerTerms(ctx, authorised)).unmarked) throw new Refusal(codes.editFallsBackToView);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      connection.socket.close(1008);
    }
  }

  /** Asks the rights of all who are here again, also of those who only read; or of the visitors of one share. */
  async recheck({ shareId }: { shareId?: number } = {}): Promise<void> {
    for (const connection of this.connections) {
      if (shareId !== undefined && connection.visitor?.share_id !== shareId) continue;
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
  async save(how: typeof saveSession = saveSession): Promise<void> {
    this.savedAt = performance.now();
    lastSaves.set(String(this.sessionId), this.savedAt);
    await this.flush();
    try {
      const result = await this.makeRevision(() => how(this.services, this.sessionId));
      if (result.kind === 'copied') return this.close('revised', result);
      for (const connection of this.connections) this.tell(connection, { kind: 'saved', encoding: result.encoding });
    } catch (error) {
      if (!(error instanceof Refusal)) this.log(error);
      const answer = error instanceof Refusal ? error.answer : codes.systemError;
      const detail = error instanceof Refusal ? error.detail : undefined;
      for (const connection of this.connections) {
        // the refusal may name an employee
        const told = connection.visitor === undefined ? detail : undefined;
        this.tell(connection, { kind: 'saveFailed', code: answer.code, message: answerText(answer, connection.lang, told) });
      }
    }
  }

  /** Makes a revision of what was written. */
  protected makeRevision<T>(make: () => Promise<T>): Promise<T> {
    return make();
  }

  private async leave(connection: Connection): Promise<void> {
    if (!this.connections.delete(connection)) return;
    outgoing(this.services).remove(connection.receiver);
    await this.flush();
    await this.services.database.write((db) => deletePresence(db, connection.id));
    this.forget(connection);
    this.tellPeople();
    if (this.connections.size > 0) return;
    this.isClosed = true;
    await this.unmap();
    if (this.services.stopping.aborted) return;
    await this.save(saveAtEnd);
    await endSession(this.services, this.sessionId);
  }

  /** Another room of the same session may have been opened meanwhile. */
  private async unmap(): Promise<void> {
    roomBounds(this.services).forget(this);
    const open = rooms(this.services);
    if ((await open.get(this.sessionId)) === this) open.delete(this.sessionId);
  }

  get isOver(): boolean {
    return this.isClosed;
  }

  /** Ends the room for all who are in it. */
  close(reason: 'revised' | 'rest', { copy }: { copy?: { id: number; name: string } } = {}): void {
    this.isClosed = true;
    void this.unmap();
    for (const connection of this.connections) {
      // the copy lies beside the document, where a visitor need not see it
      const told = connection.visitor === undefined && copy !== undefined ? { copy: { id: String(copy.id), name: copy.name } } : {};
      this.tell(connection, { kind: 'closed', reason, ...told });
      connection.socket.close(1000);
    }
  }

  /** Ends the room for one connection, whose window has to be filled anew. */
  protected dismiss(connection: Connection): void {
    this.tell(connection, { kind: 'closed', reason: 'revised' });
    connection.socket.close(1000);
  }

  async renewPresence(): Promise<void> {
    if (this.connections.size === 0) return;
    const ids = [...this.connections].map((connection) => connection.id);
    await this.services.database.write((db) => renewPresence(db, ids, this.services.now()));
  }

  private tellPeople(): void {
    const all = [...this.connections];
    for (const connection of all) {
      const people = all.map(
        (one): RoomPerson => ({
          id: one.id,
          personId: this.idFor(connection, one.identity),
          name: nameFor(connection, one),
          color: one.color,
        }),
      );
      this.tell(connection, { kind: 'people', own: connection.id, people });
    }
  }

  /** The id by which somebody is known to a connection: among users that of the user, else an alias that lasts as long as the room. */
  protected idFor(to: Connection, identity: string): string {
    const user = to.visitor === undefined ? userOf(identity) : undefined;
    if (user !== undefined) return user;
    const alias = this.aliases.get(identity) ?? newId();
    this.aliases.set(identity, alias);
    return String(alias);
  }

  /** Who writes by some connections, as the journal notes it. */
  protected writersAmong(connections: readonly Connection[]): { personIds: number[]; visitors: VisitorWriter[] } {
    const people = connections.filter((one) => one.visitor === undefined).map((one) => one.who.personId);
    const visitors = connections.flatMap((one) => (one.visitor === undefined ? [] : [[one.identity, one.visitor] as const]));
    return { personIds: [...new Set(people)], visitors: [...new Map(visitors).values()] };
  }

  protected tell(connection: Connection, notice: RoomNotice): void {
    this.send(connection, noticeMessage(notice));
  }

  /** Sends a message; `to` is the number of connections that are sent the same bytes. */
  protected send({ socket, receiver }: Connection, bytes: Uint8Array, { to = 1 }: { to?: number } = {}): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount - receiver.answers > maxUnread) return socket.terminate();
    outgoing(this.services).closeUnread(receiver);
    if (socket.readyState !== socket.OPEN) return;
    const part = bytes.length / to;
    receiver.unread += part;
    socket.send(bytes, { binary: true }, () => {
      receiver.unread -= part;
    });
  }

  /** Sends a part of an answer that was admitted; over when it was read, or the connection has gone. */
  protected async sendAnswer({ socket }: Connection, bytes: Uint8Array): Promise<void> {
    if (socket.readyState === socket.OPEN) await new Promise<void>((resolve) => socket.send(bytes, { binary: true }, () => resolve()));
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
