import { archives } from '@dossier/contract/archives';
import { messages } from '@dossier/contract/messages';
import { serve, type Served, type ServedFile } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { downloadFolder, downloadSelection, zipStreams } from './download-zip.ts';
import { extractDocument, extractor } from './extract-archive.ts';
import { announcedZip, zipFiles } from './fetch-zip.ts';
import { orderZip, zipMaker } from './make-zip.ts';

export const archiveRoutes: Served[] = [
  serve(archives.downloadFolder, downloadFolder),
  serve(archives.downloadSelection, downloadSelection),
  serve(archives.compress, orderZip),
  serve(archives.extract, extractDocument),
  serve(messages.zip, announcedZip),
];

export const archiveFiles: ServedFile[] = [...zipStreams, ...zipFiles];

export const archiveListeners: Listener[] = [zipMaker, extractor];
