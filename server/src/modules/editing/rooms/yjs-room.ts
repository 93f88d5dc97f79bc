import { setImmediate } from 'node:timers/promises';
import { roomMessage } from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { Services } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteUpdates, insertUpdates, noteWriting, SessionOver, updateIds, updatesByIds } from '../sessions/edit-sessions.queries.ts';
import { readUpdates } from '../journals/yjs-journal.ts';
import { caretMessage, rewriteAwareness } from './awareness.ts';
import { ClientOwners, ForeignClients } from './client-owners.ts';
import { largeAnswer, outgoing } from './outgoing.ts';
import { type Connection, nameFor, Room, type RoomSession } from './room.ts';
import { ShownPlaces } from './shown-places.ts';
import { type DecodedUpdate, decodedUpdate, UpdateCosts } from './update-costs.ts';

/** What is written goes into the journal at once, but so often at most; a failed write is tried again after the other time. */
const journalEveryMs = 20;
const retryMs = 2000;
/** Bytes of a document, and of its journal: the rows of a larger one are joined, as what was overwritten and deleted is not kept. */
const maxRoomBytes = 64 << 20;
/** Rows of a journal: more are joined, as a room is opened by reading them one by one. */
const maxRows = 2000;

/** Bytes of an update before which others have their turn. */
const largeUpdate = 16 << 10;

/** Bytes of a room in which nothing is written, and of a struct: an object with its ids and its content. */
const roomBytes = 64 << 10;
const structBytes = 250;
/** Bytes of what an editor says that it has: twenty thousand clients. */
const maxStateBytes = 256 << 10;
/** Structs of a document that takes a millisecond to be gone through. */
const largeStructs = 4000;
/** Bytes of updates after which it is measured anew what the document holds, where that is less. */
const measuredAfter = 1 << 20;

/** What differs between the rooms of documents of Yjs. */
export interface YjsRules {
  /** Throws on an update that would take long to be read. */
  requireSmall?(update: Uint8Array): void;
  /** Throws on an update that holds what no editor of such documents makes. */
  requireUpdate(update: DecodedUpdate, doc: Y.Doc): void;
  /** Whether a document may take an update, of so many bytes, more. */
  hasRoomFor(doc: Y.Doc, update: DecodedUpdate, bytes: number): boolean;
  /** Takes out what is marked as deleted, and would be sent with all else. */
  takeOutDeleted?(doc: Y.Doc): void;
}

/** What a room knows of a connection besides. */
interface Writer {
  /** Something that it sent was dropped: nothing more is taken or acknowledged. */
  isMuted: boolean;
  /** Sync messages taken from it, and those of them that are in the journal. */
  received: number;
  kept: number;
  /** The client of Yjs whose caret it shows, and the last message about that. */
  awarenessClient: number | undefined;
  awarenessClock: number;
  awareness: ((name: string) => Uint8Array) | undefined;
}

interface PendingUpdate {
  connection: Connection;
  data: Uint8Array;
}

/** An update without what these clients wrote. */
const without = (update: Uint8Array, clients: readonly number[]): Uint8Array =>
  Y.diffUpdate(update, Y.encodeStateVector(new Map(clients.map((client) => [client, Number.MAX_SAFE_INTEGER]))));

/** The clients of which an update brings something that a document does not have. */
function newClients(doc: Y.Doc, { structs }: DecodedUpdate): number[] {
  const clients = new Set<number>();
  for (const struct of structs) {
    const { client, clock } = struct.id;
    if (!(struct instanceof Y.Skip) && clock + struct.length > Y.getState(doc.store, client)) clients.add(client);
  }
  return [...clients];
}

/** Whether a document has what a state does not. */
function lacksSome(doc: Y.Doc, state: Uint8Array): boolean {
  const known = Y.decodeStateVector(state);
  return [...doc.store.clients.keys()].some((client) => (known.get(client) ?? 0) < Y.getState(doc.store, client));
}

/** A room in which a document of Yjs is edited. */
export class YjsRoom extends Room {
  readonly doc: Y.Doc;
  private readonly rules: YjsRules;
  private readonly costs: UpdateCosts;
  private readonly owners: ClientOwners;
  private readonly writers = new Map<Connection, Writer>();
  private readonly places = new ShownPlaces();
  /** Rows of the journal that this room wrote or read. */
  private known: Set<number>;
  private pending: PendingUpdate[] = [];
  /** Updates that were taken, and those of them that are in the journal. */
  private taken = 0;
  private journaled = 0;
  private readonly waiting: { taken: number; go: () => void }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private journaling: Promise<void> = Promise.resolve();
  private isQueued = false;
  private wroteAt = Number.NEGATIVE_INFINITY;
  private bytes: number;
  /** Bytes of the document when it was measured last, and of the updates since. */
  private measured: number;
  private since = 0;
  /** The message with all that the document has, as long as that is so. */
  private whole: Uint8Array | undefined;

  private constructor(services: Services, session: RoomSession, { rules, doc, ids }: { rules: YjsRules; doc: Y.Doc; ids: number[] }) {
    super(services, session);
    this.rules = rules;
    this.doc = doc;
    this.costs = new UpdateCosts(doc);
    this.owners = new ClientOwners(services, session.sessionId);
    this.known = new Set(ids);
    this.bytes = Y.encodeStateAsUpdate(doc).length;
    this.measured = this.bytes;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => this.updated(update, origin));
  }

  /** The room of a session, read from its journal. */
  static async open(services: Services, session: RoomSession, rules: YjsRules): Promise<YjsRoom> {
    return new YjsRoom(services, session, { rules, ...(await readUpdates(services, session.sessionId)) });
  }

  // what was overwritten and deleted is not kept: only what the document has now counts
  protected get weight(): number {
    return roomBytes + 2 * (this.measured + this.since) + structBytes * this.structs;
  }

  private get structs(): number {
    let structs = 0;
    for (const ofClient of this.doc.store.clients.values()) structs += ofClient.length;
    return structs;
  }

  private noteBytes(bytes: number): void {
    this.since += bytes;
    if (this.since < Math.max(measuredAfter, this.measured / 2)) return;
    this.measured = Y.encodeStateAsUpdate(this.doc).length;
    this.since = 0;
  }

  private writer(connection: Connection): Writer {
    const known = this.writers.get(connection);
    if (known !== undefined) return known;
    const writer: Writer = {
      isMuted: false,
      received: 0,
      kept: 0,
      awarenessClient: undefined,
      awarenessClock: 0,
      awareness: undefined,
    };
    this.writers.set(connection, writer);
    return writer;
  }

  protected greet(connection: Connection): void {
    this.writer(connection);
    // what was taken out before a visitor came is not theirs to read; the windows that know it can bring it back
    if (connection.visitor !== undefined) this.doc.transact(() => this.rules.takeOutDeleted?.(this.doc), 'journal');
    const step = encoding.createEncoder();
    encoding.writeVarUint(step, roomMessage.sync);
    sync.writeSyncStep1(step, this.doc);
    this.send(connection, encoding.toUint8Array(step));
    for (const [other, { awareness }] of this.writers)
      if (awareness !== undefined) this.send(connection, awareness(nameFor(connection, other)));
  }

  protected receive(connection: Connection, kind: number, decoder: decoding.Decoder): void | Promise<void> {
    if (kind === roomMessage.sync) return this.takeSync(connection, decoder);
    if (kind === roomMessage.awareness) return this.takeAwareness(connection, decoder);
    throw new Error('an unknown kind of message');
  }

  private async takeSync(connection: Connection, decoder: decoding.Decoder): Promise<void> {
    const step = decoding.readVarUint(decoder);
    if (step === sync.messageYjsSyncStep1) return this.answerState(connection, decoding.readVarUint8Array(decoder));
    await this.takeUpdate(connection, decoding.readVarUint8Array(decoder), step === sync.messageYjsSyncStep2);
  }

  /** Sends what the document has beyond a state: of a large document as often as a new connection asks, as all of it is gone through. */
  private async answerState(connection: Connection, state: Uint8Array): Promise<void> {
    const size = this.measured + this.since;
    if (state.length > maxStateBytes) throw new Error('a state of more clients than write a document');
    const isLarge = this.structs > largeStructs || (size > largeAnswer && lacksSome(this.doc, state));
    const taken = isLarge ? await outgoing(this.services).admit(connection.receiver, size) : undefined;
    const answer = this.answerTo(state);
    await this.kept();
    if (taken === undefined) return this.send(connection, answer);
    // its other messages do not wait until it has read this
    void this.sendAnswer(connection, answer).finally(taken);
  }

  /** Most ask for everything: they are sent the same bytes. */
  private answerTo(state: Uint8Array): Uint8Array {
    const isEmpty = state.length === 1 && state[0] === 0;
    if (isEmpty && this.whole !== undefined) return this.whole;
    const answer = encoding.createEncoder();
    encoding.writeVarUint(answer, roomMessage.sync);
    sync.writeSyncStep2(answer, this.doc, state);
    const bytes = encoding.toUint8Array(answer);
    if (isEmpty) this.whole = bytes;
    return bytes;
  }

  private async takeUpdate(connection: Connection, sent: Uint8Array, answers: boolean): Promise<void> {
    const writer = this.writer(connection);
    // the parts of a large one come one right after the other
    if (sent.length > largeUpdate) await setImmediate();
    this.rules.requireSmall?.(sent);
    // parsed as a whole first, as half of a broken one would stay in the document
    const decoded = decodedUpdate(sent);
    this.rules.requireUpdate(decoded, this.doc);
    if (writer.isMuted || !(await this.mayWrite(connection))) {
      // what comes later may hang on what was dropped: only a new connection brings all of it
      writer.isMuted = true;
      return;
    }
    const foreign = await this.foreignClients(connection, decoded, answers);
    const update = foreign.length === 0 ? sent : without(sent, foreign);
    if (this.bytes + update.length > maxRoomBytes) await this.joinJournal();
    if (this.bytes + update.length > maxRoomBytes || !this.rules.hasRoomFor(this.doc, decoded, update.length))
      throw new Error('too many updates');
    this.chargeBytes(connection, update.length);
    this.costs.charge(connection.identity, update === sent ? decoded : Y.decodeUpdate(update));
    this.bytes += update.length;
    const before = this.pending.length;
    Y.applyUpdate(this.doc, update, connection);
    this.noteBytes(update.length);
    const { store } = this.doc;
    if (store.pendingStructs !== null || store.pendingDs !== null || foreign.length > 0) {
      // would be tried again with each key of everybody
      store.pendingStructs = null;
      store.pendingDs = null;
      throw new Error('an update that hangs on others that did not come');
    }
    writer.received++;
    // an update that brought nothing new is kept as soon as those before it are
    if (this.pending.length === before) void this.flush();
  }

  private async takeAwareness(connection: Connection, decoder: decoding.Decoder): Promise<void> {
    const writer = this.writer(connection);
    const { awarenessClient } = writer;
    const { client, clock, messageFor } = rewriteAwareness(decoding.readVarUint8Array(decoder), { ...connection, awarenessClient });
    await this.claim(connection, [client]);
    if (!this.connections.has(connection)) return;
    const [owner, other] = [...this.writers].find(([, one]) => one.awarenessClient === client) ?? [];
    if (owner !== undefined && other !== undefined && owner !== connection) {
      if (owner.identity !== connection.identity) throw new Error('the caret of another connection');
      // the same editor after a loss that the server has not noticed yet
      other.awarenessClient = undefined;
      this.places.show(owner, [], () => undefined);
    }
    writer.awarenessClient = client;
    writer.awarenessClock = clock;
    writer.awareness = messageFor;
    this.places.show(connection, this.connections, (one) => this.send(one, messageFor(nameFor(one, connection))));
  }

  protected forget(connection: Connection): void {
    const { awarenessClient, awarenessClock } = this.writer(connection);
    this.writers.delete(connection);
    this.places.forget(connection);
    if (awarenessClient === undefined) return;
    const gone = caretMessage(awarenessClient, awarenessClock + 1, null);
    for (const other of this.connections) this.send(other, gone);
  }

  /** Throws `ForeignClients` unless these clients are those of who has the connection. */
  private async claim(connection: Connection, clients: readonly number[]): Promise<void> {
    for (;;) {
      try {
        return await this.owners.claim(connection.identity, clients);
      } catch (error) {
        if (error instanceof SessionOver) this.close('revised');
        if (error instanceof ForeignClients || this.isClosed || !this.connections.has(connection) || this.services.stopping.aborted)
          throw error;
        this.log(error);
        this.tell(connection, { kind: 'unkept' });
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  /**
   * The clients of an update that are those of others. What an editor `answers` to the state of a room may bring words of theirs that the server has lost,
   * as one has that was restored from a backup: these come from their own editors, and the connection is ended until they do.
   */
  private async foreignClients(connection: Connection, update: DecodedUpdate, answers: boolean): Promise<readonly number[]> {
    try {
      await this.claim(connection, newClients(this.doc, update));
      return [];
    } catch (error) {
      if (!answers || !(error instanceof ForeignClients)) throw error;
      // another server may have written them, which are not read here yet
      await this.catchUp();
    }
    try {
      await this.claim(connection, newClients(this.doc, update));
      return [];
    } catch (error) {
      if (!(error instanceof ForeignClients)) throw error;
      return error.clients;
    }
  }

  private async catchUp(): Promise<void> {
    const { read } = this.services.database;
    const missing = (await updateIds(read, this.sessionId)).flatMap(({ id }) => (this.known.has(id) ? [] : [id]));
    if (missing.length === 0) return;
    for (const row of await updatesByIds(read, this.sessionId, missing)) this.applyFromJournal(row);
  }

  /** Every change of the document: goes into the journal unless it came from there, and then to the others. */
  private updated(update: Uint8Array, origin: unknown): void {
    this.whole = undefined;
    if (origin === 'journal') return this.tellOthers(update, undefined);
    this.pending.push({ connection: origin as Connection, data: update });
    this.taken++;
    // what comes meanwhile goes with it
    this.timer ??= setTimeout(() => void this.flush(), Math.max(0, this.wroteAt + journalEveryMs - performance.now()));
  }

  /** Nobody is shown what a server that is killed would not know: others would write on behind it. */
  private tellOthers(update: Uint8Array, from: Connection | undefined): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.sync);
    sync.writeUpdate(message, update);
    const bytes = encoding.toUint8Array(message);
    for (const connection of this.connections) if (connection !== from) this.send(connection, bytes, { to: this.connections.size });
  }

  /** All that has been taken until now is in the journal when this is over; never, while that cannot be written. */
  private kept(): Promise<void> {
    const { taken } = this;
    if (this.journaled >= taken) return Promise.resolve();
    return new Promise((go) => this.waiting.push({ taken, go }));
  }

  /** Writes what is pending into the journal, and then tells who sent it. One write at a time: the next one takes all that came meanwhile. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.isQueued) {
      this.isQueued = true;
      this.journaling = this.journaling.then(() => {
        this.isQueued = false;
        return this.writePending();
      });
    }
    return this.journaling;
  }

  private async writePending(): Promise<void> {
    const pending = this.pending;
    this.pending = [];
    const counts = [...this.writers].map(([connection, writer]) => ({ connection, writer, received: writer.received }));
    const acknowledge = () => {
      for (const { connection, writer, received } of counts) {
        if (writer.isMuted || writer.kept >= received) continue;
        writer.kept = received;
        this.tell(connection, { kind: 'kept', count: received });
      }
    };
    if (pending.length === 0) return acknowledge();
    this.wroteAt = performance.now();
    const byPerson = Map.groupBy(pending, (update) => update.connection.who.personId);
    const writers = this.writersAmong(pending.map((update) => update.connection));
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
        await noteWriting(db, { id: this.sessionId, ...writers, at: this.services.now() });
      });
    } catch (error) {
      this.pending = [...pending, ...this.pending];
      if (error instanceof SessionOver) return this.close('revised');
      this.log(error);
      for (const connection of this.connections) this.tell(connection, { kind: 'unkept' });
      if (!this.isClosed) this.timer ??= setTimeout(() => void this.flush(), retryMs);
      return;
    }
    acknowledge();
    for (const { connection, data } of pending) this.tellOthers(data, connection);
    this.journaled += pending.length;
    while (this.waiting[0] !== undefined && this.waiting[0].taken <= this.journaled) this.waiting.shift()?.go();
    if (this.known.size > maxRows) await this.replaceRows();
    await this.recheckNow();
  }

  /** Puts one row with the present document in the place of all that this room wrote and read. */
  private async joinJournal(): Promise<void> {
    await this.flush();
    this.journaling = this.journaling.then(() => this.replaceRows());
    return this.journaling;
  }

  private async replaceRows(): Promise<void> {
    // what is pending is in it, and is written once more with who wrote it
    const state = Y.encodeStateAsUpdate(this.doc);
    const ids = [...this.known];
    const row = { id: newId(), session_id: this.sessionId, person_id: 0, data: Buffer.from(state).toString('base64') };
    this.known = new Set([row.id]);
    try {
      await this.services.database.write(async (db) => {
        await deleteUpdates(db, this.sessionId, ids);
        await insertUpdates(db, [row]);
      });
      this.bytes = state.length;
      this.measured = state.length;
      this.since = 0;
    } catch (error) {
      this.log(error);
      for (const id of ids) this.known.add(id);
    }
  }

  applyFromJournal({ id, data }: { id: number; data: string }): void {
    if (this.known.has(id)) return;
    this.known.add(id);
    const update = Buffer.from(data, 'base64');
    Y.applyUpdate(this.doc, update, 'journal');
    this.noteBytes(update.length);
  }
}
