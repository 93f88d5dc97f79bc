import { requestDays } from '@dossier/contract/access/requests';
import { type GranteeType, right } from '@dossier/contract/core/rights';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { effectiveMembershipIn } from '../identity/effective-membership.ts';
import { principalNames, usersOfPrincipal } from '../identity/principals.ts';
import { type NotificationFacts, notify } from '../notifications/notify.ts';
import { rightsLookupsAt } from './effective-rights.ts';
import { principalsWithManage } from './grants.ts';
import { type ReminderStage, markAnnounced, unannounced } from './grants/ending-grants.queries.ts';
import { deleteOldRequests, oldRequest } from './requests/requests.queries.ts';
import { duePlans, markPlanReminded } from './reviews/reviews.queries.ts';

const day = 24 * 3600_000;
const stages: ReminderStage[] = [
  { stage: 2, from: day, to: 0 },
  { stage: 1, from: 7 * day, to: day },
];
const grantsPerBatch = 50;

type Row = Awaited<ReturnType<typeof unannounced>>[number];

/**
 * Reminds the recipient and the giver a week and a day before a grant ends. The mark on the grant is written with the messages, so each
 * goes out once, and again after the deadline changes.
 */
export async function remindOfEndingGrants(services: Services): Promise<void> {
  for (const stage of stages)
    for (let more = true; more; ) {
      // mostly there is nothing to remind of, which then needs no write transaction
      if ((await unannounced(services.database.read, services.now(), { ...stage, limit: 1 })).length === 0) break;
      more = await services.database.write((db) => remindOfGrantBatch(services, db, stage));
    }
  services.outbox.wake();
}

async function remindOfGrantBatch(services: Services, db: Db, stage: ReminderStage): Promise<boolean> {
  const now = services.now();
  const rows = await unannounced(db, now, { ...stage, limit: grantsPerBatch });
  const rightsLookupOf = await rightsLookupsAt(services, db, now);
  const versions = await readVersions(db);
  for (const row of rows) {
    const bitsOf = await rightsLookupOf(row.acl_id);
    const query = { spaceId: row.organisation_id, versions };
    const remind = async (personId: number, fact: NotificationFacts): Promise<void> => {
      const { principals, until } = await effectiveMembershipIn(services, db, { ...query, personId });
      if (until <= now || bitsOf(principals) === 0) return;
      const about = { objType: row.kind, objId: row.item_id, name: row.name, ...(row.ext === '' ? {} : { ext: row.ext }) };
      await notify(db, { ...about, ...fact, personId, spaceId: row.organisation_id, at: now });
    };
    await remindPrincipalAndGiver(db, row, { remind, days: Math.ceil(((row.deadline ?? now) - now) / day) });
  }
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await markAnnounced(db, ids, stage.stage);
  return rows.length === grantsPerBatch;
}

/** For a grant to many users, and for a refusal, only the giver is reminded. */
async function remindPrincipalAndGiver(
  db: Db,
  row: Row,
  { remind, days }: { remind: (personId: number, fact: NotificationFacts) => Promise<void>; days: number },
): Promise<void> {
  const { level } = row;
  const type = row.principal_type as GranteeType;
  const isOne = type === 'user' && level !== 0;
  if (isOne) await remind(row.principal_id, { kind: 'rightEnding', facts: { level, days } });
  if (row.creator_id === 0 || (isOne && row.creator_id === row.principal_id)) return;
  const nameOf = await principalNames({ db, user: { organisationId: row.organisation_id } }, [{ type, id: row.principal_id }]);
  await remind(row.creator_id, { kind: 'givenEnding', facts: { to: nameOf(type, row.principal_id), level, days } });
}

const reviewsPerBatch = 20;
/** At most so many managers of a cabinet are reminded. */
const reminderLimit = 50;

/** Reminds the managers of a cabinet that a review of its rights is due: once for each due date. */
export async function remindOfReviews(services: Services): Promise<void> {
  for (let more = true; more; ) {
    if ((await duePlans(services.database.read, services.now(), 1)).length === 0) return;
    more = await services.database.write((db) => remindOfReviewBatch(services, db));
    services.outbox.wake();
  }
}

async function remindOfReviewBatch(services: Services, db: Db): Promise<boolean> {
  const now = services.now();
  const due = await duePlans(db, now, reviewsPerBatch);
  const rightsLookupOf = await rightsLookupsAt(services, db, now);
  const versions = await readVersions(db);
  for (const cabinet of due) {
    const bitsOf = await rightsLookupOf(cabinet.acl_id);
    const spaceId = cabinet.organisation_id;
    const about = {
      kind: 'reviewDue',
      facts: {},
      spaceId,
      objType: cabinet.kind,
      objId: cabinet.item_id,
      name: cabinet.name,
      at: now,
    } as const;
    for (const personId of await reviewRecipients(db, cabinet)) {
      const { principals, until } = await effectiveMembershipIn(services, db, { personId, spaceId, versions });
      if (until > now && (bitsOf(principals) & right.manage) !== 0) await notify(db, { ...about, personId });
    }
    await markPlanReminded(db, cabinet.item_id, cabinet.next_at);
  }
  return due.length === reviewsPerBatch;
}

/** The owner, and the users of principals with the right to manage. */
async function reviewRecipients(db: Db, cabinet: { item_id: number; owner_id: number }): Promise<number[]> {
  const found = new Set<number>(cabinet.owner_id === 0 ? [] : [cabinet.owner_id]);
  for (const { type, id } of await principalsWithManage(db, cabinet.item_id)) {
    const limit = reminderLimit - found.size;
    if (limit <= 0) break;
    for (const personId of await usersOfPrincipal({ db }, { type: type as GranteeType, id, limit })) found.add(personId);
  }
  return [...found];
}

/** Deletes requests that nobody has answered for a month. */
export async function sweepAccessRequests(services: Services): Promise<void> {
  const before = services.now() - requestDays * day;
  // mostly there is none, which then needs no write transaction
  if ((await oldRequest(services.database.read, before)) !== undefined)
    await services.database.write((db) => deleteOldRequests(db, before));
}
