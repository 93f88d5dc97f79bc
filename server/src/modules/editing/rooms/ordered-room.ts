import { roomMessage } from '@dossier/contract/editing/editing';
import type { Ordered, OrderedNotice, OrderedRequest } from '@dossier/contract/editing/ordered-edits';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { answerText } from '../../../platform/http/answers.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { blobOf } from '../../documents/revisions.ts';
import { type JournaledEdits, journaledEdits } from '../journals/ordered-edits.ts';
import {
  areUpdatesThere,
  type EditSessionRow,
  forgetWriters,
  insertUpdates,
  lastUpdate,
  noteWriting,
  orderedUpdates,
  orderedUpdatesPage,
  requireOpenSession,
  sessionById,
  SessionOver,
  updateSession,
} from '../sessions/edit-sessions.queries.ts';
import { EditLanes } from './edit-lanes.ts';
import { largeAnswer, outgoing } from './outgoing.ts';
import { type Connection, Room, type RoomSession } from './room.ts';
import { ShownPlaces } from './shown-places.ts';
import { Trial } from './trial.ts';

/** A write to the journal that failed is tried again after this time. */
const retryMs = 2000;
/** So often it is tried whether edits can be written while that cannot be told. */
const mostAttempts = 3;
/** Edits that are sent in one message to who enters, and their bytes about. */
const editsOfMessage = 200;
const bytesOfMessage = 512 << 10;
/** Bytes of edits that a room takes in all, and of visitors together: they leave room for users. */
const maxRoomBytes = { all: 64 << 20, visitors: 32 << 20 };

/** Bytes of a room in which nothing is written: what is known of a workbook, or the words of a presentation. */
const roomBytes = 1 << 20;

/** Bytes of edits after which a version is saved: what it does not have is read again for each trial and whenever a page begins. */
const savedAfterBytes = 4 << 20;

/** Edits that cannot be made: the whole message is refused. */
export class EditRefused extends Error {}

/** As much of what is edited as decides whether an edit can be made. */
export interface Accepted<E> {
  /** The state with some edits more; throws `EditRefused` where one cannot be made. This state stays as it is. */
  with(edits: readonly E[]): Accepted<E>;
  /** Whether the edits that came last may be more than can be written, so that they have to be tried. */
  readonly mustTry?: boolean;
}

/** What differs between what is edited in one order. */
export interface OrderedRules<E, A> {
  /** Throws on what is no message of a window. */
  parse(said: unknown): OrderedRequest<E, A>;
  /** Whether edits that were made without knowing of this one may mean something else than they say. */
  isStructural(edit: E): boolean;
  /** The state of a version. */
  accept(services: Services, content: Content): Promise<Accepted<E>>;
  /** Whether what a version has cannot be taken back: the state is then read anew after each. */
  followsVersions: boolean;
  /** The number of what an edit takes out, or brings back, where that can be brought back at all. */
  removed(edit: E): { out?: number; back?: number };
  /** Whether an edit has to be tried, whatever the state tells. */
  mustTry(edit: E): boolean;
  /** The rows of the journal beside the order that edits hang on, as uploaded pictures; undefined where one is missing. */
  attachmentsOf(db: Db, sessionId: number, edits: readonly E[]): Promise<readonly number[] | undefined>;
  /** Whether a version can be written with edits more, as far as the state does not tell. */
  canWrite(services: Services, sessionId: number, asked: { edits: readonly E[]; mustTry: boolean }): Promise<boolean>;
  /** Whether a version can be written with what is in the order. */
  isWritable(services: Services, sessionId: number): Promise<boolean>;
}

/** A row whose place in the order another server has taken. */
class PlaceTaken extends Error {}
/** A version was saved since the state was read. */
class VersionSaved extends Error {}

/** A window of a person or visitor: nobody uses up the numbers of another one's windows. */
const windowKey = (identity: string, window: string): string => `${identity} ${window}`;

/** Edits at their place in the order, with whose they are: each connection knows that one by another id. */
type Placed<E> = Omit<Ordered<E>, 'personId'> & { identity: string };

/** A room in which a workbook or a presentation is edited: it gives all edits one order, writes them into the journal, and only then tells them. */
export class OrderedRoom<E, A> extends Room {
  /** The number of the last edits, of the last structural ones, and of the last that the version has from which the state began. */
  private head = 0;
  private structural = 0;
  private base: number;
  private accepted: Accepted<E>;
  private readonly rules: OrderedRules<E, A>;
  /** The number of the last message of each window that is in the order. */
  private readonly windows = new Map<string, number>();
  /** Where in the order something was taken out last, by its number. */
  private readonly takenOut = new Map<number, number>();
  private readonly entered = new Set<Connection>();
  private readonly selections = new Map<Connection, A>();
  private readonly places = new ShownPlaces();
  private working: Promise<void> = Promise.resolve();
  private readonly lanes = new EditLanes();
  /** Bytes of the journal up to each number. */
  private readonly bytesUntil: number[] = [];
  /** Bytes of the edits that were taken here: of all, and of visitors among them. */
  private readonly taken = { all: 0, visitors: 0 };
  /** Bytes of edits since a version was saved for their number. */
  private sinceSave = 0;
  /** A version that is made once more: nothing is brought back before it is there. */
  private held: Promise<unknown> | undefined;
  private readonly trial = new Trial(() => this.tryOut().catch((error: unknown) => this.log(error)));

  private constructor(
    services: Services,
    room: RoomSession,
    { rules, accepted, base }: { rules: OrderedRules<E, A>; accepted: Accepted<E>; base: number },
  ) {
    super(services, room);
    this.rules = rules;
    this.accepted = accepted;
    this.base = base;
  }

  /** The room of a session, read from its journal. */
  static async open<E, A>(services: Services, room: RoomSession, rules: OrderedRules<E, A>): Promise<OrderedRoom<E, A>> {
    const { session, accepted } = await versionOf(services, room.sessionId, rules);
    const opened = new OrderedRoom<E, A>(services, room, { rules, accepted, base: session.base_seq });
    for (const row of await orderedUpdates(services.database.read, { sessionId: room.sessionId, after: 0 }))
      opened.note(row, { isNew: row.seq > session.base_seq });
    return opened;
  }

  /** Begins anew from the version that was saved last. */
  private async beginAnew(): Promise<void> {
    const { session, accepted } = await versionOf(this.services, this.sessionId, this.rules);
    const rows = await orderedUpdates(this.services.database.read, { sessionId: this.sessionId, after: session.base_seq });
    const edits = rows.filter(({ seq }) => seq <= this.head).flatMap((row) => journaledEdits<E>(row).edits);
    this.accepted = accepted.with(edits);
    this.base = session.base_seq;
  }

  /** Takes edits of the journal into the state; those that the version has are in it already. */
  private note(
    row: { seq: number; person_id: number; data: string },
    { isNew, accepted }: { isNew: boolean; accepted?: Accepted<E> },
  ): Placed<E> {
    const { seq } = row;
    const { origin, edits, identity } = journaledEdits<E>(row);
    if (isNew) this.accepted = accepted ?? this.withJournaled(edits);
    this.bytesUntil[seq] = this.bytesAfter(0) + row.data.length;
    this.head = seq;
    if (edits.some((edit) => this.rules.isStructural(edit))) this.structural = seq;
    this.windows.set(windowKey(identity, origin.window), origin.number);
    for (const edit of edits) {
      const { out } = this.rules.removed(edit);
      if (out !== undefined) this.takenOut.set(out, seq);
    }
    return { seq, identity, origin, edits };
  }

  /** What is in the journal has its place there: a room that would refuse it goes on, so that it can be given up. */
  private withJournaled(edits: readonly E[]): Accepted<E> {
    const accepted = this.acceptedWith(edits);
    if (accepted === undefined) this.log(new Error('the journal has edits that cannot be made'));
    return accepted ?? this.accepted;
  }

  /** What changes the order is done one after the other. */
  private inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.working.then(work);
    this.working = done.catch(() => undefined);
    return done;
  }

  protected get weight(): number {
    return roomBytes + 2 * this.taken.all;
  }

  protected greet(): void {
    // what has been written is sent once it is known what the connection has
  }

  protected forget(connection: Connection): void {
    this.entered.delete(connection);
    this.selections.delete(connection);
    this.places.forget(connection);
    for (const other of this.entered) this.tellOrder(other, { kind: 'selection', id: connection.id, at: null });
  }

  protected receive(connection: Connection, kind: number, decoder: decoding.Decoder): void | Promise<void> {
    if (kind !== roomMessage.order) throw new Error('an unknown kind of message');
    const request = this.rules.parse(JSON.parse(decoding.readVarString(decoder)));
    if (request.kind === 'enter') return this.enter(connection, request.after);
    if (!this.entered.has(connection)) throw new Error('a connection that has not entered');
    if (request.kind === 'edits') return this.takeEdits(connection, request);
    if (request.kind === 'discard') return this.discard(connection);
    if (request.at === null) this.selections.delete(connection);
    else this.selections.set(connection, request.at);
    const { at } = request;
    this.places.show(connection, this.entered, (other) => this.tellOrder(other, { kind: 'selection', id: connection.id, at }));
  }

  /** Sends who enters what they miss, at the pace at which they read it, while others go on: only the last page is sent between edits. */
  private async enter(connection: Connection, after: number): Promise<void> {
    const { seesAfter, receiver, socket } = connection;
    // until all that was asked for is sent, nothing else is
    const isAgain = this.entered.delete(connection);
    await this.inOrder(() => this.catchUp());
    if (after > this.head) throw new Error('edits that nobody has made');
    const { services } = this;
    // what was written and taken out before a visitor came is not theirs to read, and what they were filled with has what stayed
    if (after < Math.min(seesAfter, this.head)) return this.dismiss(connection);
    const pages = { sent: after, limit: 1 };
    // pages are sent as they are read
    const isPaced = isAgain || this.bytesAfter(after) > largeAnswer;
    const taken = isPaced ? await outgoing(services).admit(receiver, bytesOfMessage) : undefined;
    try {
      for (;;) {
        if (this.isClosed || socket.readyState !== socket.OPEN) return;
        if (this.bytesAfter(pages.sent) > bytesOfMessage) await this.sendPage(connection, pages);
        else if (await this.finishEntering(connection, pages)) return;
      }
    } finally {
      taken?.();
    }
  }

  /** Sends what is left, and then all that comes; false where more came meanwhile. */
  private async finishEntering(connection: Connection, pages: { sent: number; limit: number }): Promise<boolean> {
    await this.inOrder(async () => {
      await this.catchUp();
      if (this.bytesAfter(pages.sent) > 2 * bytesOfMessage || !this.connections.has(connection)) return;
      const { sessionId } = this;
      const rows = await orderedUpdates(this.services.database.read, { sessionId, after: pages.sent });
      const list = rows.filter(({ seq }) => seq <= this.head).map((row): Placed<E> => ({ seq: row.seq, ...journaledEdits<E>(row) }));
      for (let at = 0; at < list.length; at += editsOfMessage) this.tellEdits(connection, list.slice(at, at + editsOfMessage));
      this.tellOrder(connection, { kind: 'entered', head: this.head });
      for (const [other, at] of this.selections) this.tellOrder(connection, { kind: 'selection', id: other.id, at });
      this.entered.add(connection);
    });
    return this.entered.has(connection) || !this.connections.has(connection);
  }

  /** Sends a part of what somebody misses, of about `bytesOfMessage`, and waits until it was read. */
  private async sendPage(connection: Connection, pages: { sent: number; limit: number }): Promise<void> {
    const { sessionId } = this;
    const page = await orderedUpdatesPage(this.services.database.read, { sessionId, after: pages.sent, limit: pages.limit });
    // what another server wrote comes when it was taken here
    const rows = page.filter(({ seq }) => seq <= this.head);
    const last = rows.at(-1);
    if (last === undefined) throw new Error('a journal without what the room knows');
    const bytes = rows.reduce((sum, { data }) => sum + data.length, 0);
    pages.sent = last.seq;
    pages.limit = Math.max(1, Math.min(editsOfMessage, Math.floor((bytesOfMessage * rows.length) / bytes)));
    await this.sendAnswer(
      connection,
      this.editsMessage(
        connection,
        rows.map((row) => ({ seq: row.seq, ...journaledEdits<E>(row) })),
      ),
    );
  }

  /** Bytes of the journal that come after a number. */
  private bytesAfter(seq: number): number {
    return (this.bytesUntil[this.head] ?? 0) - (this.bytesUntil[seq] ?? 0);
  }

  private async takeEdits(connection: Connection, request: EditsRequest<E>): Promise<void> {
    if (!(await this.mayWrite(connection))) return;
    while (this.held !== undefined && this.bringsBack(request.edits)) await this.held;
    const { identity, visitor } = connection;
    await this.lanes.take({ identity, isVisitor: visitor !== undefined }, async () => {
      let isTried = false;
      await this.inOrder(async () => {
        isTried = await this.place(connection, request);
      });
      return isTried;
    });
    await this.recheckNow();
    if (this.sinceSave < savedAfterBytes) return;
    this.sinceSave = 0;
    // the next edits do not wait for it
    void this.saveInTurn(connection).catch((error: unknown) => this.log(error));
  }

  /** Gives edits their place in the order; where another server was faster, after what that has written. Answers whether they were tried in the sandbox. */
  private async place(connection: Connection, { after, origin, edits }: EditsRequest<E>): Promise<boolean> {
    const { identity } = connection;
    const key = windowKey(identity, origin.window);
    const data = JSON.stringify({ origin, edits, identity } satisfies JournaledEdits<E>);
    const byVisitor = connection.visitor === undefined ? 0 : data.length;
    if (this.taken.all + data.length > maxRoomBytes.all || this.taken.visitors + byVisitor > maxRoomBytes.visitors)
      throw new Error('too many edits');
    this.chargeBytes(connection, data.length);
    let isTried = false;
    for (;;) {
      if (this.isClosed || this.services.stopping.aborted) return isTried;
      // sent once more after a loss, though it had come through
      if ((this.windows.get(key) ?? -1) >= origin.number) return isTried;
      if (after > this.head) throw new Error('edits that nobody has made');
      if (after < this.structural) {
        this.tellOrder(connection, { kind: 'behind', number: origin.number, head: this.head });
        return isTried;
      }
      const accepted = this.hasSeen(connection, edits) ? this.acceptedWith(edits) : undefined;
      const mustTry = accepted !== undefined && (accepted.mustTry === true || edits.some((edit) => this.rules.mustTry(edit)));
      isTried ||= mustTry;
      const hangsOn = accepted && (await this.rules.attachmentsOf(this.services.database.read, this.sessionId, edits));
      if (accepted === undefined || hangsOn === undefined || !(await this.canWrite({ edits, mustTry }))) {
        this.tellOrder(connection, { kind: 'refused', number: origin.number });
        return isTried;
      }
      const row = { seq: this.head + 1, person_id: connection.who.personId, data };
      try {
        await this.write(row, { by: connection, hangsOn });
        this.taken.all += data.length;
        this.taken.visitors += byVisitor;
        this.sinceSave += data.length;
        this.tellAll([this.note(row, { isNew: true, accepted })]);
        this.trial.edited();
        return isTried;
      } catch (error) {
        if (error instanceof PlaceTaken) await this.catchUp();
        else if (error instanceof VersionSaved) await this.beginAnew();
        else if (error instanceof SessionOver) this.close('revised');
        else if (error instanceof EditRefused) {
          this.tellOrder(connection, { kind: 'refused', number: origin.number });
          return isTried;
        } else await this.waitAfter(error);
      }
    }
  }

  /** Whether all that edits bring back was taken out when a connection could see it: what it held before is not a visitor's to read. */
  private hasSeen({ seesAfter }: Connection, edits: readonly E[]): boolean {
    const own = new Set<number>();
    return edits.every((edit) => {
      const { out, back } = this.rules.removed(edit);
      if (out !== undefined) own.add(out);
      return back === undefined || own.has(back) || (this.takenOut.get(back) ?? 0) > seesAfter;
    });
  }

  private bringsBack(edits: readonly E[]): boolean {
    return edits.some((edit) => this.rules.removed(edit).back !== undefined);
  }

  /** What is brought back again and again would keep versions from being made: a second time it waits, and is refused where the version is without it. */
  protected override async makeRevision<T>(make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      const isDisturbed = this.rules.followsVersions && error instanceof Refusal && error.answer === codes.changedMeanwhile;
      if (!isDisturbed || this.held !== undefined) throw error;
    }
    const over = Promise.withResolvers<void>();
    this.held = over.promise;
    try {
      // what came before is in the order
      await this.flush();
      return await make();
    } finally {
      this.held = undefined;
      over.resolve();
    }
  }

  /** A failure that passes, as that of a busy sandbox, is no reason to end a connection: what fails again and again is refused. */
  private async canWrite(asked: { edits: readonly E[]; mustTry: boolean }): Promise<boolean> {
    for (let attempt = 1; attempt <= mostAttempts && !this.services.stopping.aborted; attempt++) {
      try {
        return await this.rules.canWrite(this.services, this.sessionId, asked);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await this.waitAfter(error);
      }
    }
    return false;
  }

  /** Tells everybody early what a save would tell: that what is in the order cannot be written. */
  private async tryOut(): Promise<void> {
    if (this.isClosed || this.services.stopping.aborted) return;
    if (await this.rules.isWritable(this.services, this.sessionId)) return;
    for (const connection of this.connections)
      this.tell(connection, { kind: 'saveFailed', code: codes.editDamaged.code, message: answerText(codes.editDamaged, connection.lang) });
  }

  /** The state with edits more; undefined where they cannot be made. */
  private acceptedWith(edits: readonly E[]): Accepted<E> | undefined {
    try {
      return this.accepted.with(edits);
    } catch (error) {
      if (error instanceof EditRefused) return undefined;
      throw error;
    }
  }

  /** Gives up what cannot be written: it stays in the journal, and the version counts as having it. A visitor gives up nothing that others wrote. */
  private async discard(connection: Connection): Promise<void> {
    if (connection.visitor !== undefined) throw new Error('a visitor who gives up what was written');
    if (!(await this.mayWrite(connection))) return;
    await this.inOrder(async () => {
      await this.catchUp();
      if (await this.rules.isWritable(this.services, this.sessionId)) return;
      await this.services.database.write((db) => this.giveUp(db));
      for (const other of this.entered) this.tellOrder(other, { kind: 'discarded' });
      this.close('rest');
    });
  }

  /** Notes that the version counts as having all that was told here; what another server has written since is still to be saved. */
  private async giveUp(db: Db): Promise<void> {
    const [session] = await sessionById(db, { id: this.sessionId });
    if (session === undefined) return;
    const isChangedSince = session.changed_at !== 0 && (await lastUpdate(db, this.sessionId)) > this.head;
    const base = Math.max(session.base_seq, this.head);
    await updateSession(db, this.sessionId, { base_seq: base, changed_at: isChangedSince ? session.active_at : 0 });
    if (!isChangedSince) await forgetWriters(db, this.sessionId);
  }

  private async write(
    { seq, person_id, data }: { seq: number; person_id: number; data: string },
    { by, hangsOn }: { by: Connection; hangsOn: readonly number[] },
  ): Promise<void> {
    try {
      await this.services.database.write(async (db) => {
        const session = await requireOpenSession(db, this.sessionId);
        if ((await lastUpdate(db, this.sessionId)) >= seq) throw new PlaceTaken();
        if (this.rules.followsVersions && session.base_seq !== this.base) throw new VersionSaved();
        // taken away meanwhile, as a version has all pictures: no other one could be written with these edits
        if (!(await areUpdatesThere(db, hangsOn))) throw new EditRefused('a picture that was not uploaded');
        await insertUpdates(db, [{ id: newId(), session_id: this.sessionId, person_id, data, seq }]);
        await noteWriting(db, { id: this.sessionId, ...this.writersAmong([by]), at: this.services.now() });
      });
    } catch (error) {
      throw isUniqueViolation(error) ? new PlaceTaken() : error;
    }
  }

  /** The journal cannot be written at present. */
  private async waitAfter(error: unknown): Promise<void> {
    this.log(error);
    for (const connection of this.connections) this.tell(connection, { kind: 'unkept' });
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }

  /** Takes what other servers have written. */
  private async catchUp(): Promise<void> {
    const rows = await orderedUpdates(this.services.database.read, { sessionId: this.sessionId, after: this.head });
    if (rows.length > 0) this.tellAll(rows.map((row) => this.note(row, { isNew: true })));
  }

  applyFromJournal({ seq }: { seq: number }): void {
    if (seq > this.head)
      void this.inOrder(() => (seq > this.head ? this.catchUp() : Promise.resolve())).catch((error: unknown) => this.log(error));
  }

  /** All that was taken is in the journal when this is over. */
  async flush(): Promise<void> {
    await this.lanes.settled();
    await this.working;
  }

  private tellAll(list: Placed<E>[]): void {
    for (const connection of this.entered) this.tellEdits(connection, list);
  }

  private tellEdits(connection: Connection, list: Placed<E>[]): void {
    this.send(connection, this.editsMessage(connection, list));
  }

  private editsMessage(connection: Connection, list: Placed<E>[]): Uint8Array {
    const told = list.map(({ identity, ...edits }): Ordered<E> => ({ ...edits, personId: this.idFor(connection, identity) }));
    return orderMessage<E, A>({ kind: 'edits', list: told });
  }

  private tellOrder(connection: Connection, notice: OrderedNotice<E, A>): void {
    this.send(connection, orderMessage(notice));
  }
}

function orderMessage<E, A>(notice: OrderedNotice<E, A>): Uint8Array {
  const message = encoding.createEncoder();
  encoding.writeVarUint(message, roomMessage.order);
  encoding.writeVarString(message, JSON.stringify(notice));
  return encoding.toUint8Array(message);
}

type EditsRequest<E> = Extract<OrderedRequest<E, unknown>, { kind: 'edits' }>;

/** A session with the state of its version. */
async function versionOf<E, A>(
  services: Services,
  sessionId: number,
  rules: OrderedRules<E, A>,
): Promise<{ session: EditSessionRow; accepted: Accepted<E> }> {
  const { read } = services.database;
  const [session] = await sessionById(read, { id: sessionId });
  const content = session && (await blobOf(read, session.revision_id));
  if (session === undefined || content === undefined) throw new Refusal(codes.bytesMissing);
  return { session, accepted: await rules.accept(services, content) };
}
