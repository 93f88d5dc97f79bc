import { codes } from '@dossier/contract/core/codes';
import { isStructuralSlideEdit, type SlideEdit, type SlideSelection, SlidesRequest } from '@dossier/contract/editing/slide-edits';
import { type CellSelection, isStructural, type WorkbookEdit, WorkbookRequest } from '@dossier/contract/editing/workbook-edits';
import type { Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { blobOf } from '../../documents/revisions.ts';
import { unsavedEdits } from '../journals/ordered-edits.ts';
import { writtenSlides } from '../journals/slides-journal.ts';
import { sessionById } from '../sessions/edit-sessions.queries.ts';
import { deckOf } from '../slides/edited-slides.ts';
import { rowsOfPictures } from '../slides/kept-pictures.ts';
import { patchedWorkbook, workbookFacts } from '../workbooks/edited-workbooks.ts';
import { AcceptedEdits } from './accepted-edits.ts';
import { AcceptedSlides } from './accepted-slides.ts';
import type { OrderedRules } from './ordered-room.ts';

/** So often a session and its version are read until they fit. */
const mostReads = 3;

/** Whether a version can be written with edits more: tried, and thrown away. */
async function canWrite<E>(
  services: Services,
  sessionId: number,
  { edits, write }: { edits: readonly E[]; write: (content: Content, all: E[]) => Promise<Buffer> },
): Promise<boolean> {
  const { read } = services.database;
  let [session] = await sessionById(read, { id: sessionId });
  let content = session && (await blobOf(read, session.revision_id));
  // a save may have taken back the version of the session meanwhile
  for (let attempt = 1; content === undefined && attempt < mostReads; attempt++) {
    [session] = await sessionById(read, { id: sessionId });
    content = session && (await blobOf(read, session.revision_id));
  }
  // what is written in a session that was replaced is refused as it is written
  if (session === undefined) return true;
  if (content === undefined) throw new Refusal(codes.changedMeanwhile);
  const all = [...(await unsavedEdits<E>(services, session)).edits, ...edits];
  // a version that was saved meanwhile has all of them: there is nothing to write, which no writer takes
  if (all.length === 0) return true;
  try {
    await write(content, all);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.answer === codes.editDamaged) return false;
    throw error;
  }
}

const canWriteWorkbook = (services: Services, sessionId: number, edits: readonly WorkbookEdit[]): Promise<boolean> =>
  canWrite(services, sessionId, { edits, write: (content, all) => patchedWorkbook(services, content, all) });

const canWriteSlides = (services: Services, sessionId: number, edits: readonly SlideEdit[]): Promise<boolean> =>
  canWrite(services, sessionId, { edits, write: (content, all) => writtenSlides(services, { sessionId, content, edits: all }) });

/** Workbooks: what stands in the way of moved lines, as a table or a chart, is known in the file only. */
export const workbookRules: OrderedRules<WorkbookEdit, CellSelection> = {
  parse: (said) => WorkbookRequest.parse(said),
  isStructural,
  accept: async (services, content) => AcceptedEdits.of(await workbookFacts(services, content)),
  followsVersions: false,
  removed: () => ({}),
  mustTry: isStructural,
  attachmentsOf: () => Promise.resolve([]),
  canWrite: async (services, sessionId, { edits, mustTry }) => !mustTry || canWriteWorkbook(services, sessionId, edits),
  isWritable: (services, sessionId) => canWriteWorkbook(services, sessionId, []),
};

/** Edits that touch more of the package than the slide that they name. */
const isFarReaching = ({ kind }: SlideEdit): boolean => kind === 'delete' || kind === 'duplicate';

/** Presentations: a deleted slide can be brought back until a version is without it, and pictures were uploaded before. */
export const slidesRules: OrderedRules<SlideEdit, SlideSelection> = {
  parse: (said) => SlidesRequest.parse(said),
  isStructural: isStructuralSlideEdit,
  accept: async (services, content) => new AcceptedSlides({ deck: await deckOf(services, content), deleted: [] }),
  followsVersions: true,
  removed: ({ kind, slide }) => (kind === 'delete' ? { out: slide } : kind === 'restore' ? { back: slide } : {}),
  mustTry: isFarReaching,
  attachmentsOf: (db, sessionId, edits) =>
    rowsOfPictures(
      db,
      sessionId,
      edits.flatMap((edit) => (edit.kind === 'picture' && edit.picture !== '' ? [edit.picture] : [])),
    ),
  canWrite: async (services, sessionId, { edits, mustTry }) => !mustTry || canWriteSlides(services, sessionId, edits),
  isWritable: (services, sessionId) => canWriteSlides(services, sessionId, []),
};
