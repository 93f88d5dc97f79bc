import { maxEditedBytes } from '@dossier/contract/core/file-types';
import { sharedText } from '@dossier/contract/editing/editing';
import { drawingLimits, picturesOf } from '@dossier/formats/drawing/excalidraw';
import * as Y from 'yjs';
import type { Services } from '../../../platform/context.ts';
import { sharedDrawing } from '../journals/drawing-journal.ts';
import type { RoomKind } from '../journals/journal.ts';
import { lineCount, maxEditedLines } from '../journals/text-journal.ts';
import { sessionById } from '../sessions/edit-sessions.queries.ts';
import { requireDrawingUpdate, requireSmallDrawingUpdate } from './accepted-drawing-update.ts';
import { requireTextUpdate } from './accepted-update.ts';
import { OrderedRoom } from './ordered-room.ts';
import { slidesRules, workbookRules } from './ordered-rules.ts';
import { type Entrant, roomBounds } from './room-bounds.ts';
import { type Room, type RoomSession, rooms } from './room.ts';
import type { DecodedUpdate } from './update-costs.ts';
import { YjsRoom, type YjsRules } from './yjs-room.ts';

/** Texts: they may grow beyond what is opened for editing. */
const textRules: YjsRules = {
  requireUpdate: requireTextUpdate,
  hasRoomFor: (doc, update, bytes) => doc.getText(sharedText).length + bytes <= 2 * maxEditedBytes('text') && hasLinesFor(doc, update),
};

/** Counting lines anew takes as long as reading the text. */
const countedEveryMs = 200;
/** Lines of a text when they were counted last, and those that came since. */
const linesOf = new WeakMap<Y.Doc, { count: number; countedAt: number }>();

/** Whether a text may take the lines of an update: like its bytes, twice as many as are opened. */
function hasLinesFor(doc: Y.Doc, { structs }: DecodedUpdate): boolean {
  const most = 2 * maxEditedLines;
  const count = () => ({ count: lineCount(doc.getText(sharedText).toJSON()), countedAt: performance.now() });
  let lines = linesOf.get(doc) ?? count();
  let added = 0;
  for (const struct of structs)
    if (struct instanceof Y.Item && struct.content instanceof Y.ContentString) added += lineCount(struct.content.str) - 1;
  if (lines.count + added > most && performance.now() - lines.countedAt > countedEveryMs) lines = count();
  linesOf.set(doc, lines);
  if (lines.count + added > most) return false;
  lines.count += added;
  return true;
}

/** Drawings: with what was deleted while they are edited, they may have twice as many elements and pictures as are opened. */
const drawingRules: YjsRules = {
  requireSmall: requireSmallDrawingUpdate,
  requireUpdate: requireDrawingUpdate,
  hasRoomFor: (doc) => {
    const { elements, files } = sharedDrawing(doc);
    return elements.size <= 2 * drawingLimits.elements && files.size <= 2 * drawingLimits.files;
  },
  takeOutDeleted: (doc) => {
    const { elements, files } = sharedDrawing(doc);
    const all = [...elements.values()];
    const shown = picturesOf(all);
    for (const { id, isDeleted, fileId } of all) {
      if (isDeleted !== true) continue;
      elements.delete(id);
      if (typeof fileId === 'string' && !shown.has(fileId)) files.delete(fileId);
    }
  },
};

type OpenRoom = (services: Services, session: RoomSession) => Promise<Room>;

const openers: Record<RoomKind, OpenRoom> = {
  text: (services, session) => YjsRoom.open(services, session, textRules),
  drawing: (services, session) => YjsRoom.open(services, session, drawingRules),
  workbook: (services, session) => OrderedRoom.open(services, session, workbookRules),
  slides: (services, session) => OrderedRoom.open(services, session, slidesRules),
};

async function openRoom(services: Services, room: RoomSession): Promise<Room> {
  const [session] = await sessionById(services.database.read, { id: room.sessionId });
  const opener = openers[session?.kind as keyof typeof openers] as OpenRoom | undefined;
  if (opener === undefined) throw new Error('no session that has a room');
  return opener(services, room);
}

/** Rooms whose bytes are not known yet, at once. */
const maxOpening = 100;
const opening = new WeakMap<Services, number>();

/** The room of a session, opened where nobody is in it yet; undefined where there is no place for another of who enters. */
export async function roomOf(services: Services, session: RoomSession, entrant: Entrant): Promise<Room | undefined> {
  const open = rooms(services);
  const isNew = !open.has(session.sessionId);
  if (isNew && ((opening.get(services) ?? 0) >= maxOpening || !roomBounds(services).mayHoldMore(entrant))) return undefined;
  const room = open.get(session.sessionId) ?? openRoom(services, session);
  open.set(session.sessionId, room);
  if (isNew) opening.set(services, (opening.get(services) ?? 0) + 1);
  try {
    return await room;
  } catch (error) {
    open.delete(session.sessionId);
    throw error;
  } finally {
    if (isNew) opening.set(services, (opening.get(services) ?? 1) - 1);
  }
}
