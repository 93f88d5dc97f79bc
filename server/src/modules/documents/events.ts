import { objType } from '@dossier/contract/core/rights';
import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

/** A copy tells from what it was made, its original to what. */
const copiedShape = objectShape.extend({ from: z.number().optional(), to: z.number().optional() });

export const cabinetCreated = event('cabinet.created', objectShape);
export const cabinetUpdated = event('cabinet.updated', objectShape);
export const cabinetDeleted = event('cabinet.deleted', objectShape);
export const cabinetRestored = event('cabinet.restored', objectShape);
export const folderCreated = event('folder.created', objectShape);
export const folderUpdated = event('folder.updated', objectShape);
export const folderDeleted = event('folder.deleted', objectShape);
export const folderRestored = event('folder.restored', objectShape);
export const folderMoved = event('folder.moved', objectShape);
export const folderCopied = event('folder.copied', copiedShape);
export const folderDownloaded = event('folder.downloaded', objectShape.extend({ documents: z.number() }));
export const folderShared = event('folder.shared', objectShape);
export const documentCreated = event('document.created', objectShape.extend({ revisionId: z.number() }));
export const documentUpdated = event('document.updated', objectShape);
export const documentDeleted = event('document.deleted', objectShape);
export const documentRestored = event('document.restored', objectShape);
export const documentMoved = event('document.moved', objectShape);
export const documentCopied = event('document.copied', copiedShape);
/** `bySignature` where the version was made to show a signature. */
export const documentRevised = event(
  'document.revised',
  objectShape.extend({ revisionId: z.number(), number: z.number(), bySignature: z.boolean().optional() }),
);
export const documentDownloaded = event(
  'document.downloaded',
  objectShape.extend({ revisionId: z.number().optional(), documents: z.number().optional() }),
);
export const documentValiditySet = event('document.validitySet', objectShape);
export const documentReviewed = event('document.reviewed', objectShape);
export const documentLocked = event('document.locked', objectShape);
export const revisionDeleted = event('document.revisionDeleted', objectShape.extend({ number: z.number() }));
export const revisionPromoted = event('document.revisionPromoted', objectShape);
export const revisionUpdated = event('document.revisionUpdated', objectShape);
export const documentCheckedOut = event('document.checkedOut', objectShape);
export const documentCheckOutUndone = event('document.checkOutUndone', objectShape);
export const documentUnlocked = event('document.unlocked', objectShape);
export const documentPurged = event('document.purged', objectShape);
export const documentExtracted = event('document.extracted', objectShape.extend({ count: z.number() }));
export const documentShared = event('document.shared', objectShape);
/** Of a document: `after` or `before` names the attachment, which has the events of a document of its own as well. */
export const attachmentAdded = event('attachment.added', objectShape);
export const attachmentDeleted = event('attachment.deleted', objectShape);
export const attachmentRestored = event('attachment.restored', objectShape);
export const itemsPurged = event('items.purged', z.strictObject({ ids: z.array(z.number()) }));
export const zipOrdered = event(
  'zip.ordered',
  z.strictObject({
    ids: z.array(z.string()),
    spaceId: z.number(),
    objId: z.number().optional(),
    objName: z.string().optional(),
    attachments: z.boolean().optional(),
  }),
);
export const archiveArrived = event(
  'archive.arrived',
  z.strictObject({ objId: z.number(), objName: z.string(), sha256: z.string(), documentId: z.number().optional(), spaceId: z.number() }),
);
/** A content has come that a scanner has to judge before anybody gets its bytes. */
export const contentArrived = event('content.arrived', z.strictObject({ sha256: z.string() }));
/** The bytes of these documents may be read from now on, after a scanner or the security office has cleared them. */
export const contentCleared = event('content.cleared', z.strictObject({ ids: z.array(z.number()) }));
/** The security office has destroyed a content. */
export const contentDestroyed = event('content.destroyed', z.strictObject({ sha256: z.string() }));
export const bytesReleased = event('bytes.released', z.strictObject({ shas: z.array(z.string()) }));
export const templateCreated = event('template.created', objectShape);
export const templateUpdated = event('template.updated', objectShape);
export const templateDeleted = event('template.deleted', objectShape);

/** What happens to items of several kinds, by kind; cabinets are neither moved nor copied. */
export const itemUpdated = { [objType.cabinet]: cabinetUpdated, [objType.folder]: folderUpdated, [objType.document]: documentUpdated };
export const itemDeleted = { [objType.cabinet]: cabinetDeleted, [objType.folder]: folderDeleted, [objType.document]: documentDeleted };
export const itemRestored = { [objType.cabinet]: cabinetRestored, [objType.folder]: folderRestored, [objType.document]: documentRestored };
export const itemMoved = { [objType.folder]: folderMoved, [objType.document]: documentMoved };
export const itemCopied = { [objType.folder]: folderCopied, [objType.document]: documentCopied };

/** The event of an item by its kind. */
export function eventOfKind<E>(events: Record<number, E>, kind: number): E {
  const found = events[kind];
  if (found === undefined) throw new Error(`No event for items of kind ${kind}`);
  return found;
}
