import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { PublicationTable } from '../../../platform/db/types.generated.ts';

export const insertPublications = (db: Db, rows: Insertable<PublicationTable>[]) => db.insertInto('publication').values(rows).execute();

/** What a flow has still to do on the day that it names. */
export const waitingPublications = (db: Db, flowId: number) =>
  db
    .selectFrom('publication as p')
    .innerJoin('flow_document as d', (join) => join.onRef('d.flow_id', '=', 'p.flow_id').onRef('d.item_id', '=', 'p.source_id'))
    .select(['d.item_id', 'd.revision_id', 'd.name', 'p.effective_at'])
    .where('p.flow_id', '=', flowId)
    .where('p.done', '=', 0)
    .orderBy('d.place')
    .execute();

/** Records that a publication has taken effect, on this document and by this version of it. */
export const finishPublication = (
  db: Db,
  { flowId, sourceId, itemId, number, at }: { flowId: number; sourceId: number; itemId: number; number: number; at: number },
) =>
  db
    .updateTable('publication')
    .set({ item_id: itemId, number, effective_at: at, done: 1 })
    .where('flow_id', '=', flowId)
    .where('source_id', '=', sourceId)
    .execute();

/** Records that the publications of a flow that have not taken effect never will. */
export const giveUpPublications = (db: Db, flowId: number) =>
  db.updateTable('publication').set({ done: 2 }).where('flow_id', '=', flowId).where('done', '=', 0).execute();

/** Records that the version of a document that a publication made was deleted: the one before is in effect again. */
export const forgetPublishedVersion = (db: Db, { itemId, number }: { itemId: number; number: number }) =>
  db
    .updateTable('publication')
    .set({ done: 3 })
    .where('item_id', '=', itemId)
    .where('number', '=', number)
    .where('done', '=', 1)
    .where('kind', '<>', 'abolish')
    .execute();

/** The publications of some documents, the earliest first, with the reasons of their flows. */
export const publicationsOf = (db: Db, itemIds: readonly number[]) =>
  db
    .selectFrom('publication as p')
    .innerJoin('flow as f', 'f.id', 'p.flow_id')
    .select(['p.item_id', 'p.kind', 'p.effective_at', 'p.done', 'f.reason'])
    .where('p.item_id', 'in', among(db, JSON.stringify(itemIds)))
    .orderBy('p.effective_at')
    .orderBy('p.flow_id')
    .execute();

/** Whether a cabinet is named by a template as it is now, or by one that a flow in approval runs with, or whose publication is still to come. */
export async function isCabinetOfFlows(db: Db, cabinetId: number): Promise<boolean> {
  const row = await db
    .selectFrom('flow_template_version as v')
    .select('v.template_id')
    .where('v.cabinet_id', '=', cabinetId)
    .where(
      sql<boolean>`(exists (select 1 from flow_template t where t.id = v.template_id and t.version = v.version)
        or exists (select 1 from flow f where f.template_id = v.template_id and f.template_version = v.version
          and (f.state in ('waiting', 'returned') or exists (select 1 from publication p where p.flow_id = f.id and p.done = 0))))`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether one of some documents is what a publication to come is made of. */
export async function isSourceToCome(db: Db, itemIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('flow_document as d')
    .innerJoin('publication as p', (join) => join.onRef('p.flow_id', '=', 'd.flow_id').onRef('p.source_id', '=', 'd.item_id'))
    .select('p.flow_id')
    .where('d.item_id', 'in', among(db, JSON.stringify(itemIds)))
    .where('p.done', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Documents that were abolished and are still in a publishing cabinet: moved elsewhere they are ordinary ones. */
const abolished = (db: Db) =>
  db
    .selectFrom('item as i')
    .innerJoin('item as c', 'c.id', 'i.cabinet_id')
    .innerJoin('publication as p', 'p.item_id', 'i.id')
    .select('i.id')
    .distinct()
    .where('c.publishing', '=', 1)
    .where('p.kind', '=', 'abolish')
    .where('p.done', '=', 1);

/** The abolished ones of some items. */
export const abolishedAmong = async (db: Db, itemIds: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await abolished(db)
        .where('i.id', 'in', among(db, JSON.stringify(itemIds)))
        .execute()
    ).map((row) => row.id),
  );

/** The abolished documents of a folder. */
export const abolishedIn = async (db: Db, placeId: number): Promise<number[]> =>
  (await abolished(db).where('i.parent_id', '=', placeId).execute()).map((row) => row.id);
