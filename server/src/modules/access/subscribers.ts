import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { effectiveMembershipIn } from '../identity/effective-membership.ts';
import { departmentDeleted, groupDeleted, roleDeleted, spaceLeft } from '../identity/events.ts';
import { usersOfPrincipal } from '../identity/principals.ts';
import { notify } from '../notifications/notify.ts';
import { permissionGranted, permissionRevoked } from './events.ts';
import { deleteGrantsToGuest, deleteGrantsToPrincipals } from './grants.ts';
import { itemById } from './items.queries.ts';
import { rightsLookupOn } from './visibility.ts';

const recipientLimit = 500;

/** Tells people, live, that a right was given to them or taken: only of what they see now, or saw by what was taken. Whoever did it is not told. */
async function notifyPrincipals(
  services: Services,
  db: Db,
  happening: Delivered<typeof permissionGranted | typeof permissionRevoked>,
): Promise<void> {
  const { objId, objName, objType, ext, granteeType, granteeId, before } = happening.data;
  const given = happening.event === 'permission.granted';
  const after = given ? happening.data.after : undefined;
  if (granteeType === undefined || granteeId === undefined || (given && happening.data.quiet === true)) return;
  const stood = before?.deadline === undefined || Date.parse(before.deadline) > happening.at;
  // a refusal says nothing: whom it shuts out may never have known of the item
  if (given ? (after?.level ?? 0) === 0 : (before?.level ?? 0) === 0 || !stood) return;
  const [item] = await itemById(db, { id: objId });
  if (item === undefined || item.bin_id !== 0) return;
  const bitsOf = await rightsLookupOn(services, db, { aclId: item.acl_id, at: happening.at });
  const taken = given
    ? undefined
    : { id: 0, rootId: objId, granteeType, granteeId, level: before?.level ?? 0, handOn: null, reach: 0, deadline: null };
  const versions = await readVersions(db);
  for (const personId of await usersOfPrincipal({ db }, { type: granteeType, id: granteeId, limit: recipientLimit })) {
    if (personId === happening.personId) continue;
    const { principals, until } = await effectiveMembershipIn(services, db, { personId, spaceId: item.organisation_id, versions });
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
    if (given) await notify(db, { ...about, kind: 'rightGiven', facts: { byName: happening.personName, level: after?.level ?? 0 } });
    else await notify(db, { ...about, kind: 'rightTaken', facts: { byName: happening.personName } });
  }
}

const principalOfDeletion = {
  [groupDeleted.name]: 'group',
  [departmentDeleted.name]: 'department',
  [roleDeleted.name]: 'role',
} as const;

export const accessSubscribers: Subscriber[] = [
  subscribe([groupDeleted, departmentDeleted, roleDeleted], {
    name: 'library.grantees',
    async batch(db, happenings) {
      for (const { event, data } of happenings) await deleteGrantsToPrincipals(db, principalOfDeletion[event], [data.objId]);
    },
  }),
  subscribe(spaceLeft, {
    name: 'library.guests',
    async batch(db, happenings) {
      for (const { data, at } of happenings)
        await deleteGrantsToGuest(db, { personId: data.objId, organisationId: data.spaceId, until: at });
    },
  }),
  subscribe([permissionGranted, permissionRevoked], {
    name: 'library.rights',
    async batch(db, happenings, services) {
      for (const happening of happenings) await notifyPrincipals(services, db, happening);
    },
  }),
];
