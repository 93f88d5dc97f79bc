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
