import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

/** The id of the request to acknowledge a version; the log does not keep it. */
const aboutRequest = objectShape.extend({ requestId: z.number() });

export const acknowledgementAsked = event('acknowledgement.asked', aboutRequest);
export const acknowledgementReminded = event('acknowledgement.reminded', aboutRequest);
/** A user has acknowledged that they have read and understood a version. */
export const acknowledged = event('acknowledgement.given', aboutRequest);
export const acknowledgementClosed = event('acknowledgement.closed', objectShape);
/** The list of who was asked and who has acknowledged was saved as a file. */
export const acknowledgementExported = event('acknowledgement.exported', objectShape);
