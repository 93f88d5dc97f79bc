import type { Failure } from '@dossier/formats/task';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiledWrite } from '../../../platform/db/dialect.ts';

/** Stages of extraction: by a built-in reader, from the pages of the office engine, or by recognition of page images. */
export const extractionStages = { reading: 0, converting: 1, recognising: 2 } as const;
export type ExtractionStage = (typeof extractionStages)[keyof typeof extractionStages];

/** A document in the extraction queue. */
export interface QueuedDocument {
  id: number;
  name: string;
  ext: string;
  revision_id: number;
  /** The creator of this revision. */
  creator_id: number;
}

/** Queues documents for extraction from the first stage. */
export const enqueueTexts = (db: Db, ids: number[]) =>
  db
    .insertInto('text_queue')
    .values(ids.map((id) => ({ item_id: id, stage: extractionStages.reading })))
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ stage: extractionStages.reading }))
    .execute();

/** Moves a document to the next stage. */
export const moveToStage = compiledWrite<{ id: number; stage: number }>((db, p) =>
  db.updateTable('text_queue').set({ stage: p.stage }).where('item_id', '=', p.id),
);

export const dequeueText = compiledWrite<{ id: number }>((db, p) => db.deleteFrom('text_queue').where('item_id', '=', p.id));

export const hasQueuedTexts = async (db: Db, stage: ExtractionStage): Promise<boolean> =>
  (await db.selectFrom('text_queue').select('item_id').where('stage', '=', stage).limit(1).executeTakeFirst()) !== undefined;

/**
 * Queued documents, up to a number per creator, interleaved by creator. In slow stages the newest come first, so that a new document does
 * not
 * wait for a large import.
 */
export async function queuedTexts(
  db: Db,
  { stage, each, limit }: { stage: ExtractionStage; each: number; limit: number },
): Promise<QueuedDocument[]> {
  const order = stage === extractionStages.reading ? 'asc' : 'desc';
  return db
    .selectFrom(
      db
        .selectFrom('text_queue')
        .innerJoin('item', 'item.id', 'text_queue.item_id')
        .innerJoin('revision', 'revision.id', 'item.revision_id')
        .select(['item.id', 'item.name', 'item.ext', 'item.revision_id', 'revision.creator_id'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('revision.creator_id').orderBy('item.id', order))
            .as('place'),
        )
        .where('text_queue.stage', '=', stage)
        .as('waiting'),
    )
    .select(['id', 'name', 'ext', 'revision_id', 'creator_id'])
    .where('place', '<=', each)
    .orderBy('place')
    .orderBy('id', order)
    .limit(limit)
    .execute();
}

/** Documents whose extraction failed for one of these reasons. */
export const failedTexts = async (db: Db, { reasons, limit }: { reasons: Failure[]; limit: number }): Promise<number[]> =>
  (await db.selectFrom('indexed_text').select('item_id').where('state', 'in', reasons).limit(limit).execute()).map((row) => row.item_id);

/** Deletes the results of documents and queues them again. */
export async function requeueTexts(db: Db, ids: number[]): Promise<void> {
  await db
    .deleteFrom('indexed_text')
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();
  await enqueueTexts(db, ids);
}
