import { codes } from '@dossier/contract/core/codes';
import type { SlideEdit } from '@dossier/contract/editing/slide-edits';
import type { Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { orderedUpdates } from '../sessions/edit-sessions.queries.ts';
import { deckOf, patchedSlides } from '../slides/edited-slides.ts';
import { picturesOf } from '../slides/kept-pictures.ts';
import type { Journal } from './journal.ts';
import { type JournaledEdits, unsavedEdits } from './ordered-edits.ts';

/** The file of a presentation with edits and the pictures that were uploaded for them. */
export async function writtenSlides(
  services: Services,
  { sessionId, content, edits }: { sessionId: number; content: Content; edits: SlideEdit[] },
): Promise<Buffer> {
  return patchedSlides(services, content, { edits, pictures: await picturesFor(services, sessionId, edits) });
}

/** The uploaded pictures that edits name. */
function picturesFor({ database }: Services, sessionId: number, edits: readonly SlideEdit[]): Promise<Record<string, string>> {
  const used = edits.flatMap((edit) => (edit.kind === 'picture' && edit.picture !== '' ? [edit.picture] : []));
  return picturesOf(database.read, sessionId, used);
}

/** Presentations: edits in one order, which are written into the package of the version. */
export const slidesJournal: Journal = {
  async begin(services, content) {
    await deckOf(services, content);
    return { encoding: '' };
  },

  encodingOf: () => Promise.resolve(''),

  async write(services, session, base) {
    // nothing says what slides a part of the package does not name
    if (base === undefined) throw new Refusal(codes.bytesMissing);
    const { edits, head } = await unsavedEdits<SlideEdit>(services, session);
    const bytes = await writtenSlides(services, { sessionId: session.id, content: base, edits });
    return {
      bytes,
      encoding: '',
      noted: { base_seq: head },
      isChangedSince: async (db) => {
        const later = await orderedUpdates(db, { sessionId: session.id, after: head });
        // a slide that was brought back meanwhile would be gone for good with this version
        if (later.some(({ data }) => (JSON.parse(data) as JournaledEdits<SlideEdit>).edits.some(({ kind }) => kind === 'restore')))
          throw new Refusal(codes.changedMeanwhile);
        return later.length > 0;
      },
    };
  },

  async unsaved(services, session) {
    const { edits } = await unsavedEdits<SlideEdit>(services, session);
    return { edits, pictures: await picturesFor(services, session.id, edits) };
  },

  // windows that were cut off find their own edits by their numbers
  join: () => Promise.resolve(undefined),
};
