import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import { newId } from '../../../platform/ids.ts';

/** Notes that a content was isolated; one that was before is so again. Answers its id. */
export async function upsertIsolated(
  db: Db,
  found: { sha256: string; size: number; threat: string; state: 'infected' | 'unchecked'; at: number },
): Promise<number> {
  const { at, ...what } = found;
  const decision = { found_at: at, decider_name: '', decided_at: 0, reason: '' };
  const row = await db
    .insertInto('isolated_content')
    .values({ id: newId(), ...what, ...decision })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ threat: what.threat, state: what.state, ...decision }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

interface IsolatedVersion {
  revision_id: number;
  content_id: number;
  document_id: number;
  organisation_id: number;
  name: string;
  person_id: number;
}

/** Notes the versions that have an isolated content; answers those that were not noted yet. */
export async function noteVersions(db: Db, versions: readonly IsolatedVersion[]): Promise<Set<number>> {
  const fresh = new Set<number>();
  for (const version of versions) {
    const noted = await db
      .insertInto('isolated_version')
      .values(version)
      .onConflict((conflict) => conflict.column('revision_id').doNothing())
      .returning('revision_id')
      .execute();
    for (const row of noted) fresh.add(row.revision_id);
  }
  return fresh;
}

/** Forgets the versions of documents that are removed for good. */
export const forgetVersionsOf = (db: Db, documentIds: readonly number[]) =>
  db
    .deleteFrom('isolated_version')
    .where('document_id', 'in', among(db, JSON.stringify(documentIds)))
    .execute();

export const isolatedBySha = (db: Db, sha256: string) =>
  db.selectFrom('isolated_content').select(['id', 'threat', 'state']).where('sha256', '=', sha256).executeTakeFirst();

export const isolatedById = (db: Db, id: number) => db.selectFrom('isolated_content').selectAll().where('id', '=', id).executeTakeFirst();

interface IsolatedFilter {
  decided: boolean;
  limit: number;
  offset: number;
}

/** As the partial indexes have it: engines use these only for the very same words. */
const isDecided = sql<boolean>`decided_at <> 0`;
const isOpen = sql<boolean>`decided_at = 0`;

/** A page of isolated contents, the newest first, or of those that are decided on, the last decision first; along an index. */
export async function pageOfIsolated(db: Db, { decided, limit, offset }: IsolatedFilter) {
  const query = db.selectFrom('isolated_content').where(decided ? isDecided : isOpen);
  const { n } = await query.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy(decided ? 'decided_at' : 'found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** The first version of each of some contents, with the number of documents that have or had it. */
export const firstVersions = (db: Db, contentIds: readonly number[]) =>
  db
    .selectFrom('isolated_version as v')
    .innerJoin(
      (from) =>
        from
          .selectFrom('isolated_version')
          .select((select) => [
            'content_id',
            select.fn.min<number>('revision_id').as('first_id'),
            sql<number>`count(distinct document_id)`.as('n'),
          ])
          .where('content_id', 'in', among(db, JSON.stringify(contentIds)))
          .groupBy('content_id')
          .as('some'),
      (join) => join.onRef('some.first_id', '=', 'v.revision_id'),
    )
    .select(['v.content_id', 'v.document_id', 'v.organisation_id', 'v.name', 'v.person_id', 'some.n'])
    .execute();

/** The versions of a content, the first ones. */
export const versionsOfIsolated = (db: Db, contentId: number, limit: number) =>
  db.selectFrom('isolated_version').selectAll().where('content_id', '=', contentId).orderBy('revision_id').limit(limit).execute();

/** Writes what the office decided; answers false where another decision came before. */
export async function decideIsolated(
  db: Db,
  id: number,
  decision: { state: 'released' | 'deleted'; deciderName: string; at: number; reason: string },
): Promise<boolean> {
  const set = await db
    .updateTable('isolated_content')
    .set({ state: decision.state, decider_name: decision.deciderName, decided_at: decision.at, reason: decision.reason })
    .where('id', '=', id)
    .where('state', 'in', ['infected', 'unchecked'])
    .returning('id')
    .execute();
  return set.length > 0;
}

/** The users of the security office: those with its permission in the first organisation. */
export async function securityOffice(db: Db): Promise<Array<{ id: number; organisation_id: number }>> {
  const found = await sql<{ id: number; organisation_id: number }>`select distinct person.id, role.organisation_id from role
    join role_member on role_member.role_id = role.id join person on person.id = role_member.person_id
    where person.enabled = 1 and role.permissions like '%"isolation.edit"%' and role.organisation_id = (select min(id) from organisation)`.execute(
    db,
  );
  return found.rows;
}

const onlyRow = 1;

/** How far the check of everything is; undefined before the first. */
export const scanProgress = (db: Db) => db.selectFrom('virus_scan').selectAll().where('id', '=', onlyRow).executeTakeFirst();

/** Begins the check of everything with these signatures; `ended` where there is nothing to check. */
export const beginScan = (db: Db, { signatures, at, ended = 0 }: { signatures: string; at: number; ended?: number }) =>
  db
    .insertInto('virus_scan')
    .values({ id: onlyRow, signatures, after_sha256: '', begun_at: at, ended_at: ended, done: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ signatures, after_sha256: '', begun_at: at, ended_at: ended, done: 0 }))
    .execute();

/** Notes a piece of the check as done, unless another server has done it; `at` where it is over. */
export const moveScan = (db: Db, { before, after, count, at = 0 }: { before: string; after: string; count: number; at?: number }) =>
  db
    .updateTable('virus_scan')
    .set((set) => ({ after_sha256: after, done: set('done', '+', count), ended_at: at }))
    .where('id', '=', onlyRow)
    .where('after_sha256', '=', before)
    .execute();
