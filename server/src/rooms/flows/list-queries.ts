import type { FlowScope } from '@dossier/contract/flow-shapes';
import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among, containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';

export interface ListAsked {
  scope: FlowScope;
  organisationId: number;
  personId: number;
  /** The person and those whom they stand in for. */
  people: readonly number[];
  kind: string | undefined;
  status: string | undefined;
  keyword: string | undefined;
}

/** Flows that one of some people is asked in: what the caller applied for is not decided for others. */
const waitsFor = (db: Db, { people, personId }: Pick<ListAsked, 'people' | 'personId'>) =>
  sql<boolean>`f.id in (select t.flow_id from flow_task t where t.state = 'waiting' and t.person_id in ${among(db, JSON.stringify(people))})
    and (f.applicant_id <> ${personId} or f.id in (select t.flow_id from flow_task t where t.state = 'waiting' and t.person_id = ${personId}))`;

const handledBy = (personId: number) => sql<boolean>`f.id in (select t.flow_id from flow_task t where t.decided_by = ${personId})`;

function flowsOf(db: Db, asked: ListAsked) {
  const { scope, organisationId, personId } = asked;
  let all = db.selectFrom('flow as f').where('f.organisation_id', '=', organisationId);
  if (scope === 'mine') all = all.where('f.applicant_id', '=', personId).where('f.state', '<>', 'draft');
  else if (scope === 'drafts') all = all.where('f.applicant_id', '=', personId).where('f.state', 'in', ['draft', 'returned']);
  else if (scope === 'waiting') all = all.where('f.state', '=', 'waiting').where(waitsFor(db, asked));
  else if (scope === 'handled') all = all.where(handledBy(personId));
  else if (scope === 'finished')
    all = all
      .where('f.state', 'in', ['passed', 'rejected', 'withdrawn'])
      .where((where) =>
        where.or([
          where('f.applicant_id', '=', personId),
          handledBy(personId),
          sql<boolean>`f.id in (select n.flow_id from flow_notified n where n.person_id = ${personId})`,
        ]),
      );
  else all = all.where('f.state', '<>', 'draft');
  if (asked.kind !== undefined) all = all.where('f.kind', '=', asked.kind);
  if (asked.status !== undefined) all = all.where('f.state', '=', asked.status);
  const { keyword = '' } = asked;
  if (keyword !== '')
    all = all.where((where) =>
      where.or([
        where('f.title_key', 'like', containing(nameKey(keyword)) as never),
        where('f.number', 'like', containing(keyword) as never),
      ]),
    );
  return all;
}

/** A page of flows, what changed last first. */
export async function pageOfFlows(db: Db, asked: ListAsked, { limit, offset }: { limit: number; offset: number }) {
  const all = flowsOf(db, asked);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all.selectAll('f').orderBy('f.updated_at', 'desc').orderBy('f.id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total: n };
}

/** How many flows wait for some people, and how many lie with one of them. */
export async function countFlows(db: Db, asked: Pick<ListAsked, 'organisationId' | 'personId' | 'people'>) {
  const count = async (scope: FlowScope): Promise<number> => {
    const all = flowsOf(db, { ...asked, scope, kind: undefined, status: undefined, keyword: undefined });
    return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  };
  return { waiting: await count('waiting'), drafts: await count('drafts') };
}

/** Of some flows those that wait for one of some people. */
export const waitingAmong = async (db: Db, flowIds: readonly number[], people: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await db
        .selectFrom('flow_task')
        .select('flow_id')
        .distinct()
        .where('state', '=', 'waiting')
        .where('person_id', 'in', among(db, JSON.stringify(people)))
        .where('flow_id', 'in', among(db, JSON.stringify(flowIds)))
        .execute()
    ).map((row) => row.flow_id),
  );
