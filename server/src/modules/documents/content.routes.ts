import { attachments } from '@dossier/contract/documents/attachments';
import { archives, content } from '@dossier/contract/documents/content';
import { messages } from '@dossier/contract/notifications/messages';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { type Served, type ServedFile, serve, serveSlow } from '../../platform/http/serve.ts';
import { extractDocument, extractionSubscriber } from './archives/extract-archive.ts';
import { deleteAttachment, downloadAttachment, listAttachments } from './attachments.ts';
import { blobCleanup } from './blob-cleanup.ts';
import { downloadDocument, fileEndpoints } from './file-tickets.ts';
import { contentDestruction } from './isolated-content.ts';
import { lockDocument, unlessOthersWrite, unlockDocument } from './locks.ts';
import { promoteRevision, updateRevision } from './revisions/change-revision.ts';
import { checkOutDocument, deleteRevision } from './revisions/check-out.ts';
import { listRevisions, restoreRevision } from './revisions.ts';
import { checkUploadPaths, openAttachmentUpload, openCheckIn, openUpload, uploadWithoutTransfer } from './uploads.ts';
import { bundleEndpoint } from './uploads/receive-bundle.ts';
import { uploadEndpoints } from './uploads/resumable-upload.ts';
import { downloadFolder, downloadSelection, zipStreamEndpoints } from './zip-downloads.ts';
import { downloadAnnouncedZip, orderZip, zipFileEndpoints, zipSubscriber } from './zip-files.ts';

export const contentRoutes: Served[] = [
  // these calls read the disk and write no row: no transaction
  serveSlow(content.preUpload, openUpload),
  serveSlow(content.preCheckIn, openCheckIn),
  serve(content.apass, uploadWithoutTransfer),
  serve(content.checkNames, checkUploadPaths),
  serve(content.download, downloadDocument),
  serve(content.revisions, listRevisions),
  serve(content.restoreRevision, restoreRevision),
  serve(content.deleteRevision, deleteRevision),
  serve(content.promoteRevision, promoteRevision),
  serve(content.updateRevision, updateRevision),
  serve(content.checkOut, unlessOthersWrite(checkOutDocument)),
  serve(content.undoCheckOut, unlockDocument),
  serve(content.lock, unlessOthersWrite(lockDocument)),
  serve(content.unlock, unlockDocument),
];

export const attachmentRoutes: Served[] = [
  serve(attachments.list, listAttachments),
  // reads the disk and writes no row
  serveSlow(attachments.preUpload, openAttachmentUpload),
  serve(attachments.delete, deleteAttachment),
  serve(attachments.download, downloadAttachment),
];

export const contentEndpoints: ServedFile[] = [...uploadEndpoints, ...bundleEndpoint, ...fileEndpoints];

export const contentSubscribers: Subscriber[] = [blobCleanup, contentDestruction];

export const archiveRoutes: Served[] = [
  serve(archives.downloadFolder, downloadFolder),
  serve(archives.downloadSelection, downloadSelection),
  serve(archives.compress, orderZip),
  serve(archives.extract, extractDocument),
  serve(messages.zip, downloadAnnouncedZip),
];

export const archiveEndpoints: ServedFile[] = [...zipStreamEndpoints, ...zipFileEndpoints];

export const archiveSubscribers: Subscriber[] = [zipSubscriber, extractionSubscriber];
