import type { Services } from '../../platform/context.ts';
import { subscribe } from '../../platform/events/outbox.ts';
import { findItem } from '../access/items.queries.ts';
import { documentRevised } from '../documents/events.ts';
import { shareTermsChanged } from '../identity/events.ts';
import { type Room, rooms } from './rooms/room.ts';
import { isFileSession, lostAfterMs } from './sessions/edit-sessions.ts';
import {
  clearPresence,
  deletePresenceOf,
  deleteSessions,
  type EditSessionRow,
  openSessions,
  sessionById,
  sessionOfDocument,
  sessionsEndedBefore,
  unsavedSessions,
  updatesSince,
} from './sessions/edit-sessions.queries.ts';
import { endSession, saveSession } from './sessions/save-session.ts';

/** A version is saved when a change is so old. */
const saveEveryMs = 10 * 60_000;
/** A session in which nobody types for so long ends. */
const restsAfterMs = 30 * 60_000;
const day = 24 * 3600_000;
/** How long an ended session can go on, for who was cut off; and how long text is kept that could not be saved. */
const keptMs = { saved: 7 * day, unsaved: 90 * day };

const openRooms = async (services: Services): Promise<Room[]> => {
  const found = await Promise.allSettled(rooms(services).values());
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
};

/** The last sweep that was begun. */
const lastSweep = new WeakMap<Services, Promise<void>>();

/**
 * Saves what was typed, ends sessions that rest or whose server is gone, tells editors of revisions from elsewhere, and forgets old sessions. A sweep
 * begins after the one before it, as that leaves alone for minutes what this one is saving.
 */
export function sweepEditSessions(services: Services): Promise<void> {
  const before = lastSweep.get(services);
  const sweep = before === undefined ? sweepNow(services) : before.then(() => sweepNow(services));
  lastSweep.set(
    services,
    sweep.catch(() => undefined),
  );
  return sweep;
}

async function sweepNow(services: Services): Promise<void> {
  const now = services.now();
  const here = new Map((await openRooms(services)).map((room) => [room.sessionId, room]));
  for (const room of here.values()) {
    await room.renewPresence();
    await room.recheck();
  }
  const open = await openSessions(services.database.read);
  const ids = new Set(open.map((session) => session.id));
  const tried = triesOf(services, triedOpen);
  for (const id of tried.keys()) if (!ids.has(id)) tried.delete(id);
  for (const session of open) {
    // one that fails does not keep the others from being saved
    await sweepSession(services, session, here.get(session.id)).catch((error: unknown) => {
      services.log.warn({ err: error, session: session.id }, 'an editing session was not swept');
    });
  }
  await saveLeftOver(services);
  for (const [sessionId, room] of here) {
    const [session] = await sessionById(services.database.read, { id: sessionId });
    if (session === undefined || session.ended_at !== 0) room.close('revised');
  }
  for (const unsaved of [false, true]) {
    const before = now - (unsaved ? keptMs.unsaved : keptMs.saved);
    const old = await sessionsEndedBefore(services.database.read, { before, unsaved });
    if (old.length > 0)
      await services.database.write((db) =>
        deleteSessions(
          db,
          old.map((row) => row.id),
        ),
      );
  }
}

async function sweepSession(
  services: Services,
  session: EditSessionRow & { seen_at: number | null },
  room: Room | undefined,
): Promise<void> {
  const now = services.now();
  const failed = (error: unknown) => services.log.warn({ err: error, session: session.id }, 'an editing session was not saved');
  const isAlone = (session.seen_at ?? session.opened_at) < now - lostAfterMs;
  // a room stays empty where its first connection was refused
  const isEmpty = room === undefined || room.connections.size === 0;
  if (isAlone && isEmpty) {
    room?.close('rest');
    // what could not be saved stays in the journal
    await saveSession(services, session.id).catch(failed);
    return endSession(services, session.id);
  }
  if (isFileSession(session)) return sweepFileSession(services, session, failed);
  if (room === undefined) return;
  const item = await findItem(services.database.read, session.document_id);
  if (item !== undefined && item.revision_id !== session.revision_id) return closeRevised(room);
  if (session.active_at < now - restsAfterMs) return room.close('rest');
  if (isSaveDue(services, session)) await room.save();
}

/** Whether a session has a change that is old, and was not tried to be saved a moment ago. */
function isSaveDue(services: Services, { id, changed_at }: EditSessionRow): boolean {
  const now = services.now();
  const tried = triesOf(services, triedOpen);
  if (changed_at === 0) tried.delete(id);
  if (changed_at === 0 || changed_at >= now - saveEveryMs || (tried.get(id) ?? 0) > now - tryAgainMs) return false;
  tried.set(id, now);
  return true;
}

/** Of a whole file: its window asks by itself whether there is a revision from elsewhere, and then takes the copy. */
async function sweepFileSession(services: Services, session: EditSessionRow, failed: (error: unknown) => void): Promise<void> {
  const now = services.now();
  const isResting = session.active_at < now - restsAfterMs;
  if (isResting || isSaveDue(services, session)) await saveSession(services, session.id).catch(failed);
  if (!isResting) return;
  await services.database.write((db) => deletePresenceOf(db, session.id));
  await endSession(services, session.id);
}

/** A save that failed at the end of a session is tried again so often. */
const tryAgainMs = 5 * 60_000;
type Tries = Map<number, number>;
/** When sessions were tried to be saved: ended ones, and open ones. */
const [triedEnded, triedOpen] = [new WeakMap<Services, Tries>(), new WeakMap<Services, Tries>()];

function triesOf(services: Services, all: WeakMap<Services, Tries>): Tries {
  const tries = all.get(services) ?? new Map<number, number>();
  all.set(services, tries);
  return tries;
}

/** Saves what ended sessions could not: as the disk failed, a quota was full, or the last writer lacked the right. */
async function saveLeftOver(services: Services): Promise<void> {
  const tried = triesOf(services, triedEnded);
  const left = new Set((await unsavedSessions(services.database.read)).map((row) => row.id));
  for (const id of tried.keys()) if (!left.has(id)) tried.delete(id);
  for (const id of left) {
    if ((tried.get(id) ?? 0) > services.now() - tryAgainMs) continue;
    tried.set(id, services.now());
    await saveSession(services, id).catch((error: unknown) =>
      services.log.info({ err: error, session: id }, 'an ended editing session is still unsaved'),
    );
  }
}

/** What was typed beside a revision from elsewhere is kept as a copy; without such the editors open the new revision. */
async function closeRevised(room: Room): Promise<void> {
  await room.save();
  if (!room.isOver) room.close('revised');
}

/** Tells editors at once that their document has a revision from elsewhere. */
export const revisionSubscriber = subscribe(documentRevised, {
  name: 'editing.revised',
  async job({ data }, services) {
    const [session] = await sessionOfDocument(services.database.read, { document: data.objId ?? 0 });
    if (session === undefined || session.ended_at !== 0 || session.revision_id === data.revisionId) return;
    const item = await findItem(services.database.read, session.document_id);
    const room = await rooms(services).get(session.id);
    if (room !== undefined && item !== undefined && item.revision_id !== session.revision_id) await closeRevised(room);
  },
});

/** Asks visitors in rooms at once for their rights, when the terms of their share changed or it was closed. */
export const shareTermsSubscriber = subscribe(shareTermsChanged, {
  name: 'editing.shareTerms',
  async job({ data }, services) {
    for (const room of await openRooms(services)) await room.recheck({ shareId: data.shareId });
  },
});

/** Rows of other servers may be committed later than their ids say. */
const overlapMs = 10_000;
const idsPerMs = 4096;
/** The newest row of the journals that a server has read. */
const newest = new WeakMap<Services, number>();

/** Brings what other servers wrote into the rooms of this one. */
export async function followJournals(services: Services): Promise<void> {
  const here = new Map((await openRooms(services)).map((room) => [room.sessionId, room]));
  if (here.size === 0) return;
  const known = newest.get(services) ?? 0;
  const rows = await updatesSince(services.database.read, { sessions: [...here.keys()], after: known - overlapMs * idsPerMs });
  for (const row of rows) here.get(row.session_id)?.applyFromJournal(row);
  newest.set(services, Math.max(known, rows.at(-1)?.id ?? 0));
}

/**
 * At start: a server that was killed left the connections of its editors. Of several servers on PostgreSQL each may start while others have
 * connections, so there they count as lost only once they are not seen any more.
 */
export async function forgetConnections({ database }: Services): Promise<void> {
  if (database.engine === 'sqlite') await database.write((db) => clearPresence(db));
}

/** Writes what is pending in all rooms: before the database is closed. */
export async function flushRooms(services: Services): Promise<void> {
  for (const room of await openRooms(services)) await room.flush();
}
