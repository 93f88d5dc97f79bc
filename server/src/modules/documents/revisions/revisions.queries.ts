import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts, compiled, compiledWrite } from '../../../platform/db/dialect.ts';

/** A revision: which bytes a document had from when on, and under which name they came. */
export interface RevisionRow {
  id: number;
  document_id: number;
  number: number;
  sha256: string;
  size: number;
  name: string;
  ext: string;
  note: string;
  major: number;
  creator_id: number;
  created_at: number;
  /** Who sent it by which link; empty where staff brought it. */
  visitor: string;
  link: string;
}

export const revisionById = compiled<{ id: number }, RevisionRow>((db, p) => db.selectFrom('revision').selectAll().where('id', '=', p.id));

/** Revisions with these ids, of which one JSON array speaks. */
export const revisionsByIds = compiled<{ ids: string }, RevisionRow>((db, p) =>
  db.selectFrom('revision').selectAll().where('id', 'in', among(db, p.ids)),
);

export const revisionsOf = (db: Db, documentId: number) =>
  db.selectFrom('revision').selectAll().where('document_id', '=', documentId).orderBy('number', 'desc').execute();

type BroughtRow = Pick<RevisionRow, 'document_id' | 'number' | 'visitor' | 'link' | 'creator_id' | 'created_at'> & {
  updater_id: number;
  updated_at: number;
};

/** Of some documents the first and the newest revision, where visitors sent them. */
export const revisionsByLink = compiled<{ ids: string }, BroughtRow>((db, p) =>
  db
    .selectFrom('revision as r')
    .innerJoin('item as i', 'i.id', 'r.document_id')
    .select(['r.document_id', 'r.number', 'r.visitor', 'r.link', 'r.creator_id', 'r.created_at', 'i.updater_id', 'i.updated_at'])
    .where('r.document_id', 'in', among(db, p.ids))
    // said as it is, so that the index of these few is used
    .where(sql<boolean>`r.link <> ''`)
    .where((where) => where.or([where('r.number', '=', 1), where('r.id', '=', where.ref('i.revision_id'))])),
);

export const insertRevision = compiledWrite<RevisionRow>((db, p) =>
  db.insertInto('revision').values({
    id: p.id,
    document_id: p.document_id,
    number: p.number,
    sha256: p.sha256,
    size: p.size,
    name: p.name,
    ext: p.ext,
    note: p.note,
    major: p.major,
    creator_id: p.creator_id,
    created_at: p.created_at,
    visitor: p.visitor,
    link: p.link,
  }),
);

export const blobBySha = compiled<{ sha256: string }, { size: number; created_at: number }>((db, p) =>
  db.selectFrom('blob').select(['size', 'created_at']).where('sha256', '=', p.sha256),
);

/** Notes that a content is stored and used from now on. The row is held until the transaction ends, so that nobody frees it meanwhile. */
export const touchBlob = compiledWrite<{ sha256: string; size: number; created_at: number }>((db, p) =>
  db
    .insertInto('blob')
    .values({ sha256: p.sha256, size: p.size, created_at: p.created_at })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ created_at: p.created_at })),
);

/** A document outside of the bin, under one of these lists, that has or had these bytes. */
export const documentWithBytes = (db: Db, asked: { sha256: string; acls: string; organisationId: number }) =>
  db
    .selectFrom('revision as r')
    .innerJoin('item as i', 'i.id', 'r.document_id')
    .select(['r.id', 'r.size'])
    .where('r.sha256', '=', asked.sha256)
    .where('i.organisation_id', '=', asked.organisationId)
    .where('i.bin_id', '=', 0)
    .where('i.acl_id', 'in', among(db, asked.acls))
    .limit(1)
    .executeTakeFirst();

/** What a person has brought into a place since a time with these bytes: the documents, and the names that they came under. */
export const uploadedSince = compiled<
  { sha256: string; parent: number; person: number; since: number },
  { id: number; acl_id: number; name: string }
>((db, p) =>
  db
    .selectFrom('revision as r')
    .innerJoin('item as i', 'i.id', 'r.document_id')
    .select(['i.id', 'i.acl_id', 'r.name'])
    .where('r.sha256', '=', p.sha256)
    .where('r.creator_id', '=', p.person)
    .where('r.created_at', '>=', p.since)
    .where('i.parent_id', '=', p.parent)
    .where('i.bin_id', '=', 0),
);

/** Removes the revisions of documents; answers which bytes they had. */
export async function deleteRevisionsOf(db: Db, documentIds: number[]): Promise<string[]> {
  const gone = await db
    .deleteFrom('revision')
    .where('document_id', 'in', among(db, JSON.stringify(documentIds)))
    .returning('sha256')
    .execute();
  return [...new Set(gone.map((row) => row.sha256))];
}

/** Removes the row of bytes that no revision has and that nobody brought since `before`. */
export async function deleteUnusedBlob(db: Db, { sha256, before }: { sha256: string; before: number }): Promise<boolean> {
  const gone = await db
    .deleteFrom('blob')
    .where('sha256', '=', sha256)
    .where('created_at', '<', before)
    .where((where) =>
      where.and([
        where.not(where.exists(where.selectFrom('revision').select('revision.id').whereRef('revision.sha256', '=', 'blob.sha256'))),
        where.not(where.exists(where.selectFrom('document_template as t').select('t.id').whereRef('t.sha256', '=', 'blob.sha256'))),
      ]),
    )
    .returning('sha256')
    .execute();
  return gone.length > 0;
}

/** Those of the contents, of which one JSON array speaks, that have a row. */
export const knownBlobs = (db: Db, shas: string) =>
  db.selectFrom('blob').select('sha256').where('sha256', 'in', amongTexts(db, shas)).execute();

/** Holds the place of a row that is not there until the transaction ends, and leaves none; answers false where there is one. */
export async function holdMissingBlob(db: Db, sha256: string): Promise<boolean> {
  const held = await db
    .insertInto('blob')
    .values({ sha256, size: 0, created_at: 0 })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('sha256')
    .execute();
  if (held.length === 0) return false;
  await db.deleteFrom('blob').where('sha256', '=', sha256).execute();
  return true;
}

/** Notes that an archive's upload is through; answers false where it was already. */
export async function noteArrived(db: Db, row: { id: number; at: number }): Promise<boolean> {
  const noted = await db
    .insertInto('archive_arrived')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return noted.length > 0;
}

export const hasArrived = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('archive_arrived').select('id').where('id', '=', id).execute()).length > 0;

/** Those of the archives, of which one JSON array speaks, whose uploads are through. */
export const arrivedAmong = (db: Db, ids: string) =>
  db.selectFrom('archive_arrived').select('id').where('id', 'in', among(db, ids)).execute();

export const forgetArrived = (db: Db, before: number) => db.deleteFrom('archive_arrived').where('at', '<', before).execute();

/** Bytes without a revision that came after a time. */
export const unusedBlobs = (db: Db, { after }: { after: number }) =>
  db
    .selectFrom('blob')
    .select(['sha256', 'size'])
    .where('created_at', '>=', after)
    .where((where) =>
      where.and([
        where.not(where.exists(where.selectFrom('revision').select('revision.id').whereRef('revision.sha256', '=', 'blob.sha256'))),
        where.not(where.exists(where.selectFrom('document_template as t').select('t.id').whereRef('t.sha256', '=', 'blob.sha256'))),
      ]),
    )
    .execute();

/** Removes revisions that so many newer ones of their document followed, a piece of them; answers which bytes they had. */
export async function deleteOldRevisions(db: Db, { keep, limit }: { keep: number; limit: number }): Promise<string[]> {
  const gone = await db
    .deleteFrom('revision')
    .where('id', 'in', (from) =>
      from
        .selectFrom('item')
        .innerJoin('revision as old', 'old.document_id', 'item.id')
        .select('old.id')
        .where('item.kind', '=', 33)
        .where('item.version_no', '>', keep)
        .whereRef('old.id', '<>', 'item.revision_id')
        .where('old.id', 'not in', from.selectFrom('revision_hold').select('revision_id'))
        .where((where) => where('old.number', '<=', where(where.ref('item.version_no'), '-', keep)))
        .limit(limit),
    )
    .returning('sha256')
    .execute();
  return gone.map((row) => row.sha256);
}

export async function deleteHolds(db: Db, holderId: number): Promise<void> {
  await db.deleteFrom('revision_hold').where('holder_id', '=', holderId).execute();
}

export async function insertHolds(db: Db, holderId: number, revisionIds: readonly number[]): Promise<void> {
  const rows = [...new Set(revisionIds)].map((id) => ({ revision_id: id, holder_id: holderId }));
  if (rows.length > 0) await db.insertInto('revision_hold').values(rows).execute();
}
