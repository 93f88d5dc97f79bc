import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** A page of the contents that the database knows, by sha256. */
export const blobsAfter = (db: Db, after: string) =>
  db
    .selectFrom('blob')
    .select(['sha256', 'size'])
    .where('sha256', '>', after)
    .where('verdict', '<>', 'deleted')
    .orderBy('sha256')
    .limit(500)
    .execute();

export const knowsBlob = async (db: Db, sha256: string): Promise<boolean> =>
  (await db.selectFrom('blob').select('sha256').where('sha256', '=', sha256).execute()).length > 0;

/** Some of the documents that have or had a content, to report what is damaged. */
export const documentsOfBlob = (db: Db, sha256: string) =>
  db
    .selectFrom('revision as r')
    .innerJoin('item as i', 'i.id', 'r.document_id')
    .select(['i.id', 'i.name', 'r.number'])
    .where('r.sha256', '=', sha256)
    .limit(5)
    .execute();

export const revisionsWithoutBlob = (db: Db) =>
  db
    .selectFrom('revision as r')
    .leftJoin('blob as b', 'b.sha256', 'r.sha256')
    .select(['r.id', 'r.document_id', 'r.name', 'r.number', 'r.sha256'])
    .where((where) => where.or([where('b.sha256', 'is', null), where('b.size', '<>', where.ref('r.size'))]))
    .execute();

/** Document templates whose content has no row, or another size. */
export const templatesWithoutBlob = (db: Db) =>
  db
    .selectFrom('document_template as t')
    .leftJoin('blob as b', 'b.sha256', 't.sha256')
    .select(['t.id', 't.name', 't.sha256'])
    .where((where) => where.or([where('b.sha256', 'is', null), where('b.size', '<>', where.ref('t.size'))]))
    .execute();

/** Some of the document templates that have a content, to report what is damaged. */
export const templatesOfBlob = (db: Db, sha256: string) =>
  db.selectFrom('document_template').select(['id', 'name']).where('sha256', '=', sha256).limit(5).execute();

/** Editing sessions whose draft is this content. */
export const editSessionsOfBlob = (db: Db, sha256: string) =>
  db.selectFrom('edit_session').select(['id', 'document_id']).where('draft_sha256', '=', sha256).limit(5).execute();

/** Documents whose newest revision is missing, belongs to another, has another size, or is not the newest; numbers of deleted ones are not given again. */
export const documentsWithoutRevision = (db: Db) =>
  db
    .selectFrom('item as i')
    .leftJoin('revision as r', 'r.id', 'i.revision_id')
    .select(['i.id', 'i.name', 'i.revision_id'])
    .where('i.kind', '=', 33)
    .where((where) =>
      where.or([
        where('r.id', 'is', null),
        where('r.document_id', '<>', where.ref('i.id')),
        where('r.size', '<>', where.ref('i.size')),
        where('r.number', '>', where.ref('i.version_no')),
        where.exists(
          where.selectFrom('revision as n').select('n.id').whereRef('n.document_id', '=', 'i.id').whereRef('n.number', '>', 'r.number'),
        ),
      ]),
    )
    .execute();

/** Items whose folder, or whose flow, is missing. */
export const itemsWithoutParent = (db: Db) =>
  db
    .selectFrom('item as i')
    .leftJoin('item as p', 'p.id', 'i.parent_id')
    .select(['i.id', 'i.name', 'i.parent_id'])
    .leftJoin('flow as f', (join) => join.onRef('f.id', '=', 'i.parent_id').on('i.attached', '=', 2))
    .where('i.parent_id', '<>', 0)
    .where('p.id', 'is', null)
    .where('f.id', 'is', null)
    .execute();

/** Folders whose counters differ from their contents; one statement, so that concurrent writes cause no difference. */
export async function wrongCounts(db: Db): Promise<{ parent_id: number; kind: number; off: number }[]> {
  const found = await sql<{ parent_id: number; kind: number; off: number }>`
    select parent_id, kind, sum(n) as off from (
      select parent_id, kind, acl_id, n from child_count
      union all
      select parent_id, kind, acl_id, -1 from item where bin_id = 0
    ) as counted group by parent_id, kind, acl_id having sum(n) <> 0`.execute(db);
  return found.rows;
}
