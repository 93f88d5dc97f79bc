import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among } from '../../platform/db/dialect.ts';
import type { SensitiveWordHitTable } from '../../platform/db/types.generated.ts';

export interface FindingFilter {
  organisationId: number;
  state: string | undefined;
  level: number | undefined;
  word: string | undefined;
  limit: number;
  offset: number;
}

const within = (db: Db, { organisationId, state, level, word }: FindingFilter) => {
  let query = db.selectFrom('sensitive_word_hit').where('organisation_id', '=', organisationId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (level !== undefined) query = query.where('level', '=', level);
  if (word !== undefined) query = query.where('word', '=', word);
  return query;
};

/** A page of findings, newest first, along the index on time. */
export async function pageOfFindings(db: Db, narrowed: FindingFilter) {
  const { n } = await within(db, narrowed)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const rows = await within(db, narrowed)
    .selectAll()
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(narrowed.limit)
    .offset(narrowed.offset)
    .execute();
  return { rows, total: n };
}

export const findingsByIds = (db: Db, organisationId: number, ids: readonly number[]) =>
  db
    .selectFrom('sensitive_word_hit')
    .select(['id', 'item_id', 'state', 'snippet', 'word', 'n'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

interface Decision {
  state: string;
  deciderName: string;
  at: number;
  note: string;
}

/** Writes decisions; blocking follows the present action of the word group. */
export const setDecisions = (db: Db, ids: readonly number[], { state, deciderName, at, note }: Decision) =>
  db
    .updateTable('sensitive_word_hit')
    .set({
      state,
      decider_name: deciderName,
      decided_at: at,
      note,
      blocked:
        state === 'harmless'
          ? 0
          : sql<number>`case when n > 0 and exists (select 1 from sensitive_word_group as g where g.id = sensitive_word_hit.group_id and g.enabled = 1 and g.action = 'block')
              then 1 else 0 end`,
    })
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Applies a changed word group to its findings. */
export const updateFindingsOfGroup = (db: Db, groupId: number, { holds, name, level }: { holds: boolean; name: string; level: number }) =>
  db
    .updateTable('sensitive_word_hit')
    .set({ group_name: name, level, blocked: holds ? sql<number>`case when state = 'harmless' or n = 0 then 0 else 1 end` : 0 })
    .where('group_id', '=', groupId)
    .execute();

/** Releases the findings of a deleted group; decided ones stay readable. */
export async function releaseFindingsOfGroup(db: Db, groupId: number): Promise<void> {
  await db.deleteFrom('sensitive_word_hit').where('group_id', '=', groupId).where('state', '=', 'open').execute();
  await db.updateTable('sensitive_word_hit').set({ blocked: 0 }).where('group_id', '=', groupId).execute();
}

export const deleteFindingsOfItems = (db: Db, itemIds: readonly number[]) =>
  db
    .deleteFrom('sensitive_word_hit')
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
    .execute();

/** The findings in an item, with when their group was changed last; null where it was deleted or disabled. */
export const findingsOfItem = (db: Db, itemId: number) =>
  db
    .selectFrom('sensitive_word_hit as hit')
    .leftJoin('sensitive_word_group as group', (join) => join.onRef('group.id', '=', 'hit.group_id').on('group.enabled', '=', 1))
    .select(['hit.id', 'hit.group_id', 'hit.place', 'hit.word', 'group.updated_at as group_updated_at'])
    .where('hit.item_id', '=', itemId)
    .execute();

/** Whether a known finding is unchanged since its decision. A finding judged harmless must not occur more often than then. */
const looksTheSame = sql<boolean>`sensitive_word_hit.snippet = excluded.snippet and (sensitive_word_hit.state <> 'harmless' or excluded.n <= sensitive_word_hit.n)`;

/** Writes a finding; a known, unchanged one keeps its decision. */
export const upsertFinding = (db: Db, row: Insertable<SensitiveWordHitTable>) =>
  db
    .insertInto('sensitive_word_hit')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'group_id', 'place', 'word']).doUpdateSet({
        n: sql<number>`excluded.n`,
        level: sql<number>`excluded.level`,
        group_name: sql<string>`excluded.group_name`,
        blocked: sql<number>`case when sensitive_word_hit.state = 'harmless' and ${looksTheSame} then 0 else excluded.blocked end`,
        state: sql<string>`case when ${looksTheSame} then sensitive_word_hit.state else 'open' end`,
        found_at: sql<number>`case when ${looksTheSame} then sensitive_word_hit.found_at else excluded.found_at end`,
        snippet: sql<string>`excluded.snippet`,
      }),
    )
    .execute();

/** Findings that are gone no longer block sharing; decided ones stay readable, with a count of 0. */
export async function dropFindings(db: Db, ids: readonly number[]): Promise<void> {
  const json = JSON.stringify(ids);
  await db.deleteFrom('sensitive_word_hit').where('id', 'in', among(db, json)).where('state', '<>', 'confirmed').execute();
  await db.updateTable('sensitive_word_hit').set({ blocked: 0, n: 0 }).where('id', 'in', among(db, json)).execute();
}

/** The items among these that are blocked from sharing. */
export const blockedAmong = async (db: Db, itemIds: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await db
        .selectFrom('sensitive_word_hit')
        .select('item_id')
        .distinct()
        .where('blocked', '=', sql.lit(1))
        .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
        .execute()
    ).map((row) => row.item_id),
  );

/** The direct children of a container that are blocked from sharing. */
export const blockedIn = async (db: Db, placeId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('sensitive_word_hit')
      .innerJoin('item', 'item.id', 'sensitive_word_hit.item_id')
      .select('item.id')
      .distinct()
      .where('blocked', '=', sql.lit(1))
      .where('item.parent_id', '=', placeId)
      .where('item.bin_id', '=', 0)
      .execute()
  ).map((row) => row.id);
