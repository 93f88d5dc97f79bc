import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

/** The request, which the log does not keep. */
const aboutRequest = objectShape.extend({ requestId: z.number() });

export const acknowledgementAsked = event('acknowledgement.asked', aboutRequest);
export const acknowledgementReminded = event('acknowledgement.reminded', aboutRequest);
/** Somebody has read and understood a version. */
export const acknowledged = event('acknowledgement.given', aboutRequest);
export const acknowledgementClosed = event('acknowledgement.closed', objectShape);
