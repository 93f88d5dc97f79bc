import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among, amongTexts, compiled } from '../../platform/db/dialect.ts';

/** What is known of a content: '' where no scanner has judged it. */
export type Verdict = '' | 'waiting' | 'clean' | 'infected' | 'unchecked' | 'released' | 'deleted';

/** As the partial index has it: engines use that only for the very same words. */
const isIsolated = sql<boolean>`verdict in ('infected', 'unchecked', 'deleted')`;
const isWaiting = sql<boolean>`verdict = 'waiting'`;

export const verdictBySha = compiled<{ sha256: string }, { verdict: string }>((db, p) =>
  db.selectFrom('blob').select('verdict').where('sha256', '=', p.sha256),
);

/** Records that a content is stored and used, and that a new one waits for its verdict; answers the verdict. */
export const touchJudgedBlob = compiled<{ sha256: string; size: number; created_at: number }, { verdict: string }>((db, p) =>
  db
    .insertInto('blob')
    .values({ sha256: p.sha256, size: p.size, created_at: p.created_at, verdict: 'waiting' })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ created_at: p.created_at }))
    .returning('verdict'),
);

export const anyIsolated = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('blob').select('sha256').where(isIsolated).limit(1).execute()).length > 0;

/** Contents that wait for a verdict, the oldest first. */
export const waitingBlobs = (db: Db, limit: number) =>
  db.selectFrom('blob').select(['sha256', 'size']).where(isWaiting).orderBy('created_at').limit(limit).execute();

export const countWaiting = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('blob')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where(isWaiting)
      .executeTakeFirstOrThrow()
  ).n;

/** Nothing waits for a scanner that there is not any more. */
export const dropWaiting = (db: Db) => db.updateTable('blob').set({ verdict: '' }).where(isWaiting).execute();

/** Contents after one in the order of their names that may be read. */
export const readableBlobsAfter = (db: Db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('blob')
    .select(['sha256', 'size', 'verdict'])
    .where('sha256', '>', after)
    .where('verdict', 'in', ['', 'clean'])
    .orderBy('sha256')
    .limit(limit)
    .execute();

/** Writes a verdict on a content that has one of these; answers false where it has another one meanwhile, or is gone. */
export async function setVerdict(db: Db, sha256: string, { from, to }: { from: readonly Verdict[]; to: Verdict }): Promise<boolean> {
  const set = await db
    .updateTable('blob')
    .set({ verdict: to })
    .where('sha256', '=', sha256)
    .where('verdict', 'in', [...from])
    .returning('sha256')
    .execute();
  return set.length > 0;
}

const versionColumns = [
  'r.id',
  'r.document_id',
  'r.name',
  'r.creator_id',
  'r.created_at',
  'i.organisation_id',
  'i.name as item_name',
  'i.ext',
  'i.revision_id',
] as const;

/** The versions that have a content, of documents in the bin as well. */
export const versionsOfContent = (db: Db, sha256: string) =>
  db
    .selectFrom('revision as r')
    .innerJoin('item as i', 'i.id', 'r.document_id')
    .select(versionColumns)
    .where('r.sha256', '=', sha256)
    .orderBy('r.id')
    .execute();

/** A version that has a content. */
export type ContentVersion = Awaited<ReturnType<typeof versionsOfContent>>[number];

/** The current versions of some documents that have isolated contents, deleted ones too. */
export const isolatedCurrentVersions = (db: Db, documentIds: readonly number[]) =>
  db
    .selectFrom('item as i')
    .innerJoin('revision as r', 'r.id', 'i.revision_id')
    .innerJoin('blob as b', 'b.sha256', 'r.sha256')
    .select([...versionColumns, 'r.sha256', 'r.size', 'b.verdict'])
    .where('i.id', 'in', among(db, JSON.stringify(documentIds)))
    .where('b.verdict', 'in', ['infected', 'unchecked', 'deleted'])
    .execute();

/** Those of some revisions, a JSON array of ids, whose bytes nobody gets now. */
export const unreadableRevisions = (db: Db, ids: string) =>
  db
    .selectFrom('revision as r')
    .innerJoin('blob as b', 'b.sha256', 'r.sha256')
    .select(['r.id', 'r.document_id', 'b.sha256', 'b.verdict'])
    .where('r.id', 'in', among(db, ids))
    .where('b.verdict', 'in', ['waiting', 'infected', 'unchecked', 'deleted'])
    .execute();

/** Those of a JSON array of contents whose bytes nobody gets now. */
export const unreadableBlobs = (db: Db, shas: string) =>
  db
    .selectFrom('blob')
    .select(['sha256', 'verdict'])
    .where('sha256', 'in', amongTexts(db, shas))
    .where('verdict', 'in', ['waiting', 'infected', 'unchecked', 'deleted'])
    .execute();
