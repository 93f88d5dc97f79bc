import type { Ctx, House } from '../../ground/ctx.ts';
import type { Listener } from '../../ground/outbox.ts';
import { withdrawTemplates } from './document-template-queries.ts';
import { copyCardRows, forgetCards } from './value-queries.ts';

/** Lets go of the cards of items that are removed for good. */
export const releaseCards = (ctx: Pick<Ctx, 'db'>, itemIds: number[]): Promise<void> => forgetCards(ctx.db, JSON.stringify(itemIds));

/** A copy of a document has its card. */
export const copyCard: House['onCopy'][number] = (ctx, { original, to }) => copyCardRows(ctx.db, { from: original, to: to.documentId });

export const cardListeners: Listener[] = [
  {
    name: 'cards.departments',
    events: ['department.deleted'],
    batch: (db, happenings) => withdrawTemplates(db, JSON.stringify(happenings.map(({ data }) => Number(data['objId'])))),
  },
];
