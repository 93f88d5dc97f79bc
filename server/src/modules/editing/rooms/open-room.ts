import { maxEditedBytes } from '@dossier/contract/core/file-types';
import { sharedText } from '@dossier/contract/editing/editing';
import { isStructuralSlideEdit, type SlideEdit, type SlideSelection, SlidesRequest } from '@dossier/contract/editing/slide-edits';
import { type CellSelection, isStructural, type WorkbookEdit, WorkbookRequest } from '@dossier/contract/editing/workbook-edits';
import type { Services } from '../../../platform/context.ts';
import type { SessionKind } from '../journals/journal.ts';
import { sessionById } from '../sessions/edit-sessions.queries.ts';
import { deckOf } from '../slides/edited-slides.ts';
import { hasPictures } from '../slides/kept-pictures.ts';
import { workbookFacts } from '../workbooks/edited-workbooks.ts';
import { AcceptedEdits } from './accepted-edits.ts';
import { AcceptedSlides } from './accepted-slides.ts';
import { requireTextUpdate } from './accepted-update.ts';
import { OrderedRoom, type OrderedRules } from './ordered-room.ts';
import { type Room, type RoomSession, rooms } from './room.ts';
import { YjsRoom, type YjsRules } from './yjs-room.ts';

/** Texts: they may grow beyond what is opened for editing. */
const textRules: YjsRules = {
  requireUpdate: requireTextUpdate,
  hasRoomFor: (doc, bytes) => doc.getText(sharedText).length + bytes <= 2 * maxEditedBytes('text'),
};

const workbookRules: OrderedRules<WorkbookEdit, CellSelection> = {
  parse: (said) => WorkbookRequest.parse(said),
  isStructural,
  accept: async (services, content) => AcceptedEdits.of(await workbookFacts(services, content)),
  followsVersions: false,
};

/** Presentations: a deleted slide can be brought back until a version is without it. */
const slidesRules: OrderedRules<SlideEdit, SlideSelection> = {
  parse: (said) => SlidesRequest.parse(said),
  isStructural: isStructuralSlideEdit,
  accept: async (services, content) => new AcceptedSlides({ deck: await deckOf(services, content), deleted: [] }),
  followsVersions: true,
  isComplete: (db, sessionId, edits) =>
    hasPictures(
      db,
      sessionId,
      edits.flatMap((edit) => (edit.kind === 'picture' && edit.picture !== '' ? [edit.picture] : [])),
    ),
};

type OpenRoom = (services: Services, session: RoomSession) => Promise<Room>;

const openers: Record<Exclude<SessionKind, 'file'>, OpenRoom> = {
  text: (services, session) => YjsRoom.open(services, session, textRules),
  workbook: (services, session) => OrderedRoom.open(services, session, workbookRules),
  slides: (services, session) => OrderedRoom.open(services, session, slidesRules),
};

async function openRoom(services: Services, room: RoomSession): Promise<Room> {
  const [session] = await sessionById(services.database.read, { id: room.sessionId });
  const opener = openers[session?.kind as keyof typeof openers] as OpenRoom | undefined;
  if (opener === undefined) throw new Error('no session that has a room');
  return opener(services, room);
}

/** The room of a session, opened where nobody is in it yet. */
export async function roomOf(services: Services, session: RoomSession): Promise<Room> {
  const open = rooms(services);
  const room = open.get(session.sessionId) ?? openRoom(services, session);
  open.set(session.sessionId, room);
  try {
    return await room;
  } catch (error) {
    open.delete(session.sessionId);
    throw error;
  }
}
