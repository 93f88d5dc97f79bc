import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { ScoreCriterionTable, ScoreJudgeTable, ScoreMarkTable, ScoreTable } from '../../../platform/db/types.generated.ts';
import type { VoteFilter } from './votes.queries.ts';

/** A scoring form. */
export type ScoreRow = Selectable<ScoreTable>;
export type CriterionRow = Selectable<ScoreCriterionTable>;
export type JudgeRow = Selectable<ScoreJudgeTable>;

export const scoreById = compiled<{ id: number }, ScoreRow>((db, p) => db.selectFrom('score').selectAll().where('id', '=', p.id));

export const judgeOf = compiled<{ score: number; person: number }, JudgeRow>((db, p) =>
  db.selectFrom('score_judge').selectAll().where('score_id', '=', p.score).where('person_id', '=', p.person),
);

export const insertScore = (db: Db, row: Insertable<ScoreTable>) => db.insertInto('score').values(row).execute();

export const insertCriteria = (db: Db, rows: Insertable<ScoreCriterionTable>[]) => db.insertInto('score_criterion').values(rows).execute();

export const insertJudges = (db: Db, rows: Insertable<ScoreJudgeTable>[]) => db.insertInto('score_judge').values(rows).execute();

export const criteriaOf = (db: Db, scoreId: number) =>
  db.selectFrom('score_criterion').selectAll().where('score_id', '=', scoreId).orderBy('place').execute();

export const judgesOf = (db: Db, scoreId: number) =>
  db.selectFrom('score_judge').selectAll().where('score_id', '=', scoreId).orderBy('name_sort').orderBy('person_id').execute();

/** Of some score sheets those that ask a user. */
export const scoresAsking = (db: Db, ids: readonly number[], { personId, organisationId }: { personId: number; organisationId: number }) =>
  db
    .selectFrom('score as s')
    .innerJoin('score_judge as p', 'p.score_id', 's.id')
    .select(['s.id', 's.title'])
    .where('s.id', 'in', among(db, JSON.stringify(ids)))
    .where('s.organisation_id', '=', organisationId)
    .where('p.person_id', '=', personId)
    .execute();

export const marksOf = (db: Db, scoreId: number) => db.selectFrom('score_mark').selectAll().where('score_id', '=', scoreId).execute();

/** Records that a judge gave marks, while the form is open; answers whether it was. */
export async function recordMarks(db: Db, given: { scoreId: number; personId: number; note: string; now: number }): Promise<boolean> {
  const row = await db
    .updateTable('score_judge')
    .set({ given_at: given.now, note: given.note })
    .where('score_id', '=', given.scoreId)
    .where('person_id', '=', given.personId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('score')
          .select('score.id')
          .where('score.id', '=', given.scoreId)
          .where('closed_at', '=', 0)
          .where((open) => open.or([open('closes_at', '=', 0), open('closes_at', '>', given.now)])),
      ),
    )
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the marks of a judge. */
export async function replaceMarks(
  db: Db,
  { scoreId, personId }: { scoreId: number; personId: number },
  rows: Insertable<ScoreMarkTable>[],
): Promise<void> {
  await db.deleteFrom('score_mark').where('score_id', '=', scoreId).where('person_id', '=', personId).execute();
  await db.insertInto('score_mark').values(rows).execute();
}

/** Closes a scoring form; answers whether it was open until now. */
export async function closeScoreRow(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db
    .updateTable('score')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', '=', 0)
    .where((open) => open.or([open('closes_at', '=', 0), open('closes_at', '>', now)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes the open scoring forms of a meeting. */
export const closeScoresIn = (db: Db, meetingId: number, now: number) =>
  db.updateTable('score').set({ closed_at: now }).where('meeting_id', '=', meetingId).where('closed_at', '=', 0).execute();

/** Scoring forms that are open at a time and that a user has still to give marks in. */
const waitingScores = (db: Db, personId: number, now: number) =>
  db
    .selectFrom('score')
    .where('id', 'in', (from) =>
      from.selectFrom('score_judge').select('score_id as id').where('person_id', '=', personId).where('given_at', '=', 0),
    )
    .where('closed_at', '=', 0)
    .where((open) => open.or([open('closes_at', '=', 0), open('closes_at', '>', now)]));

/** A page of scoring forms, newest first: those of a meeting, or those that a user judges or created; of these only those that wait at a time. */
export async function pageOfScores(db: Db, wanted: VoteFilter & { waitingAt?: number }): Promise<{ rows: ScoreRow[]; total: number }> {
  const { personId, organisationId, meetingId, waitingAt } = wanted;
  const all = (waitingAt === undefined ? db.selectFrom('score') : waitingScores(db, personId, waitingAt)).where(
    'organisation_id',
    '=',
    organisationId,
  );
  const inMeeting = meetingId === undefined ? all : all.where('meeting_id', '=', meetingId);
  const found =
    meetingId !== undefined || waitingAt !== undefined
      ? inMeeting
      : all.where('id', 'in', (from) =>
          from
            .selectFrom('score_judge')
            .select('score_id as id')
            .where('person_id', '=', personId)
            .union(from.selectFrom('score').select('id').where('creator_id', '=', personId).where('organisation_id', '=', organisationId)),
        );
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('id', 'desc').limit(wanted.limit).offset(wanted.offset).execute();
  return { rows, total: n };
}

/** The judges of many scoring forms, and whether they gave marks. */
export const judgesAmong = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('score_judge')
    .select(['score_id', 'person_id', 'given_at'])
    .where('score_id', 'in', among(db, JSON.stringify(ids)))
    .execute();
