import { type GranteeType, right } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { tell } from '../messages/tell.ts';
import { peopleBehind } from '../grantees/grantees.ts';
import { standingIn } from '../circles/principals.ts';
import { managersNamed } from '../permissions/grants.ts';
import { sightsAt } from '../permissions/sight.ts';
import { duePlans, markPlanReminded } from './review-state-queries.ts';

const batch = 20;
/** Of many who manage a cabinet so many are reminded. */
const mostReminded = 50;

/** Reminds the people who manage a cabinet that its rights are to be looked through: once for each time that this is due, whoever looks. */
export async function remindReviews(house: House): Promise<void> {
  for (let more = true; more; ) {
    if ((await duePlans(house.database.read, house.now(), 1)).length === 0) return;
    more = await house.database.write((db) => remindSome(house, db));
    house.outbox.poke();
  }
}

async function remindSome(house: House, db: Db): Promise<boolean> {
  const now = house.now();
  const due = await duePlans(db, now, batch);
  const sightOf = await sightsAt(house, db, now);
  const versions = await readVersions(db);
  for (const cabinet of due) {
    const bitsOf = await sightOf(cabinet.acl_id);
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
    for (const personId of await candidates(db, cabinet)) {
      const { principals, until } = await standingIn(house, db, { personId, spaceId, versions });
      if (until > now && (bitsOf(principals) & right.manage) !== 0) await tell(db, { ...about, personId });
    }
    await markPlanReminded(db, cabinet.item_id, cabinet.next_at);
  }
  return due.length === batch;
}

/** The owner, and whom something with the right to manage was given to. */
async function candidates(db: Db, cabinet: { item_id: number; owner_id: number }): Promise<number[]> {
  const found = new Set<number>(cabinet.owner_id === 0 ? [] : [cabinet.owner_id]);
  for (const { type, id } of await managersNamed(db, cabinet.item_id)) {
    const limit = mostReminded - found.size;
    if (limit <= 0) break;
    for (const personId of await peopleBehind({ db }, { type: type as GranteeType, id, limit })) found.add(personId);
  }
  return [...found];
}
