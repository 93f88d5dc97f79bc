import { roomMessage } from '@dossier/contract/editing/editing';
import {
  type CellSelection,
  isStructural,
  type OrderedEdits,
  type WorkbookEdit,
  type WorkbookNotice,
  WorkbookRequest,
} from '@dossier/contract/editing/workbook-edits';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { blobOf } from '../../documents/revisions.ts';
import type { JournaledEdits } from '../journals/workbook-journal.ts';
import { insertUpdates, lastUpdate, noteWriting, orderedUpdates, sessionById } from '../sessions/edit-sessions.queries.ts';
import { workbookFacts } from '../workbooks/edited-workbooks.ts';
import { AcceptedEdits, EditRefused } from './accepted-edits.ts';
import { type Connection, Room, type RoomSession } from './room.ts';

/** A write to the journal that failed is tried again after this time. */
const retryMs = 2000;
/** Edits that are sent in one message to who enters. */
const editsOfMessage = 200;
/** Bytes of edits that a room takes in all. */
const maxRoomBytes = 64 << 20;

type EditsRequest = Extract<WorkbookRequest, { kind: 'edits' }>;

/** A row whose place in the order another server has taken. */
class PlaceTaken extends Error {}

const windowKey = (personId: string | number, window: string): string => `${personId} ${window}`;

/** A room in which a workbook is edited: it gives all edits one order, writes them into the journal, and only then tells them. */
export class OrderedRoom extends Room {
  /** The number of the last edits, and of the last ones that moved rows, columns or sheets. */
  private head = 0;
  private structural = 0;
  private accepted: AcceptedEdits;
  /** The number of the last message of each window that is in the order. */
  private readonly windows = new Map<string, number>();
  private readonly entered = new Set<Connection>();
  private readonly selections = new Map<Connection, CellSelection>();
  private working: Promise<void> = Promise.resolve();
  private bytes = 0;

  private constructor(services: Services, session: RoomSession, accepted: AcceptedEdits) {
    super(services, session);
    this.accepted = accepted;
  }

  /** The room of a session, read from its journal. */
  static async open(services: Services, room: RoomSession): Promise<OrderedRoom> {
    const { read } = services.database;
    const [session] = await sessionById(read, { id: room.sessionId });
    const content = session && (await blobOf(read, session.revision_id));
    if (session === undefined || content === undefined) throw new Refusal(codes.bytesMissing);
    const opened = new OrderedRoom(services, room, AcceptedEdits.of(await workbookFacts(services, content)));
    for (const row of await orderedUpdates(read, { sessionId: room.sessionId, after: 0 }))
      opened.note(row, { isNew: row.seq > session.base_seq });
    return opened;
  }

  /** Takes edits of the journal into the state; those that the version has are in it already. */
  private note({ seq, person_id, data }: { seq: number; person_id: number; data: string }, { isNew }: { isNew: boolean }): OrderedEdits {
    const { origin, edits } = JSON.parse(data) as JournaledEdits;
    if (isNew) this.accepted = this.accepted.with(edits);
    this.head = seq;
    if (edits.some(isStructural)) this.structural = seq;
    this.windows.set(windowKey(person_id, origin.window), origin.number);
    return { seq, personId: String(person_id), origin, edits };
  }

  /** What changes the order is done one after the other. */
  private inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.working.then(work);
    this.working = done.catch(() => undefined);
    return done;
  }

  protected greet(): void {
    // what has been written is sent once it is known what the connection has
  }

  protected forget(connection: Connection): void {
    this.entered.delete(connection);
    this.selections.delete(connection);
    for (const other of this.entered) this.tellOrder(other, { kind: 'selection', id: connection.id, at: null });
  }

  protected receive(connection: Connection, kind: number, decoder: decoding.Decoder): void | Promise<void> {
    if (kind !== roomMessage.order) throw new Error('an unknown kind of message');
    const request = WorkbookRequest.parse(JSON.parse(decoding.readVarString(decoder)));
    if (request.kind === 'enter') return this.inOrder(() => this.enter(connection, request.after));
    if (!this.entered.has(connection)) throw new Error('a connection that has not entered');
    if (request.kind === 'edits') return this.take(connection, request);
    if (request.at === null) this.selections.delete(connection);
    else this.selections.set(connection, request.at);
    for (const other of this.entered)
      if (other !== connection) this.tellOrder(other, { kind: 'selection', id: connection.id, at: request.at });
  }

  private async enter(connection: Connection, after: number): Promise<void> {
    await this.catchUp();
    if (after > this.head) throw new Error('edits that nobody has made');
    const rows = await orderedUpdates(this.services.database.read, { sessionId: this.sessionId, after });
    const list = rows.map(
      ({ seq, person_id, data }): OrderedEdits => ({ seq, personId: String(person_id), ...(JSON.parse(data) as JournaledEdits) }),
    );
    for (let at = 0; at < list.length; at += editsOfMessage)
      this.tellOrder(connection, { kind: 'edits', list: list.slice(at, at + editsOfMessage) });
    this.tellOrder(connection, { kind: 'entered', head: this.head });
    for (const [other, at] of this.selections) this.tellOrder(connection, { kind: 'selection', id: other.id, at });
    this.entered.add(connection);
  }

  private async take(connection: Connection, request: EditsRequest): Promise<void> {
    if (!(await this.mayWrite(connection))) return;
    await this.inOrder(() => this.place(connection, request));
    await this.recheckNow();
  }

  /** Gives edits their place in the order; where another server was faster, after what that has written. */
  private async place(connection: Connection, { after, origin, edits }: EditsRequest): Promise<void> {
    const key = windowKey(connection.who.personId, origin.window);
    const data = JSON.stringify({ origin, edits } satisfies JournaledEdits);
    if (this.bytes + data.length > maxRoomBytes) throw new Error('too many edits');
    for (;;) {
      if (this.isClosed || this.services.stopping.aborted) return;
      // sent once more after a loss, though it had come through
      if ((this.windows.get(key) ?? -1) >= origin.number) return;
      if (after > this.head) throw new Error('edits that nobody has made');
      if (after < this.structural) return this.tellOrder(connection, { kind: 'behind', number: origin.number, head: this.head });
      if (!this.canMake(edits)) return this.tellOrder(connection, { kind: 'refused', number: origin.number });
      const row = { seq: this.head + 1, person_id: connection.who.personId, data };
      try {
        await this.write(row);
        this.bytes += data.length;
        return this.tellAll([this.note(row, { isNew: true })]);
      } catch (error) {
        if (error instanceof PlaceTaken) await this.catchUp();
        else await this.waitAfter(error);
      }
    }
  }

  private canMake(edits: readonly WorkbookEdit[]): boolean {
    try {
      this.accepted.with(edits);
      return true;
    } catch (error) {
      if (error instanceof EditRefused) return false;
      throw error;
    }
  }

  private async write({ seq, person_id, data }: { seq: number; person_id: number; data: string }): Promise<void> {
    try {
      await this.services.database.write(async (db) => {
        if ((await lastUpdate(db, this.sessionId)) >= seq) throw new PlaceTaken();
        await insertUpdates(db, [{ id: newId(), session_id: this.sessionId, person_id, data, seq }]);
        await noteWriting(db, { id: this.sessionId, personIds: [person_id], at: this.services.now() });
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
  flush(): Promise<void> {
    return this.working;
  }

  private tellAll(list: OrderedEdits[]): void {
    for (const connection of this.entered) this.tellOrder(connection, { kind: 'edits', list });
  }

  private tellOrder(connection: Connection, notice: WorkbookNotice): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, roomMessage.order);
    encoding.writeVarString(message, JSON.stringify(notice));
    this.send(connection, encoding.toUint8Array(message));
  }
}
