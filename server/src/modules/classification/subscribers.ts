import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { departmentDeleted } from '../identity/events.ts';
import { copyCardRows, forgetCards } from './cards/cards.queries.ts';
import { copyPlaced, forgetPlaced } from './categories/categories.queries.ts';
import { withdrawTemplates } from './document-templates/document-templates.queries.ts';
import { copyMarks, deleteTagsOf, forgetTagged } from './tags/tags.queries.ts';
import type { DocumentCopier } from '../documents/copy-items.ts';

/** Lets go of the tags and categories of items that are removed for good. */
export async function releaseTags(ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  await forgetTagged(ctx.db, JSON.stringify(itemIds));
  await forgetPlaced(ctx.db, JSON.stringify(itemIds));
}

/** A copy bears the shared tags of its original, and is in its categories. */
export const copyTags: DocumentCopier = async (ctx, { original, to }) => {
  const copied = { from: original, to: to.documentId, at: ctx.now };
  await copyMarks(ctx.db, copied);
  await copyPlaced(ctx.db, copied);
};

/** Lets go of the tags of somebody who is removed. */
export const forgetTagsOf = (db: Db, personId: number): Promise<void> => deleteTagsOf(db, 'personal', JSON.stringify([personId]));

export const tagSubscribers: Subscriber[] = [
  subscribe(departmentDeleted, {
    name: 'labels.departments',
    batch: (db, happenings) => deleteTagsOf(db, 'department', JSON.stringify(happenings.map(({ data }) => data.objId))),
  }),
];

/** Lets go of the cards of items that are removed for good. */
export const releaseCards = (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> => forgetCards(ctx.db, JSON.stringify(itemIds));

/** A copy of a document has its card. */
export const copyCard: DocumentCopier = (ctx, { original, to }) => copyCardRows(ctx.db, { from: original, to: to.documentId });

export const cardSubscribers: Subscriber[] = [
  subscribe(departmentDeleted, {
    name: 'cards.departments',
    batch: (db, happenings) => withdrawTemplates(db, JSON.stringify(happenings.map(({ data }) => data.objId))),
  }),
];
