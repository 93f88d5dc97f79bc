import type { Visit, VisitCtx } from '../../ground/ctx.ts';
import { sayArrived } from './tell-arrivals.ts';
import { insertUpload } from './queries.ts';
import { noteEvent } from './visit-events.ts';

/** Remembers, with the document, who put it there; a new revision stays whose the document is. */
export const noteArrived: Visit['arrived'] = async (ctx, { documentId, placeId, name, isNew }) => {
  const { visit } = ctx;
  if (visit === undefined) return;
  if (isNew) {
    await insertUpload(ctx.db, {
      document_id: documentId,
      share_id: visit.shareId,
      visitor_key: visit.key,
      place_id: placeId,
      created_at: ctx.now,
    });
  }
  await noteEvent(ctx as VisitCtx, isNew ? 'uploaded' : 'edited', { id: documentId, name });
  await sayArrived(ctx.db, { shareId: visit.shareId, at: ctx.now });
};
