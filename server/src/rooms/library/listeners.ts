import type { GranteeType } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';
import { peopleBehind } from '../grantees/grantees.ts';
import { standingIn } from '../circles/principals.ts';
import { forgetGrantees, forgetGuest } from '../permissions/grants.ts';
import { sightOn } from '../permissions/sight.ts';
import { itemById } from './item-queries.ts';

const mostTold = 500;

interface Told {
  objId: number;
  objName: string;
  objType: number;
  ext: string;
  granteeType?: GranteeType;
  granteeId: number;
  before?: { level: number; deadline?: string };
  after?: { level: number };
  quiet?: boolean;
}

/** Tells people, live, that a right was given to them or taken: only of what they see now, or saw by what was taken. Whoever did it is not told. */
async function tellGrantees(house: House, db: Db, happening: Happening): Promise<void> {
  const { objId, objName, objType, ext, granteeType, granteeId, before, after, quiet } = happening.data as unknown as Told;
  if (granteeType === undefined || quiet === true) return;
  const given = happening.event === 'permission.granted';
  const stood = before?.deadline === undefined || Date.parse(before.deadline) > happening.at;
  // a refusal says nothing: whom it shuts out may never have known of the item
  if (given ? (after?.level ?? 0) === 0 : (before?.level ?? 0) === 0 || !stood) return;
  const [item] = await itemById(db, { id: objId });
  if (item === undefined || item.bin_id !== 0) return;
  const bitsOf = await sightOn(house, db, { aclId: item.acl_id, at: happening.at });
  const taken = given
    ? undefined
    : { id: 0, rootId: objId, granteeType, granteeId, level: before?.level ?? 0, handOn: null, reach: 0, deadline: null };
  const versions = await readVersions(db);
  for (const personId of await peopleBehind({ db }, { type: granteeType, id: granteeId, limit: mostTold })) {
    if (personId === happening.personId) continue;
    const { principals, until } = await standingIn(house, db, { personId, spaceId: item.organisation_id, versions });
    if (until <= happening.at || bitsOf(principals, taken) === 0) continue;
    const about = {
      personId,
      spaceId: item.organisation_id,
      objType,
      objId,
      name: objName,
      ext: ext === '' ? undefined : ext,
      at: happening.at,
    };
    if (given) await tell(db, { ...about, kind: 'rightGiven', facts: { byName: happening.personName, level: after?.level ?? 0 } });
    else await tell(db, { ...about, kind: 'rightTaken', facts: { byName: happening.personName } });
  }
}

const goneOf: Record<string, GranteeType> = { 'group.deleted': 'group', 'department.deleted': 'department', 'role.deleted': 'role' };

export const libraryListeners: Listener[] = [
  {
    name: 'library.grantees',
    events: Object.keys(goneOf),
    async batch(db, happenings) {
      for (const { event, data } of happenings) await forgetGrantees(db, goneOf[event] ?? 'group', [Number(data['objId'])]);
    },
  },
  {
    name: 'library.guests',
    events: ['space.left'],
    async batch(db, happenings) {
      for (const { data, at } of happenings)
        await forgetGuest(db, { personId: Number(data['objId']), organisationId: Number(data['spaceId']), until: at });
    },
  },
  {
    name: 'library.rights',
    events: ['permission.granted', 'permission.revoked'],
    async batch(db, happenings, house) {
      for (const happening of happenings) await tellGrantees(house, db, happening);
    },
  },
];
