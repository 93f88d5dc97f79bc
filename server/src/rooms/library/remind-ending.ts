import type { GranteeType } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { type Fact } from '../messages/kinds.ts';
import { tell } from '../messages/tell.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { standingIn } from '../circles/principals.ts';
import { sightsAt } from '../permissions/sight.ts';
import { markAnnounced, type Stage, unannounced } from './rights-ending-queries.ts';

const day = 24 * 3600_000;
const stages: Stage[] = [
  { stage: 2, from: day, to: 0 },
  { stage: 1, from: 7 * day, to: day },
];
const batch = 50;

type Row = Awaited<ReturnType<typeof unannounced>>[number];

/**
 * Reminds, a week and a day before a right ends, whom it was given to and who gave it. The mark on the grant is written with the messages,
 * so each goes out once whoever looks, and again for another deadline.
 */
export async function remindEnding(house: House): Promise<void> {
  for (const stage of stages)
    for (let more = true; more; ) {
      // most of the time there is nothing, which costs no writing
      if ((await unannounced(house.database.read, house.now(), { ...stage, limit: 1 })).length === 0) break;
      more = await house.database.write((db) => remindSome(house, db, stage));
    }
  house.outbox.poke();
}

async function remindSome(house: House, db: Db, stage: Stage): Promise<boolean> {
  const now = house.now();
  const rows = await unannounced(db, now, { ...stage, limit: batch });
  const sightOf = await sightsAt(house, db, now);
  const versions = await readVersions(db);
  for (const row of rows) {
    const bitsOf = await sightOf(row.acl_id);
    const asked = { spaceId: row.organisation_id, versions };
    const remind = async (personId: number, fact: Fact): Promise<void> => {
      const { principals, until } = await standingIn(house, db, { ...asked, personId });
      if (until <= now || bitsOf(principals) === 0) return;
      const about = { objType: row.kind, objId: row.item_id, name: row.name, ...(row.ext === '' ? {} : { ext: row.ext }) };
      await tell(db, { ...about, ...fact, personId, spaceId: row.organisation_id, at: now });
    };
    await remindBoth(db, row, { remind, days: Math.ceil(((row.deadline ?? now) - now) / day) });
  }
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await markAnnounced(db, ids, stage.stage);
  return rows.length === batch;
}

/** Of a right that was given to many only its giver is reminded; of a refusal that ends too. */
async function remindBoth(
  db: Db,
  row: Row,
  { remind, days }: { remind: (personId: number, fact: Fact) => Promise<void>; days: number },
): Promise<void> {
  const { level } = row;
  const type = row.grantee_type as GranteeType;
  const isOne = type === 'user' && level !== 0;
  if (isOne) await remind(row.grantee_id, { kind: 'rightEnding', facts: { level, days } });
  if (row.creator_id === 0 || (isOne && row.creator_id === row.grantee_id)) return;
  const nameOf = await granteeNames({ db, user: { organisationId: row.organisation_id } }, [{ type, id: row.grantee_id }]);
  await remind(row.creator_id, { kind: 'givenEnding', facts: { to: nameOf(type, row.grantee_id), level, days } });
}
