import { z } from 'zod';
import { event, loggedShape, objectShape } from '../../platform/events/event.ts';

export const wordGroupCreated = event('wordGroup.created', objectShape);
export const wordGroupUpdated = event('wordGroup.updated', objectShape);
export const wordGroupDeleted = event('wordGroup.deleted', objectShape);
export const wordsWaiting = event('words.waiting', z.strictObject({}));
export const wordsScanBegun = event('words.scanBegun', z.strictObject({ scanId: z.number() }));
export const wordsScanned = event('words.scanned', loggedShape);
export const wordsLooked = event('words.looked', objectShape);
export const wordsDecided = event('words.decided', objectShape);
/** Of a document: `after.virus` is what the scanner calls it. */
export const virusFound = event('virus.found', objectShape);
export const isolationLooked = event('isolation.looked', objectShape);
export const isolationReleased = event('isolation.released', objectShape);
export const isolationDeleted = event('isolation.deleted', objectShape);
