import { granteeTypes } from '@dossier/contract/core/rights';
import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

/** An item, and to whom the right is or was given; a change of its owner names nobody. */
const grantShape = objectShape.extend({
  objType: z.number(),
  ext: z.string(),
  granteeType: z.enum(granteeTypes).optional(),
  granteeId: z.number().optional(),
});

export const permissionGranted = event(
  'permission.granted',
  grantShape.extend({
    before: z.looseObject({ level: z.number().optional(), deadline: z.string().optional() }).optional(),
    after: z.looseObject({ level: z.number().optional() }),
    /** Nobody gets a message of it. */
    quiet: z.boolean().optional(),
  }),
);
export const permissionRevoked = event(
  'permission.revoked',
  grantShape.extend({ before: z.looseObject({ level: z.number(), deadline: z.string().optional() }) }),
);
/** A user asks for access to what an id names, which may be nothing. */
export const accessAsked = event('access.asked', z.object({ requestId: z.number() }));
export const accessRequested = event('access.requested', objectShape);
export const accessRequestGranted = event('access.granted', objectShape);
export const accessRequestDeclined = event('access.declined', objectShape);
export const permissionInherit = event('permission.inherit', objectShape);
export const permissionLooked = event('permission.looked', objectShape);
export const personLooked = event('person.looked', objectShape);
export const reviewOpened = event('review.opened', objectShape);
export const reviewClosed = event('review.closed', objectShape);
export const reviewPlanned = event('review.planned', objectShape);
