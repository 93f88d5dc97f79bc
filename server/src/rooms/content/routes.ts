import { content } from '@dossier/contract/content';
import { serve, type Served, type ServedFile, serveSlow } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { checkPaths } from './check-paths.ts';
import { downloadDocument } from './download-document.ts';
import { listRevisions, restoreRevision } from './keep-revisions.ts';
import { lockDocument, unlockDocument } from './lock-document.ts';
import { freer } from './free-bytes.ts';
import { openCheckIn, openUpload } from './open-upload.ts';
import { passUpload } from './pass-upload.ts';
import { bundleFile } from './receive-bundle.ts';
import { contentFile } from './serve-file.ts';
import { uploadFiles } from './upload-file.ts';

export const contentRoutes: Served[] = [
  // these look at the disk and write no row: no transaction
  serveSlow(content.preUpload, openUpload),
  serveSlow(content.preCheckIn, openCheckIn),
  serve(content.apass, passUpload),
  serve(content.checkNames, checkPaths),
  serve(content.download, downloadDocument),
  serve(content.revisions, listRevisions),
  serve(content.restoreRevision, restoreRevision),
  serve(content.lock, lockDocument),
  serve(content.unlock, unlockDocument),
];

export const contentFiles: ServedFile[] = [...uploadFiles, ...bundleFile, ...contentFile];

export const contentListeners: Listener[] = [freer];
