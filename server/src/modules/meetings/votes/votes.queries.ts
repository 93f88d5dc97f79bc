import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { VoteChoiceTable, VoteOptionTable, VoteTable, VoteVoterTable } from '../../../platform/db/types.generated.ts';

export type VoteRow = Selectable<VoteTable>;
export type VoterRow = Selectable<VoteVoterTable>;

export const voteById = compiled<{ id: number }, VoteRow>((db, p) => db.selectFrom('vote').selectAll().where('id', '=', p.id));

export const voterOf = compiled<{ vote: number; person: number }, VoterRow>((db, p) =>
  db.selectFrom('vote_voter').selectAll().where('vote_id', '=', p.vote).where('person_id', '=', p.person),
);

export const insertVote = (db: Db, row: Insertable<VoteTable>) => db.insertInto('vote').values(row).execute();

export const insertOptions = (db: Db, rows: Insertable<VoteOptionTable>[]) => db.insertInto('vote_option').values(rows).execute();

export const insertVoters = (db: Db, rows: Insertable<VoteVoterTable>[]) => db.insertInto('vote_voter').values(rows).execute();

export const insertChoices = (db: Db, rows: Insertable<VoteChoiceTable>[]) => db.insertInto('vote_choice').values(rows).execute();

export const optionsOf = (db: Db, voteId: number) =>
  db.selectFrom('vote_option').selectAll().where('vote_id', '=', voteId).orderBy('place').execute();

export const votersOf = (db: Db, voteId: number) =>
  db.selectFrom('vote_voter').selectAll().where('vote_id', '=', voteId).orderBy('name_sort').orderBy('person_id').execute();

/** Of some votes those that ask a user. */
export const votesAsking = (db: Db, ids: readonly number[], { personId, organisationId }: { personId: number; organisationId: number }) =>
  db
    .selectFrom('vote as v')
    .innerJoin('vote_voter as p', 'p.vote_id', 'v.id')
    .select(['v.id', 'v.question as title'])
    .where('v.id', 'in', among(db, JSON.stringify(ids)))
    .where('v.organisation_id', '=', organisationId)
    .where('p.person_id', '=', personId)
    .execute();

export const choicesOf = (db: Db, voteId: number) => db.selectFrom('vote_choice').selectAll().where('vote_id', '=', voteId).execute();

export const nextRound = (db: Db, vote: VoteRow) =>
  db
    .selectFrom('vote')
    .select('id')
    .where('before_id', '=', vote.id)
    .where('creator_id', '=', vote.creator_id)
    .where('organisation_id', '=', vote.organisation_id)
    .orderBy('id')
    .executeTakeFirst();

/**
 * Records a user's only vote while the vote is open: of two concurrent attempts one fails. A secret vote stores no time. The vote's row is
 * written
 * with unchanged values, so that closing it waits for open transactions of voters; `still` is the time that its end must be after.
 */
export async function recordVote(
  db: Db,
  taken: { voteId: number; personId: number; at: number; opinion: string; now: number; still: number },
): Promise<boolean> {
  const open = await db
    .updateTable('vote')
    .set({ closed_at: 0 })
    .where('id', '=', taken.voteId)
    .where('closed_at', '=', 0)
    .where('opens_at', '<=', taken.now)
    .where((where) => where.or([where('closes_at', '=', 0), where('closes_at', '>', taken.still)]))
    .returning('id')
    .executeTakeFirst();
  if (open === undefined) return false;
  const row = await db
    .updateTable('vote_voter')
    .set({ voted: 1, voted_at: taken.at, opinion: taken.opinion })
    .where('vote_id', '=', taken.voteId)
    .where('person_id', '=', taken.personId)
    .where('voted', '=', 0)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts choices. All options are written, so that row versions do not reveal which of them a voter chose. */
export const countChoices = (db: Db, voteId: number, ids: readonly number[]) =>
  db
    .updateTable('vote_option')
    .set({ count: sql<number>`count + case when id in ${among(db, JSON.stringify(ids))} then 1 else 0 end` })
    .where('vote_id', '=', voteId)
    .execute();

/** Closes a vote; answers whether it was open until now. */
export async function closeVoteRow(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db
    .updateTable('vote')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', '=', 0)
    .where((open) => open.or([open('closes_at', '=', 0), open('closes_at', '>', now)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes the open and future votes of a meeting; answers their rows. */
export const closeVotesIn = (db: Db, meetingId: number, now: number) =>
  db
    .updateTable('vote')
    .set({ closed_at: now })
    .where('meeting_id', '=', meetingId)
    .where('closed_at', '=', 0)
    .where((open) => open.or([open('closes_at', '=', 0), open('closes_at', '>', now)]))
    .returning(['id', 'question'])
    .execute();

/** Filter by user or by meeting. */
export interface VoteFilter {
  personId: number;
  organisationId: number;
  meetingId: number | undefined;
  limit: number;
  offset: number;
}

/** Votes that are open at a time and that a user has still to vote in. */
const waitingVotes = (db: Db, personId: number, now: number) =>
  db
    .selectFrom('vote')
    .where('id', 'in', (from) =>
      from.selectFrom('vote_voter').select('vote_id as id').where('person_id', '=', personId).where('voted', '=', 0),
    )
    .where('closed_at', '=', 0)
    .where('opens_at', '<=', now)
    .where((open) => open.or([open('closes_at', '=', 0), open('closes_at', '>', now)]));

/** A page of votes, newest first: those of a meeting, or those that a user is a voter of or created; of these only those that wait at a time. */
export async function pageOfVotes(db: Db, wanted: VoteFilter & { waitingAt?: number }): Promise<{ rows: VoteRow[]; total: number }> {
  const { personId, organisationId, meetingId, waitingAt } = wanted;
  const all = (waitingAt === undefined ? db.selectFrom('vote') : waitingVotes(db, personId, waitingAt)).where(
    'organisation_id',
    '=',
    organisationId,
  );
  const found =
    meetingId !== undefined
      ? all.where('meeting_id', '=', meetingId)
      : all.where('id', 'in', (from) =>
          from
            .selectFrom('vote_voter')
            .select('vote_id as id')
            .where('person_id', '=', personId)
            .union(from.selectFrom('vote').select('id').where('creator_id', '=', personId).where('organisation_id', '=', organisationId)),
        );
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('id', 'desc').limit(wanted.limit).offset(wanted.offset).execute();
  return { rows, total: n };
}

/** The numbers of voters and of cast votes, for many votes at once. */
export const countsOfVotes = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('vote_voter')
    .select((select) => ['vote_id', select.fn.countAll<number>().as('voters'), select.fn.sum<number>('voted').as('votes')])
    .where('vote_id', 'in', among(db, JSON.stringify(ids)))
    .groupBy('vote_id')
    .execute();

/** A user's own rows in many votes at once. */
export const ownVotes = (db: Db, ids: readonly number[], personId: number) =>
  db
    .selectFrom('vote_voter')
    .select(['vote_id', 'voted'])
    .where('vote_id', 'in', among(db, JSON.stringify(ids)))
    .where('person_id', '=', personId)
    .execute();
