import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts, compiled, compiledWrite } from '../../../platform/db/dialect.ts';
import type { RevisionTable } from '../../../platform/db/types.generated.ts';

/** A revision: the bytes of a document from a time on, and the name that they were uploaded under. */
export type RevisionRow = Selectable<RevisionTable>;

/** A visitor of a share link who wrote in an editor. */
export interface VisitorAuthor {
  name: string;
  /** The name of the share. */
  link: string;
}

/** Who wrote a revision: people by their ids, and visitors of share links. */
export interface Authors {
  people: readonly number[];
  visitors: readonly VisitorAuthor[];
}

/** Who wrote a revision: all together in an editor, else its creator, or the visitor for whom that stands. */
export function authorsOf({ writers, visitors, creator_id, visitor, link }: RevisionRow): Authors {
  if (writers === '' && visitors === '')
    return link === '' ? { people: [creator_id], visitors: [] } : { people: [], visitors: [{ name: visitor, link }] };
  return {
    people: writers === '' ? [] : writers.split(',').map(Number),
    visitors: visitors === '' ? [] : (JSON.parse(visitors) as VisitorAuthor[]),
  };
}

/** The columns that name who wrote a revision. One author alone is its creator, or its visitor; of several, it is of the first visitor only where no user wrote. */
export function authorColumns(authors: Authors): Partial<Pick<RevisionRow, 'writers' | 'visitors' | 'visitor' | 'link'>> {
  const people = [...new Set(authors.people)];
  const visitors = [...new Map(authors.visitors.map(({ name, link }) => [JSON.stringify([name, link]), { name, link }])).values()];
  const [sender] = visitors;
  return {
    ...(people.length === 0 && sender !== undefined && { visitor: sender.name, link: sender.link }),
    ...(people.length + visitors.length > 1 && {
      writers: people.join(','),
      visitors: visitors.length === 0 ? '' : JSON.stringify(visitors),
    }),
  };
}

export const revisionById = compiled<{ id: number }, RevisionRow>((db, p) => db.selectFrom('revision').selectAll().where('id', '=', p.id));

/** Revisions by a JSON array of ids. */
export const revisionsByIds = compiled<{ ids: string }, RevisionRow>((db, p) =>
  db.selectFrom('revision').selectAll().where('id', 'in', among(db, p.ids)),
);

export const revisionsOf = (db: Db, documentId: number) =>
  db.selectFrom('revision').selectAll().where('document_id', '=', documentId).orderBy('number', 'desc').execute();

type ReceivedRevisionRow = Pick<RevisionRow, 'document_id' | 'number' | 'visitor' | 'link' | 'creator_id' | 'created_at'> & {
  updater_id: number;
  updated_at: number;
};

/** The first and the newest revision of documents, where visitors sent them. */
export const revisionsByLink = compiled<{ ids: string }, ReceivedRevisionRow>((db, p) =>
  db
    .selectFrom('revision as r')
    .innerJoin('item as i', 'i.id', 'r.document_id')
    .select(['r.document_id', 'r.number', 'r.visitor', 'r.link', 'r.creator_id', 'r.created_at', 'i.updater_id', 'i.updated_at'])
    .where('r.document_id', 'in', among(db, p.ids))
    // written literally, so that the partial index of these few rows is used
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
    major_no: p.major_no,
    minor_no: p.minor_no,
    creator_id: p.creator_id,
    created_at: p.created_at,
    visitor: p.visitor,
    link: p.link,
    writers: p.writers,
    visitors: p.visitors,
  }),
);

export const blobBySha = compiled<{ sha256: string }, { size: number; created_at: number }>((db, p) =>
  db.selectFrom('blob').select(['size', 'created_at']).where('sha256', '=', p.sha256),
);

/**
 * Records that a content is stored and used from now on. Its row is locked until the transaction ends, so that it is not freed meanwhile.
 */
export const touchBlob = compiledWrite<{ sha256: string; size: number; created_at: number }>((db, p) =>
  db
    .insertInto('blob')
    .values({ sha256: p.sha256, size: p.size, created_at: p.created_at, verdict: '' })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ created_at: p.created_at })),
);

/**
 * A live document under one of these access lists that has or had these bytes; in a publishing cabinet one that had them only under the lists whose
 * items the caller manages (`seesSuperseded`).
 */
export const documentWithBytes = (db: Db, asked: { sha256: string; acls: string; managed: string; organisationId: number }) =>
  db
    .selectFrom('revision as r')
    .innerJoin('item as i', 'i.id', 'r.document_id')
    .select(['r.id', 'r.size'])
    .where('r.sha256', '=', asked.sha256)
    .where('i.organisation_id', '=', asked.organisationId)
    .where('i.bin_id', '=', 0)
    .where('i.acl_id', 'in', among(db, asked.acls))
    .where((where) =>
      where.or([
        where('r.id', '=', where.ref('i.revision_id')),
        where('i.acl_id', 'in', among(db, asked.managed)),
        where.not(
          where.exists(where.selectFrom('item as c').select('c.id').whereRef('c.id', '=', 'i.cabinet_id').where('c.publishing', '=', 1)),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();

/** Documents that a user has uploaded into a container since a time with these bytes, with their names at upload. */
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

/** Deletes the revisions of documents; answers which bytes they had. */
export async function deleteRevisionsOf(db: Db, documentIds: number[]): Promise<string[]> {
  const gone = await db
    .deleteFrom('revision')
    .where('document_id', 'in', among(db, JSON.stringify(documentIds)))
    .returning('sha256')
    .execute();
  return [...new Set(gone.map((row) => row.sha256))];
}

/** Deletes the row of bytes without a revision that were not uploaded since `before`; not what the security office deleted, which stays known. */
export async function deleteUnusedBlob(db: Db, { sha256, before }: { sha256: string; before: number }): Promise<boolean> {
  const gone = await db
    .deleteFrom('blob')
    .where('sha256', '=', sha256)
    .where('created_at', '<', before)
    .where('verdict', '<>', 'deleted')
    .where((where) =>
      where.and([
        where.not(where.exists(where.selectFrom('revision').select('revision.id').whereRef('revision.sha256', '=', 'blob.sha256'))),
        where.not(where.exists(where.selectFrom('document_template as t').select('t.id').whereRef('t.sha256', '=', 'blob.sha256'))),
        where.not(where.exists(where.selectFrom('edit_session as e').select('e.id').whereRef('e.draft_sha256', '=', 'blob.sha256'))),
      ]),
    )
    .returning('sha256')
    .execute();
  return gone.length > 0;
}

/** Those of a JSON array of contents that have a row. */
export const knownBlobs = (db: Db, shas: string) =>
  db.selectFrom('blob').select('sha256').where('sha256', 'in', amongTexts(db, shas)).execute();

/** Reserves the key of a missing row until the transaction ends, and leaves no row; answers false where there is one. */
export async function holdMissingBlob(db: Db, sha256: string): Promise<boolean> {
  const inserted = await db
    .insertInto('blob')
    .values({ sha256, size: 0, created_at: 0, verdict: '' })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('sha256')
    .execute();
  if (inserted.length === 0) return false;
  await db.deleteFrom('blob').where('sha256', '=', sha256).execute();
  return true;
}

/** Records that the upload of an archive is finished; answers false where it was recorded before. */
export async function noteArrived(db: Db, row: { id: number; at: number }): Promise<boolean> {
  const noted = await db
    .insertInto('unpacked_archive')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return noted.length > 0;
}

export const hasArrived = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('unpacked_archive').select('id').where('id', '=', id).execute()).length > 0;

/** Those of a JSON array of archives whose uploads are finished. */
export const arrivedAmong = (db: Db, ids: string) =>
  db.selectFrom('unpacked_archive').select('id').where('id', 'in', among(db, ids)).execute();

export const forgetArrived = (db: Db, before: number) => db.deleteFrom('unpacked_archive').where('at', '<', before).execute();

/** Bytes without a revision that arrived after a time. */
export const unusedBlobs = (db: Db, { after }: { after: number }) =>
  db
    .selectFrom('blob')
    .select(['sha256', 'size'])
    .where('created_at', '>=', after)
    .where('verdict', '<>', 'deleted')
    .where((where) =>
      where.and([
        where.not(where.exists(where.selectFrom('revision').select('revision.id').whereRef('revision.sha256', '=', 'blob.sha256'))),
        where.not(where.exists(where.selectFrom('document_template as t').select('t.id').whereRef('t.sha256', '=', 'blob.sha256'))),
        where.not(where.exists(where.selectFrom('edit_session as e').select('e.id').whereRef('e.draft_sha256', '=', 'blob.sha256'))),
      ]),
    )
    .execute();

/** Whether an editing session began with a revision and has words that no version has: without the revision these may make no file. */
const isEdited = (revision: 'revision' | 'old') => sql<boolean>`exists (
  select 1 from edit_session as e
  where e.document_id = ${sql.ref(`${revision}.document_id`)} and e.revision_id = ${sql.ref(`${revision}.id`)} and e.changed_at > 0)`;

/** Deletes a batch of revisions that have `keep` newer ones of their document; answers which bytes they had. */
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
        .where((where) => where.not(isEdited('old')))
        .where((where) => where('old.number', '<=', where(where.ref('item.version_no'), '-', keep)))
        .limit(limit),
    )
    .returning('sha256')
    .execute();
  return gone.map((row) => row.sha256);
}

/** Deletes a revision, unless it is the current one of its document, a `revision_hold` names it or it is edited; answers false where it stays. */
export async function deleteOlderRevision(db: Db, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('revision')
    .where('id', '=', id)
    .where('id', 'not in', (from) => from.selectFrom('revision_hold').select('revision_id').where('revision_id', '=', id))
    .where('id', 'not in', (from) => from.selectFrom('item').select('revision_id').whereRef('item.id', '=', 'revision.document_id'))
    .where((where) => where.not(isEdited('revision')))
    .returning('id')
    .execute();
  return gone.length > 0;
}

/** Deletes a revision that the transaction replaces, unless a `revision_hold` names it, it is a major version or it has a note; answers its row. */
export const deleteCurrentRevision = (db: Db, id: number): Promise<RevisionRow | undefined> =>
  db
    .deleteFrom('revision')
    .where('id', '=', id)
    .where('major', '=', 0)
    .where('note', '=', '')
    .where('id', 'not in', (from) => from.selectFrom('revision_hold').select('revision_id').where('revision_id', '=', id))
    .returningAll()
    .executeTakeFirst();

/** Writes the numbers of a major version on a revision that is none yet; answers false where it is one. */
export async function setMajorVersion(db: Db, id: number, numbers: { major_no: number; minor_no: number }): Promise<boolean> {
  const done = await db
    .updateTable('revision')
    .set({ ...numbers, major: 1 })
    .where('id', '=', id)
    .where('major', '=', 0)
    .returning('id')
    .execute();
  return done.length > 0;
}

export const setRevisionNote = (db: Db, id: number, note: string) =>
  db.updateTable('revision').set({ note }).where('id', '=', id).execute();

export async function deleteHolds(db: Db, holderId: number): Promise<void> {
  await db.deleteFrom('revision_hold').where('holder_id', '=', holderId).execute();
}

export async function insertHolds(db: Db, holderId: number, revisionIds: readonly number[]): Promise<void> {
  const rows = [...new Set(revisionIds)].map((id) => ({ revision_id: id, holder_id: holderId }));
  if (rows.length > 0) await db.insertInto('revision_hold').values(rows).execute();
}
