import type { Ctx, House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import type { Listener } from '../../ground/outbox.ts';
import { copyPlaced, forgetPlaced } from './category-queries.ts';
import { copyMarks, deleteTagsOf, forgetTagged } from './tag-queries.ts';

/** Lets go of the tags and categories of items that are removed for good. */
export async function releaseTags(ctx: Pick<Ctx, 'db'>, itemIds: number[]): Promise<void> {
  await forgetTagged(ctx.db, JSON.stringify(itemIds));
  await forgetPlaced(ctx.db, JSON.stringify(itemIds));
}

/** A copy bears the shared tags of its original, and is in its categories. */
export const copyTags: House['onCopy'][number] = async (ctx, { original, to }) => {
  const copied = { from: original, to: to.documentId, at: ctx.now };
  await copyMarks(ctx.db, copied);
  await copyPlaced(ctx.db, copied);
};

/** Lets go of the tags of somebody who is removed. */
export const forgetTagsOf = (db: Db, personId: number): Promise<void> => deleteTagsOf(db, 'personal', JSON.stringify([personId]));

export const tagListeners: Listener[] = [
  {
    name: 'labels.departments',
    events: ['department.deleted'],
    batch: (db, happenings) => deleteTagsOf(db, 'department', JSON.stringify(happenings.map(({ data }) => Number(data['objId'])))),
  },
];
