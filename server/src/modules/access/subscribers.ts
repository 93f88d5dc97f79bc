import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { effectiveMembershipIn } from '../identity/effective-membership.ts';
import { departmentDeleted, groupDeleted, roleDeleted, spaceLeft, userDeleted } from '../identity/events.ts';
import { usersOfPrincipal } from '../identity/principals.ts';
import { notify } from '../notifications/notify.ts';
import { rightsLookupOn } from './effective-rights.ts';
import { accessAsked, permissionGranted, permissionRevoked } from './events.ts';
import { deleteGrantsToGuest, deleteGrantsToPrincipals } from './grants.ts';
import { itemById } from './items.queries.ts';
import { announceRequest } from './requests/access-requests.ts';
import { deleteRequestsOf } from './requests/requests.queries.ts';

const recipientLimit = 500;

/**
 * Notifies users, live, of grants and revocations: only about items that they see now, or saw through the revoked grant. The actor is not
 * notified.
 */
async function notifyPrincipals(
  services: Services,
  db: Db,
  delivered: Delivered<typeof permissionGranted | typeof permissionRevoked>,
): Promise<void> {
  const { objId, objName, objType, ext, granteeType, granteeId, before } = delivered.data;
  const given = delivered.event === 'permission.granted';
  const after = given ? delivered.data.after : undefined;
  if (granteeType === undefined || granteeId === undefined || (given && delivered.data.quiet === true)) return;
  const wasValid = before?.deadline === undefined || Date.parse(before.deadline) > delivered.at;
  // a refusal is not announced: the excluded users may never have known of the item
  if (given ? (after?.level ?? 0) === 0 : (before?.level ?? 0) === 0 || !wasValid) return;
  const [item] = await itemById(db, { id: objId });
  if (item === undefined || item.bin_id !== 0) return;
  const bitsOf = await rightsLookupOn(services, db, { aclId: item.acl_id, at: delivered.at });
  const taken = given
    ? undefined
    : { id: 0, rootId: objId, granteeType, granteeId, level: before?.level ?? 0, handOn: null, reach: 0, deadline: null };
  const versions = await readVersions(db);
  for (const personId of await usersOfPrincipal({ db }, { type: granteeType, id: granteeId, limit: recipientLimit })) {
    if (personId === delivered.personId) continue;
    const { principals, until } = await effectiveMembershipIn(services, db, { personId, spaceId: item.organisation_id, versions });
    if (until <= delivered.at || bitsOf(principals, taken) === 0) continue;
    const about = {
      personId,
      spaceId: item.organisation_id,
      objType,
      objId,
      name: objName,
      ext: ext === '' ? undefined : ext,
      at: delivered.at,
    };
    if (given) await notify(db, { ...about, kind: 'rightGiven', facts: { byName: delivered.personName, level: after?.level ?? 0 } });
    else await notify(db, { ...about, kind: 'rightTaken', facts: { byName: delivered.personName } });
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
    async batch(db, events) {
      for (const { event, data } of events) await deleteGrantsToPrincipals(db, principalOfDeletion[event], [data.objId]);
    },
  }),
  subscribe(spaceLeft, {
    name: 'library.guests',
    async batch(db, events) {
      for (const { data, at } of events) await deleteGrantsToGuest(db, { personId: data.objId, organisationId: data.spaceId, until: at });
    },
  }),
  subscribe([userDeleted, spaceLeft], {
    name: 'access.requesters',
    async batch(db, events) {
      for (const { event, data, at } of events)
        await deleteRequestsOf(db, {
          personId: data.objId,
          organisationId: event === spaceLeft.name ? data.spaceId : undefined,
          until: at,
        });
    },
  }),
  subscribe(accessAsked, {
    name: 'access.requests',
    async batch(db, events, services) {
      for (const delivered of events) await announceRequest(services, db, delivered);
    },
  }),
  subscribe([permissionGranted, permissionRevoked], {
    name: 'library.rights',
    async batch(db, events, services) {
      for (const delivered of events) await notifyPrincipals(services, db, delivered);
    },
  }),
];
