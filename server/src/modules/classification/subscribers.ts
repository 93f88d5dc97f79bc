import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { departmentDeleted } from '../identity/events.ts';
import { copyCardRows, forgetCards } from './cards/cards.queries.ts';
import { copyPlaced, forgetPlaced } from './categories/categories.queries.ts';
import { withdrawTemplates } from './document-templates/document-templates.queries.ts';
import { copyMarks, deleteTagsOf, forgetTagged } from './tags/tags.queries.ts';
import type { DocumentCopier } from '../documents/copy-items.ts';

/** Removes the tags and categories of items that are purged. */
export async function releaseTags(ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  await forgetTagged(ctx.db, JSON.stringify(itemIds));
  await forgetPlaced(ctx.db, JSON.stringify(itemIds));
}

/** Gives a copy the shared tags and the categories of its original. */
export const copyTags: DocumentCopier = async (ctx, { original, to }) => {
  const copied = { from: original, to: to.documentId, at: ctx.now };
  await copyMarks(ctx.db, copied);
  await copyPlaced(ctx.db, copied);
};

/** Deletes the tags of a user who is removed. */
export const forgetTagsOf = (db: Db, personId: number): Promise<void> => deleteTagsOf(db, 'personal', JSON.stringify([personId]));

export const tagSubscribers: Subscriber[] = [
  subscribe(departmentDeleted, {
    name: 'labels.departments',
    batch: (db, delivered) => deleteTagsOf(db, 'department', JSON.stringify(delivered.map(({ data }) => data.objId))),
  }),
];

/** Deletes the cards of items that are purged. */
export const releaseCards = (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> => forgetCards(ctx.db, JSON.stringify(itemIds));

/** Gives a copy the card of its original. */
export const copyCard: DocumentCopier = (ctx, { original, to }) => copyCardRows(ctx.db, { from: original, to: to.documentId });

export const cardSubscribers: Subscriber[] = [
  subscribe(departmentDeleted, {
    name: 'cards.departments',
    batch: (db, delivered) => withdrawTemplates(db, JSON.stringify(delivered.map(({ data }) => data.objId))),
  }),
];
