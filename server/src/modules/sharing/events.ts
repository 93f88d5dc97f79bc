import { granteeTypes } from '@dossier/contract/core/rights';
import { z } from 'zod';
import { event, loggedShape, objectShape } from '../../platform/events/event.ts';

export const shareCreated = event('share.created', objectShape.extend({ documents: z.number() }));
export const shareUpdated = event('share.updated', objectShape);
export const shareRulesChanged = event('share.rulesChanged', loggedShape);
export const shareClosed = event('share.closed', objectShape);
export const shareOffered = event(
  'share.offered',
  objectShape.extend({ colleagues: z.array(z.strictObject({ type: z.enum(granteeTypes), id: z.number() })) }),
);
export const linkOpened = event('link.opened', objectShape);
export const linkViewed = event('link.viewed', objectShape);
export const linkDownloaded = event('link.downloaded', objectShape);
export const linkPrinted = event('link.printed', objectShape);
export const linkUploaded = event('link.uploaded', objectShape);
export const linkEdited = event('link.edited', objectShape);
export const linkArrived = event('link.arrived', z.strictObject({ shareId: z.number(), since: z.number() }));
