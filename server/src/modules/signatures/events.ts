import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

/** A user has signed a version of a document; the log does not keep the id of the signature. */
export const documentSigned = event('document.signed', objectShape.extend({ signatureId: z.number() }));
