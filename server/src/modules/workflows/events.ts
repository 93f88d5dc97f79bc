import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

export const flowSubmitted = event('flow.submitted', objectShape);
export const flowRatified = event('flow.ratified', objectShape);
export const flowVetoed = event('flow.vetoed', objectShape);
export const flowReturned = event('flow.returned', objectShape);
export const flowWithdrawn = event('flow.withdrawn', objectShape);
export const flowPassed = event('flow.passed', objectShape);
/** A passed flow names this time to take effect; written for one subscriber. */
export const publicationDue = event('flow.publicationDue', objectShape.extend({ spaceId: z.number() }));
/** A flow waits at a position whose time has come; written for one subscriber. */
export const flowPositionDue = event('flow.positionDue', objectShape.extend({ spaceId: z.number(), positionId: z.number() }));
/** An approver decided by the link of an email alone, without signing in; told besides the decision. */
export const flowDecidedByEmail = event('flow.decidedByEmail', objectShape);
export const flowReplaced = event('flow.replaced', objectShape);
export const flowAttachmentAdded = event('flow.attachmentAdded', objectShape);
export const flowAttachmentDeleted = event('flow.attachmentDeleted', objectShape);
export const flowAbsence = event('flow.absence', objectShape);
export const flowTemplateCreated = event('flow.templateCreated', objectShape);
export const flowTemplateUpdated = event('flow.templateUpdated', objectShape);
export const flowTemplateDeleted = event('flow.templateDeleted', objectShape);
