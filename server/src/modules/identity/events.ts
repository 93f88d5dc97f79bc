import { z } from 'zod';
import { event, loggedShape, objectShape } from '../../platform/events/event.ts';

export const userCreated = event('user.created', objectShape.extend({ loginName: z.string().optional() }));
export const userUpdated = event('user.updated', objectShape);
export const userDeleted = event('user.deleted', objectShape.extend({ loginName: z.string().optional() }));
export const userSignedIn = event('user.signedIn', objectShape);
export const userSignInRefused = event('user.signInRefused', loggedShape);
export const userSignedOut = event('user.signedOut', objectShape);
export const sessionNewDevice = event(
  'session.newDevice',
  z.strictObject({ personId: z.number(), agent: z.string(), address: z.string() }),
);
export const sessionEnded = event(
  'session.ended',
  objectShape.extend({ before: z.strictObject({ sessions: z.number(), devices: z.string() }) }),
);
/** Emitted by the module that keeps share sessions: the terms of a share changed, or a share session of it ended. */
export const shareTermsChanged = event('share.termsChanged', z.strictObject({ shareId: z.number() }));
export const peopleImported = event('people.imported', loggedShape);
export const peopleExported = event('people.exported', loggedShape);
export const departmentCreated = event('department.created', objectShape);
export const departmentUpdated = event('department.updated', objectShape);
export const departmentDeleted = event('department.deleted', objectShape);
export const organisationCreated = event('organisation.created', objectShape);
export const organisationUpdated = event('organisation.updated', objectShape);
export const organisationDisabled = event('organisation.disabled', objectShape);
export const spaceJoined = event('space.joined', objectShape.extend({ spaceId: z.number(), spaceName: z.string() }));
export const spaceLeft = event('space.left', objectShape.extend({ spaceId: z.number(), spaceName: z.string() }));
export const spaceEntered = event('space.entered', objectShape);
export const groupCreated = event('group.created', objectShape);
export const groupUpdated = event('group.updated', objectShape);
export const groupDeleted = event('group.deleted', objectShape);
export const roleCreated = event('role.created', objectShape);
export const roleUpdated = event('role.updated', objectShape);
export const roleDeleted = event('role.deleted', objectShape);
export const viewBegan = event('view.began', objectShape);
export const viewEnded = event('view.ended', objectShape.extend({ spaceId: z.number(), minutes: z.number() }));
export const viewWatched = event('view.watched', z.strictObject({ id: z.number() }));
export const identityTied = event('identity.tied', z.strictObject({ personId: z.number(), where: z.string(), shown: z.string() }));
export const identityUntied = event('identity.untied', z.strictObject({ personId: z.number(), where: z.string() }));
export const identityUnbound = event('identity.unbound', z.strictObject({ personId: z.number(), where: z.string() }));
export const passkeyAdded = event('passkey.added', z.strictObject({ personId: z.number(), passkey: z.string() }));
export const passkeyRemoved = event('passkey.removed', z.strictObject({ personId: z.number(), passkey: z.string() }));
export const passkeysReset = event('passkeys.reset', z.strictObject({ personId: z.number() }));
export const addressChanged = event('address.changed', objectShape);
export const licenceChanged = event('licence.changed', loggedShape);
export const quotaChanged = event('quota.changed', loggedShape);
export const limitNear = event('limit.near', z.strictObject({ kind: z.string(), holderId: z.number() }));
