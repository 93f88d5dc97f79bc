import { z } from 'zod';
import { event, loggedShape, objectShape } from '../../platform/events/event.ts';

export const documentViewed = event('document.viewed', objectShape.extend({ revisionId: z.number() }));
export const documentPrinted = event('document.printed', objectShape.extend({ revisionId: z.number() }));
export const documentPdfDownloaded = event('document.pdfDownloaded', objectShape.extend({ revisionId: z.number() }));
/** Kept on a device to be read without a network: a download; `isFile` where it is the file itself. */
export const documentKept = event('document.kept', objectShape.extend({ revisionId: z.number(), isFile: z.boolean().optional() }));
/** Downloaded as PDF with its comments; `isFile` where these are behind the bytes of the file itself. */
export const commentedPdfDownloaded = event(
  'document.commentedPdfDownloaded',
  objectShape.extend({ revisionId: z.number(), isFile: z.boolean().optional() }),
);
export const watermarkCreated = event('watermark.created', objectShape);
export const watermarkUpdated = event('watermark.updated', objectShape);
export const watermarkSorted = event('watermark.sorted', loggedShape);
export const watermarkDeleted = event('watermark.deleted', objectShape);
