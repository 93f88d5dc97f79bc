import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { EditedCopyTable } from '../../../platform/db/types.generated.ts';

/** Whose words a copy keeps, of which document, and under which name it was made. */
export type CopySource = Omit<EditedCopyTable, 'copy_id'>;

export const insertCopy = (db: Db, row: Insertable<EditedCopyTable>) => db.insertInto('edited_copy').values(row).execute();

/** Copies made for a source that lie unlocked in a container, and whose newest revision visitors of links sent; the oldest first. */
export const copiesOf = compiled<CopySource & { parent: number }, { id: number }>((db, p) =>
  db
    .selectFrom('edited_copy as c')
    .innerJoin('item as i', 'i.id', 'c.copy_id')
    .innerJoin('revision as newest', 'newest.id', 'i.revision_id')
    .select('i.id')
    .where('c.document_id', '=', p.document_id)
    .where('c.share_id', '=', p.share_id)
    .where('c.visitor_key', '=', p.visitor_key)
    .where('c.name', '=', p.name)
    .where('i.parent_id', '=', p.parent)
    .where('i.bin_id', '=', 0)
    .where('i.lock_person_id', '=', 0)
    .where('newest.link', '<>', '')
    .orderBy('i.id')
    .limit(10),
);

/** Forgets purged copies, and the copies of purged documents. */
export async function deleteCopies(db: Db, itemIds: readonly number[]): Promise<void> {
  const ids = JSON.stringify(itemIds);
  await db
    .deleteFrom('edited_copy')
    .where((where) => where.or([where('copy_id', 'in', among(db, ids)), where('document_id', 'in', among(db, ids))]))
    .execute();
}
